/** The part of a record that its seal covers: fields by name, in a fixed order. */
export interface SealedRecord {
  /** Keeps records apart that happen to have the same fields. */
  kind:
    | 'claim'
    | 'distribution_row'
    | 'holder_list'
    | 'superseded_list'
    | 'list_upload'
    | 'admin_session'
    | 'known_client'
    | 'attempt'
    | 'balance_anchor'
    | 'acknowledgement'
  fields: readonly (readonly [name: string, value: string])[]
}

/** Makes and compares seals: config/record-seal.ts does so under a key, store/unsealed.ts without one. */
export interface RecordSeal {
  make(record: SealedRecord): string
  /** Returns null where the seal is this record's, else the names of the fields that differ. */
  differences(record: SealedRecord, seal: string): string[] | null
  /** Tells whether the seal is this record's, at less cost. */
  fits(record: SealedRecord, seal: string): boolean
}

/**
 * Returns a value as a seal covers it. SQLite keeps bytes in any column, beside the same digits as text or as
 * a number: they are neither.
 */
export function sealedValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'bytes' : String(value)
}

/**
 * The version of the format of sealed records. A changed format takes another number, so that no seal of one
 * fits another.
 */
const VERSION = 1

/**
 * Returns the text of a record that its seal is made over. JSON delimits the values, whatever they contain.
 */
export function sealedText({ kind, fields }: SealedRecord): string {
  return JSON.stringify(['ferry', VERSION, kind, fields])
}

/** Returns the text of one field alone: compared field by field, it shows which ones differ. */
export function sealedFieldText(kind: SealedRecord['kind'], name: string, value: string): string {
  return JSON.stringify(['ferry', VERSION, kind, 'field', name, value])
}
