import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** 256 random bits in base64url. */
export function makeSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What the store keeps instead of the token. A plain hash will do: there is nothing to guess in 256 random bits. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
