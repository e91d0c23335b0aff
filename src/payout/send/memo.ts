import { randomBytes } from 'node:crypto'

/** Makes a new attempt's id: 128 random bits in base64url, 22 characters. */
export function newAttemptId(): string {
  return randomBytes(16).toString('base64url')
}

/** Begins the memo of every transaction of ours. Anybody may write it: it counts only beside the wallet's signature. */
const MEMO_PREFIX = 'ferry:'

/** Returns the memo of an attempt's transaction: unique, and findable on the chain. */
export function memoOf(attemptId: string): string {
  return `${MEMO_PREFIX}${attemptId}`
}

/** Tells whether one of a transaction's memos, as the chain's history joins them, is a Ferry's. */
export function bearsFerryMemo(memos: string | null): boolean {
  return memos?.includes(MEMO_PREFIX) ?? false
}
