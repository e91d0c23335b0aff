import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  decompileTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  getTransferCheckedInstructionDataDecoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { MEMO_PROGRAM_ADDRESS } from '#solana/payout-transaction.ts'
import { formatOf, type TransactionFormat } from '#solana/transaction-format.ts'

/** A payout's transaction as the model understands it, read from its wire bytes. */
export interface ModelTransaction {
  format: TransactionFormat
  /** All ones where it is not signed. */
  signature: string
  blockhash: string
  memo: string
  /** Token accounts that it creates, with their owners. */
  creates: { tokenAccount: Address; owner: Address }[]
  transfers: { tokenAccount: Address; amount: bigint; instruction: number }[]
}

export function readModelTransaction(wireBytes: Uint8Array): ModelTransaction {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wireBytes)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes) as CompiledTransactionMessage &
    CompiledTransactionMessageWithLifetime
  const [signature] = Object.values(signatures)
  const transaction: ModelTransaction = {
    format: formatOf(wireBytes),
    signature: getBase58Decoder().decode(signature ?? new Uint8Array(64)),
    blockhash: message.lifetimeToken,
    memo: '',
    creates: [],
    transfers: [],
  }
  const { instructions } = decompileTransactionMessage(message)
  for (const [index, instruction] of instructions.entries()) {
    const program = instruction.programAddress
    const accounts = (instruction.accounts ?? []).map(({ address }) => address)
    const data = new Uint8Array(instruction.data ?? [])
    if (program === MEMO_PROGRAM_ADDRESS) transaction.memo = Buffer.from(data).toString()
    if (program === ASSOCIATED_TOKEN_PROGRAM_ADDRESS) {
      transaction.creates.push({ tokenAccount: accounts[1] as Address, owner: accounts[2] as Address })
    }
    if (program === TOKEN_PROGRAM_ADDRESS) {
      const { amount } = getTransferCheckedInstructionDataDecoder().decode(data)
      transaction.transfers.push({ tokenAccount: accounts[2] as Address, amount, instruction: index })
    }
  }
  return transaction
}
