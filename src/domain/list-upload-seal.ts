import { type SealedRecord, sealedValue } from './sealed-record.ts'

/** A holder list that waits for a person's answer, and what was asked. */
export interface AskedUpload {
  id: string
  fileName: string
  fileHash: string
  /** The version that was in force when it was compared; null for none. */
  baseSnapshotId: number | null
  /** The version that it brings back; null for a file. */
  restoredId: number | null
  /** What was shown and asked, as JSON. */
  asked: string
}

const FIELDS = [
  'id',
  'fileName',
  'fileHash',
  'baseSnapshotId',
  'restoredId',
  'asked',
] as const satisfies (keyof AskedUpload)[]

/** Returns the record that an upload's seal covers. The seal is with who was asked, not in the database. */
export function sealedUpload(upload: AskedUpload): SealedRecord {
  return { kind: 'list_upload', fields: FIELDS.map((name) => [name, sealedValue(upload[name])]) }
}
