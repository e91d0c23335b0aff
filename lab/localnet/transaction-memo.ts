import { LEGACY_MEMO_PROGRAM_ADDRESS_V1, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo'
import type { WireMessage } from './wire-transaction.ts'

const MEMO_PROGRAMS = new Set<string | undefined>([
  LEGACY_MEMO_PROGRAM_ADDRESS_V1,
  LEGACY_MEMO_PROGRAM_ADDRESS_V3,
])

/** Writes the message's memos as a node does, each with its length in bytes: "[5] hello; [3] bye". Null without any. */
export function memoOf(message: WireMessage): string | null {
  const memos = message.instructions
    .filter(({ programAddressIndex }) => MEMO_PROGRAMS.has(message.staticAccounts[programAddressIndex]))
    .map(
      ({ data = new Uint8Array() }) => `[${data.length}] ${new TextDecoder().decode(new Uint8Array(data))}`,
    )
  return memos.length === 0 ? null : memos.join('; ')
}
