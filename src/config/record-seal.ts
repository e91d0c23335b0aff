import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type SealedRecord, sealedFieldText, sealedText } from '#domain/sealed-record.ts'

const KEY_BYTES = 32
const KEY_INFO = 'ferry/1/record-seal'

/** Enough to tell by which field a record differs; only the whole seal says that it does not. */
const FIELD_TAG_DIGITS = 8

/**
 * Seals records with HMAC-SHA-256, under a key of their own that HKDF derives from SECRETS_KEY: who can write to the database,
 * and no more, can not make a seal. In hex: the MAC over the whole record, then a short one over each field.
 */
export function createRecordSeal(secretsKey: Uint8Array) {
  const derived = hkdfSync('sha256', secretsKey, new Uint8Array(), KEY_INFO, KEY_BYTES)
  const key = createSecretKey(new Uint8Array(derived))
  const mac = (text: string) => createHmac('sha256', key).update(text).digest('hex')
  const fieldTags = ({ kind, fields }: SealedRecord) =>
    fields.map(([name, value]) => mac(sealedFieldText(kind, name, value)).slice(0, FIELD_TAG_DIGITS))

  function make(record: SealedRecord): string {
    return mac(sealedText(record)) + fieldTags(record).join('')
  }

  return {
    make,

    /** Null where the seal is this record's. Else the names of the fields that differ: all of them where another key made it. */
    differences(record: SealedRecord, seal: string): string[] | null {
      const expected = make(record)
      if (isSame(seal, expected)) return null
      const macDigits = expected.length - record.fields.length * FIELD_TAG_DIGITS
      return fieldTags(record).flatMap((tag, index) => {
        const start = macDigits + index * FIELD_TAG_DIGITS
        return seal.slice(start, start + FIELD_TAG_DIGITS) === tag ? [] : [record.fields[index]?.[0] ?? '']
      })
    },
  }
}

function isSame(seal: string, expected: string): boolean {
  const [given, wanted] = [Buffer.from(seal), Buffer.from(expected)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
