import { randomBytes } from 'node:crypto'

/** A new attempt's id: 128 random bits in base64url, 22 characters. */
export function newAttemptId(): string {
  return randomBytes(16).toString('base64url')
}

/** What an attempt's transaction says on the chain: unlike any other's, and findable by whoever has the books. */
export function memoOf(attemptId: string): string {
  return `ferry:${attemptId}`
}
