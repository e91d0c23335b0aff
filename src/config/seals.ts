import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { ReceiptSigner } from '#domain/portal-receipt.ts'
import { type SealedRecord, sealedFieldText, sealedText, sealedValue } from '#domain/sealed-record.ts'
import { SealBrokenError, type SealedPlace, type SecretBox } from '#domain/secret-box.ts'

const KEY_BYTES = 32

/** Derives a key of its own for one purpose from SECRETS_KEY, by HKDF. */
export function deriveKey(secretsKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretsKey, new Uint8Array(), purpose, KEY_BYTES))
}

/** Compares two texts in constant time: it does not tell where they differ. */
export function isSameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Fingerprint of SECRETS_KEY, stored to recognize it. Reveals nothing about the key, and makes no seal. */
export function keyFingerprint(secretsKey: Uint8Array): string {
  return deriveKey(secretsKey, 'ferry/1/key-fingerprint').toString('hex')
}

const RECORD_KEY_PURPOSE = 'ferry/1/record-seal'
const FIELD_KEY_PURPOSE = 'ferry/1/record-seal-fields'

/** Enough to tell in which field a record differs; only the whole seal proves that it does not. */
const FIELD_TAG_DIGITS = 8

/** Of HMAC-SHA-256, in hex. */
const MAC_DIGITS = 64

/**
 * Seals records with HMAC-SHA-256, under a key of their own that HKDF derives from SECRETS_KEY: write access to the database
 * alone is not enough to make a seal. In hex: the MAC over the whole record, then a short keyed digest of each field.
 */
export function createRecordSeal(secretsKey: Uint8Array) {
  const key = createSecretKey(deriveKey(secretsKey, RECORD_KEY_PURPOSE))
  const fieldKey = deriveKey(secretsKey, FIELD_KEY_PURPOSE).toString('base64url')
  // Eleven fields of a claim in the time of two and a half MACs. A tag is too short for the digest to be gone on with.
  const tag = (text: string) => hash('sha256', `${fieldKey} ${text}`).slice(0, FIELD_TAG_DIGITS)
  const mac = (text: string) => createHmac('sha256', key).update(text).digest('hex')
  const fieldTags = ({ kind, fields }: SealedRecord) =>
    fields.map(([name, value]) => tag(sealedFieldText(kind, name, value)))

  function make(record: SealedRecord): string {
    return mac(sealedText(record)) + fieldTags(record).join('')
  }

  return {
    make,

    /** Returns true when the seal is this record's, at the cost of one MAC. */
    fits(record: SealedRecord, seal: string): boolean {
      return isSameText(seal.slice(0, MAC_DIGITS), mac(sealedText(record)))
    },

    /** Returns null when the seal is this record's, else the fields that differ: all of them where another key made it. */
    differences(record: SealedRecord, seal: string): string[] | null {
      const expected = make(record)
      if (isSameText(seal, expected)) return null
      return fieldTags(record).flatMap((tag, index) => {
        const start = MAC_DIGITS + index * FIELD_TAG_DIGITS
        return seal.slice(start, start + FIELD_TAG_DIGITS) === tag ? [] : [record.fields[index]?.[0] ?? '']
      })
    },
  }
}

const ROW_KEY_PURPOSE = 'ferry/1/allocation-seal'

/** 128 bits in base64url. */
const ROW_SEAL_DIGITS = 22

/**
 * Seals the rows of a holder list: SHA-256 over a key that HKDF derives from SECRETS_KEY, the version's nonce, the address and the
 * amount. A million rows are sealed in one import, and this takes a fifth of the time of createHmac. Half of the digest is kept:
 * a whole digest with the key in front would allow a length-extension attack.
 */
export function createAllocationSeal(secretsKey: Uint8Array) {
  const key = deriveKey(secretsKey, ROW_KEY_PURPOSE).toString('base64url')

  function make(nonce: string, address: string, amountWei: string): string {
    return hash('sha256', `${key} ${nonce} ${address} ${amountWei}`, 'base64url').slice(0, ROW_SEAL_DIGITS)
  }

  return {
    make,

    /** Returns true when the seal is that of this amount, given as the store has it. */
    fits(nonce: string, address: string, amountWei: unknown, seal: string): boolean {
      return isSameText(seal, make(nonce, address, sealedValue(amountWei)))
    },
  }
}

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

const signInThread = promisify<null, Buffer, KeyObject, Buffer>(sign)

const RECEIPT_KEY_PURPOSE = 'ferry/1/receipt-key'

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const RECEIPT_KEY_BYTES = 32

/** Signs receipts with an Ed25519 key that HKDF derives from SECRETS_KEY: every server of a portal has the same one. */
export function createReceiptSigner(secretsKey: Uint8Array): ReceiptSigner {
  const der = Buffer.concat([PKCS8_HEAD, deriveKey(secretsKey, RECEIPT_KEY_PURPOSE)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    publicKey: spki.subarray(-RECEIPT_KEY_BYTES).toString('hex'),
    // In a thread of Node's: the event loop has other work on a busy day.
    sign: async (text) => (await signInThread(null, Buffer.from(text), key)).toString('hex'),
  }
}
