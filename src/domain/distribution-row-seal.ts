import { type SealedRecord, sealedValue } from './sealed-record.ts'

/** One payment of a distribution's file, as it was uploaded. */
export interface UploadedRow {
  distribution_id: string | null
  row_number: number | null
  recipient: string
  base_units: string
  mint_address: string
  genesis_hash: string
}

const FIELDS = [
  'distribution_id',
  'row_number',
  'recipient',
  'base_units',
  'mint_address',
  'genesis_hash',
] as const satisfies (keyof UploadedRow)[]

/** What the seal of a distribution's row covers. */
export function sealedRow(row: UploadedRow): SealedRecord {
  return { kind: 'distribution_row', fields: FIELDS.map((name) => [name, sealedValue(row[name])]) }
}
