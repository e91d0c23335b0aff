import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/app-context.ts'

const TOKEN_BYTES = 32

/** 256 random bits in base64url. */
export function makeSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/**
 * What the store keeps instead of the token. Keyed: who can write to the database, and no more, can not open a session. The password
 * is part of it: with another one no session of before is found.
 */
export function sealSessionToken(
  { seals, sessionTerms }: Pick<AppContext, 'seals' | 'sessionTerms'>,
  token: string,
): string {
  return seals.make({
    kind: 'admin_session',
    fields: [
      ['token', token],
      ['password', sessionTerms.passwordFingerprint],
    ],
  })
}
