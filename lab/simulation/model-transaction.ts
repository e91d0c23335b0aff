import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  decompileTransactionMessage,
  getAddressEncoder,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget'
import {
  getTransferSolInstructionDataDecoder,
  SYSTEM_PROGRAM_ADDRESS,
  TRANSFER_SOL_DISCRIMINATOR,
} from '@solana-program/system'
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  getTransferCheckedInstructionDataDecoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { MEMO_PROGRAM_ADDRESS } from '#solana/payout-transaction.ts'
import { formatOf, type TransactionFormat } from '#solana/transaction-format.ts'

/** A transaction of the model: read from a payout's wire bytes, or made up for another sender. */
export interface ModelTransaction {
  format: TransactionFormat
  /** All ones where it is not signed. */
  signature: string
  blockhash: string
  memo: string
  /** The fee payer first. */
  signers: Address[]
  /** Every account that it names: it is in the history of each. */
  accounts: Address[]
  /** Token accounts that it creates, with their owners. */
  creates: { tokenAccount: Address; owner: Address }[]
  /** Token accounts that the mint's authority fills or freezes. */
  mints: { tokenAccount: Address; amount: bigint }[]
  freezes: Address[]
  /** Allowances that owners set: each replaces the one before, and null takes it back. */
  approvals: { tokenAccount: Address; delegate: Address | null; amount: bigint }[]
  transfers: ModelTransfer[]
}

export interface ModelTransfer {
  source: Address
  tokenAccount: Address
  /** Who moves the tokens: the source's owner, or its delegate. */
  authority: Address
  amount: bigint
  /** The mint's decimals according to the sender, which the chain compares. */
  decimals: number
  /** Its position among the transaction's instructions. */
  instruction: number
}

/** Makes a transaction with only the given effects. */
export function madeUpTransaction(
  parts: Pick<ModelTransaction, 'signature' | 'blockhash' | 'signers' | 'accounts'> &
    Partial<ModelTransaction>,
): ModelTransaction {
  return {
    format: 'v0',
    memo: '',
    creates: [],
    mints: [],
    freezes: [],
    approvals: [],
    transfers: [],
    ...parts,
    accounts: [...parts.signers, ...parts.accounts],
  }
}

/** Reads a payout or a marker. Throws on an instruction that the model does not know. */
export function readModelTransaction(wireBytes: Uint8Array): ModelTransaction {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wireBytes)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes) as CompiledTransactionMessage &
    CompiledTransactionMessageWithLifetime
  const [signature] = Object.values(signatures)
  const transaction = madeUpTransaction({
    format: formatOf(wireBytes),
    signature: getBase58Decoder().decode(signature ?? new Uint8Array(64)),
    blockhash: message.lifetimeToken,
    signers: message.staticAccounts.slice(0, message.header.numSignerAccounts),
    accounts: message.staticAccounts,
  })
  const { instructions } = decompileTransactionMessage(message)
  for (const [index, { programAddress, accounts = [], data = [] }] of instructions.entries()) {
    readInstruction(transaction, index, {
      program: programAddress,
      accounts: accounts.map(({ address }) => address),
      data: new Uint8Array(data),
    })
  }
  return transaction
}

function readInstruction(
  transaction: ModelTransaction,
  index: number,
  { program, accounts, data }: { program: Address; accounts: Address[]; data: Uint8Array },
): void {
  const [first, second, third, authority] = accounts as [Address, Address, Address, Address]
  switch (program) {
    case COMPUTE_BUDGET_PROGRAM_ADDRESS:
      return
    case MEMO_PROGRAM_ADDRESS:
      transaction.memo = Buffer.from(data).toString()
      return
    case ASSOCIATED_TOKEN_PROGRAM_ADDRESS:
      transaction.creates.push({ tokenAccount: second, owner: third })
      return
    case TOKEN_PROGRAM_ADDRESS: {
      const { amount, decimals } = getTransferCheckedInstructionDataDecoder().decode(data)
      transaction.transfers.push({
        source: first,
        tokenAccount: third,
        authority,
        amount,
        decimals,
        instruction: index,
      })
      return
    }
    case SYSTEM_PROGRAM_ADDRESS: {
      const { discriminator, amount } = getTransferSolInstructionDataDecoder().decode(data)
      // SOL is not modelled: a marker moves none.
      if (discriminator === TRANSFER_SOL_DISCRIMINATOR && amount === 0n) return
    }
  }
  throw new Error(`The model knows no such instruction of ${program}`)
}

const publicKeys = new Map<Address, KeyObject>()

/** True when a transaction has every signature that it needs, and all are valid: an unsigned one can not land. */
export function isSigned(wireBytes: Uint8Array): boolean {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wireBytes)
  const message = new Uint8Array(messageBytes)
  return Object.entries(signatures).every(
    ([signer, signature]) =>
      signature !== null && verify(null, message, publicKeyOf(signer as Address), signature),
  )
}

function publicKeyOf(address: Address): KeyObject {
  const known = publicKeys.get(address)
  if (known) return known
  const x = Buffer.from(getAddressEncoder().encode(address)).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  publicKeys.set(address, key)
  return key
}
