import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { SealBrokenError } from '#domain/seal-broken-error.ts'
import type { SealedPlace, SecretBox } from '#domain/secret-box.ts'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + NONCE_BYTES

/**
 * Seals secrets with AES-256-GCM under a key of 32 bytes: version (1 byte), nonce (12), ciphertext, tag (16). The place is
 * authenticated with it, so that a secret that was sealed for one row and column does not open in another.
 */
export function createSecretBox(key: Uint8Array): SecretBox {
  return {
    seal(plain, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData(place))
      const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Uint8Array.of(VERSION), nonce, ciphertext, cipher.getAuthTag()])
    },

    open(sealed, place) {
      if (sealed[0] !== VERSION || sealed.length < HEADER_BYTES + TAG_BYTES) throw new SealBrokenError()
      const nonce = sealed.subarray(1, HEADER_BYTES)
      const ciphertext = sealed.subarray(HEADER_BYTES, sealed.length - TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(associatedData(place)).setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(ciphertext), decipher.final()])
      } catch {
        throw new SealBrokenError()
      }
    },
  }
}

/** JSON delimits the parts, whatever they contain. */
function associatedData({ table, row, column, terms = '' }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify(['ferry', VERSION, table, row, column, terms]))
}
