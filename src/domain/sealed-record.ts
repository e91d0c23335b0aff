/** What the seal of a record covers: its fields by name, in a fixed order. */
export interface SealedRecord {
  /** Keeps records apart that happen to have the same fields. */
  kind:
    | 'claim'
    | 'distribution_row'
    | 'holder_list'
    | 'admin_session'
    | 'attempt'
    | 'balance_anchor'
    | 'acknowledgement'
  fields: readonly (readonly [name: string, value: string])[]
}

/** Makes and compares seals: config/record-seal.ts under a key, and others where none is at stake. */
export interface RecordSeal {
  make(record: SealedRecord): string
  /** Null where the seal is this record's, else the names of the fields that differ. */
  differences(record: SealedRecord, seal: string): string[] | null
  /** Whether the seal is this record's, told at less cost. */
  fits(record: SealedRecord, seal: string): boolean
}

/** A value as a seal covers it. SQLite keeps bytes in any column, beside the same digits as text or as a number: they are neither. */
export function sealedValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'bytes' : String(value)
}

/** Stands for this way of writing records. Another way takes another number, and every seal made before stays what it is. */
const VERSION = 1

/** The text of a record that its seal is made over. JSON keeps each value apart from the next, whatever is in it. */
export function sealedText({ kind, fields }: SealedRecord): string {
  return JSON.stringify(['ferry', VERSION, kind, fields])
}

/** The text of one field alone, by which is told what differs. */
export function sealedFieldText(kind: SealedRecord['kind'], name: string, value: string): string {
  return JSON.stringify(['ferry', VERSION, kind, 'field', name, value])
}
