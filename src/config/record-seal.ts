import { createHmac, createSecretKey, hash } from 'node:crypto'
import { type SealedRecord, sealedFieldText, sealedText } from '#domain/sealed-record.ts'
import { deriveKey } from './derive-key.ts'
import { isSameText } from './is-same-text.ts'

const KEY_PURPOSE = 'ferry/1/record-seal'
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
  const key = createSecretKey(deriveKey(secretsKey, KEY_PURPOSE))
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
