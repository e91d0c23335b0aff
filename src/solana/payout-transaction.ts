import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  getBase58Decoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signBytes,
} from '@solana/kit'
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget'
import { getAddMemoInstruction } from '@solana-program/memo'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import type { BaseUnits } from '#domain/amounts.ts'
import { MAX_LOADED_ACCOUNTS_BYTES, priorityFeeLamports } from './fees.ts'
import type { Mint } from './mint.ts'
import type { TokenAccountNeed } from './recipients.ts'
import { MAX_TRANSACTION_BYTES, type TransactionFormat } from './transaction-format.ts'
import {
  compileMessage,
  compileUnsigned,
  type Message,
  type UnsignedTransaction,
  wireBytesOf,
} from './unsigned-transaction.ts'

export const MEMO_PROGRAM_ADDRESS = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address

export interface PayoutTransfer {
  wallet: Address
  tokenAccount: Address
  need: TokenAccountNeed
  baseUnits: BaseUnits
}

export interface PayoutTransaction {
  format: TransactionFormat
  sender: KeyPairSigner
  mint: Mint
  sourceTokenAccount: Address
  transfers: readonly PayoutTransfer[]
  /** Makes the transaction unique, and findable on the chain. */
  memo: string
  blockhash: string
  lastValidBlockHeight: number
  computeUnitLimit: number
  microLamportsPerComputeUnit: bigint
}

export interface SignedTransaction {
  /** Base58, 64 bytes: the sender's, which names the transaction. */
  signature: string
  wireBytes: Uint8Array
}

/** Builds a payout without signing it: a node may see it before it is journaled. */
export function composeUnsignedPayout(payout: PayoutTransaction): UnsignedTransaction {
  const transaction = compileUnsigned(compose(payout))
  assertSize(payout, transaction.wireBytes)
  return transaction
}

/** Builds and signs a payout. Throws when it is larger than the network takes, which the packing rules out. */
export async function signPayout(payout: PayoutTransaction): Promise<SignedTransaction> {
  const signed = await signMessage(compose(payout), payout.sender)
  assertSize(payout, signed.wireBytes)
  return signed
}

/** Signs a message as its fee payer, who is its only signer. */
export async function signMessage(message: Message, { keyPair }: KeyPairSigner): Promise<SignedTransaction> {
  const messageBytes = compileMessage(message)
  const signature = await signBytes(keyPair.privateKey, messageBytes)
  return {
    signature: getBase58Decoder().decode(signature),
    wireBytes: wireBytesOf(message, messageBytes, signature),
  }
}

function assertSize({ format, transfers }: PayoutTransaction, wireBytes: Uint8Array): void {
  if (wireBytes.length > MAX_TRANSACTION_BYTES[format]) {
    throw new Error(`A payout of ${transfers.length} transfers came out at ${wireBytes.length} bytes`)
  }
}

function compose(payout: PayoutTransaction) {
  return payout.format === 'v1' ? composeV1(payout) : composeV0(payout)
}

/** Composes a v0 message: limit and price are instructions of their own. */
function composeV0(payout: PayoutTransaction) {
  return pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(payout.sender, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetimeOf(payout), m),
    (m) =>
      appendTransactionMessageInstructions(
        [
          getSetComputeUnitLimitInstruction({ units: payout.computeUnitLimit }),
          getSetComputeUnitPriceInstruction({ microLamports: payout.microLamportsPerComputeUnit }),
          ...payoutInstructions(payout),
        ],
        m,
      ),
  )
}

/** Composes a v1 message: limits and the whole priority fee are in the header, and a limit that is left out is zero. */
function composeV1(payout: PayoutTransaction) {
  const { computeUnitLimit, microLamportsPerComputeUnit } = payout
  return pipe(
    createTransactionMessage({ version: 1 }),
    (m) => setTransactionMessageFeePayerSigner(payout.sender, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetimeOf(payout), m),
    (m) =>
      setTransactionMessageConfig(
        {
          computeUnitLimit,
          loadedAccountsDataSizeLimit: MAX_LOADED_ACCOUNTS_BYTES,
          priorityFeeLamports: priorityFeeLamports(computeUnitLimit, microLamportsPerComputeUnit),
        },
        m,
      ),
    (m) => appendTransactionMessageInstructions(payoutInstructions(payout), m),
  )
}

function lifetimeOf({ blockhash, lastValidBlockHeight }: PayoutTransaction) {
  return { blockhash: blockhash as Blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) }
}

function payoutInstructions(payout: PayoutTransaction): Instruction[] {
  return [
    getAddMemoInstruction({ memo: payout.memo }, { programAddress: MEMO_PROGRAM_ADDRESS }),
    ...createdOnce(payout.transfers).flatMap((transfer) => transferInstructions(payout, transfer)),
  ]
}

/** Lets only the first transfer to a wallet create its token account: the packing counts no more than that. */
function createdOnce(transfers: readonly PayoutTransfer[]): PayoutTransfer[] {
  const created = new Set<Address>()
  return transfers.map((transfer) => {
    if (created.has(transfer.tokenAccount)) return { ...transfer, need: 'existing' }
    created.add(transfer.tokenAccount)
    return transfer
  })
}

function transferInstructions(payout: PayoutTransaction, transfer: PayoutTransfer): Instruction[] {
  const { sender, mint, sourceTokenAccount } = payout
  const pay = getTransferCheckedInstruction(
    {
      source: sourceTokenAccount,
      mint: mint.address,
      destination: transfer.tokenAccount,
      authority: sender,
      amount: transfer.baseUnits,
      decimals: mint.decimals,
    },
    { programAddress: mint.tokenProgram },
  )
  if (transfer.need === 'existing') return [pay]
  const create = getCreateAssociatedTokenIdempotentInstruction({
    payer: sender,
    ata: transfer.tokenAccount,
    owner: transfer.wallet,
    mint: mint.address,
    tokenProgram: mint.tokenProgram,
  })
  return [create, pay]
}

/** Instructions before the first transfer's: the memo, and in v0 compute limit and compute price before it. */
const LEADING_INSTRUCTIONS: Record<TransactionFormat, number> = { v0: 3, v1: 1 }

/** Finds the transfer that an instruction belongs to; null for those before the first transfer's, and for no instruction. */
export function transferOfInstruction(
  { format, transfers }: Pick<PayoutTransaction, 'format' | 'transfers'>,
  instruction: number | null,
): number | null {
  if (instruction === null) return null
  const leading = LEADING_INSTRUCTIONS[format]
  let next = leading
  for (const [index, transfer] of createdOnce(transfers).entries()) {
    next += transfer.need === 'existing' ? 1 : 2
    if (instruction >= leading && instruction < next) return index
  }
  return null
}
