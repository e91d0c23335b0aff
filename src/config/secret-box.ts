import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { SealBrokenError } from '#domain/seal-broken-error.ts'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + NONCE_BYTES

/**
 * Seals secrets with AES-256-GCM under a key of 32 bytes: version (1 byte), nonce (12), ciphertext, tag (16). `purpose` is
 * authenticated with it, so that a secret sealed for one purpose does not open for another; so is each secret's `about` text.
 */
export function createSecretBox(key: Uint8Array, purpose: string) {
  const associatedData = (about: string) => Buffer.from(`ferry/${VERSION}/${purpose}/${about}`)
  return {
    seal(plain: Uint8Array, about: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData(about))
      const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Uint8Array.of(VERSION), nonce, ciphertext, cipher.getAuthTag()])
    },

    /** Throws SealBrokenError. */
    open(sealed: Uint8Array, about: string): Buffer {
      if (sealed[0] !== VERSION || sealed.length < HEADER_BYTES + TAG_BYTES) throw new SealBrokenError()
      const nonce = sealed.subarray(1, HEADER_BYTES)
      const ciphertext = sealed.subarray(HEADER_BYTES, sealed.length - TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(associatedData(about)).setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(ciphertext), decipher.final()])
      } catch {
        throw new SealBrokenError()
      }
    },
  }
}
