import { deriveKey } from './derive-key.ts'

/** By which a store knows its SECRETS_KEY again; it tells nothing of the key, and no seal can be made with it. */
export function keyFingerprint(secretsKey: Uint8Array): string {
  return deriveKey(secretsKey, 'ferry/1/key-fingerprint').toString('hex')
}
