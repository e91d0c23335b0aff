import { deriveKey } from './derive-key.ts'

/** Fingerprint of SECRETS_KEY, stored to recognize it. Reveals nothing about the key, and makes no seal. */
export function keyFingerprint(secretsKey: Uint8Array): string {
  return deriveKey(secretsKey, 'ferry/1/key-fingerprint').toString('hex')
}
