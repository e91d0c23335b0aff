import type { CompiledTransactionMessage } from '@solana/kit'
import { MEMO_PROGRAM_ADDRESS } from './payout-transaction.ts'

/** Reads the memos of a transaction's top-level instructions, in their order; null without any. */
export function memosOf(message: CompiledTransactionMessage): string | null {
  const memos = instructionsOf(message)
    .filter(({ programIndex }) => message.staticAccounts[programIndex] === MEMO_PROGRAM_ADDRESS)
    .map(({ data }) => new TextDecoder().decode(new Uint8Array(data)))
  return memos.length === 0 ? null : memos.join('; ')
}

function instructionsOf(message: CompiledTransactionMessage) {
  if (message.version !== 1) {
    return message.instructions.map(({ programAddressIndex, data = new Uint8Array() }) => ({
      programIndex: programAddressIndex,
      data,
    }))
  }
  return message.instructionHeaders.map(({ programAccountIndex }, index) => ({
    programIndex: programAccountIndex,
    data: message.instructionPayloads[index]?.instructionData ?? new Uint8Array(),
  }))
}
