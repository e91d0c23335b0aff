import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32

/** Derives a key of its own for one purpose from SECRETS_KEY, by HKDF. */
export function deriveKey(secretsKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretsKey, new Uint8Array(), purpose, KEY_BYTES))
}
