import { randomBytes } from 'node:crypto'
import type { RecordSeal } from '#domain/sealed-record.ts'

const TOKEN_BYTES = 32

/** 256 random bits in base64url. */
export function makeSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What the store keeps instead of the token. Keyed: who can write to the database, and no more, can not open a session. */
export function sealSessionToken(seals: Pick<RecordSeal, 'make'>, token: string): string {
  return seals.make({ kind: 'admin_session', fields: [['token', token]] })
}
