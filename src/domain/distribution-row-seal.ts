import { type SealedRecord, sealedValue } from './sealed-record.ts'
import type { Transfer } from './transfer.ts'

const FIELDS = [
  'distributionId',
  'rowNumber',
  'recipient',
  'baseUnits',
  'mintAddress',
  'genesisHash',
] as const satisfies (keyof Transfer)[]

/** One payment of a distribution's file, as it was uploaded. */
export type UploadedRow = Pick<Transfer, (typeof FIELDS)[number]>

/** Returns the record that the seal of a distribution's row covers. */
export function sealedRow(row: UploadedRow): SealedRecord {
  return { kind: 'distribution_row', fields: FIELDS.map((name) => [name, sealedValue(row[name])]) }
}
