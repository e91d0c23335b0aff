import { randomBytes } from 'node:crypto'

/** A new attempt's id: 128 random bits in base64url, 22 characters. */
export function newAttemptId(): string {
  return randomBytes(16).toString('base64url')
}

const MEMO_PREFIX = 'ferry:'

/** What an attempt's transaction says on the chain: unlike any other's, and findable by whoever has the books. */
export function memoOf(attemptId: string): string {
  return `${MEMO_PREFIX}${attemptId}`
}

/** True for the memos of a transaction, as the chain's history joins them, among which one is a Ferry's. */
export function bearsFerryMemo(memos: string | null): boolean {
  return memos?.includes(MEMO_PREFIX) ?? false
}
