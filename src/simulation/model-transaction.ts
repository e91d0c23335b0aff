import {
  type Address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  getTransferCheckedInstructionDataDecoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'

/** A payout's transaction as the model understands it, read from its wire bytes. */
export interface ModelTransaction {
  signature: string
  blockhash: string
  memo: string
  /** Token accounts that it creates, with their owners. */
  creates: { tokenAccount: Address; owner: Address }[]
  transfers: { tokenAccount: Address; amount: bigint; instruction: number }[]
}

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

export function readModelTransaction(wireBytes: Uint8Array): ModelTransaction {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wireBytes)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  if (!('instructions' in message) || !('lifetimeToken' in message)) throw new Error('Not a v0 transaction')
  const [signature] = Object.values(signatures)
  if (!signature) throw new Error('The transaction is not signed')
  const transaction: ModelTransaction = {
    signature: getBase58Decoder().decode(signature),
    blockhash: message.lifetimeToken,
    memo: '',
    creates: [],
    transfers: [],
  }
  for (const [index, instruction] of message.instructions.entries()) {
    const program = message.staticAccounts[instruction.programAddressIndex]
    const accounts = (instruction.accountIndices ?? []).map((at) => message.staticAccounts[at] as Address)
    const data = new Uint8Array(instruction.data ?? [])
    if (program === MEMO_PROGRAM) transaction.memo = Buffer.from(data).toString()
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
