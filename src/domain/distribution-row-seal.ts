import { type SealedRecord, sealedValue } from './sealed-record.ts'

/** One payment of a distribution's file, as it was uploaded. */
export interface UploadedRow {
  distributionId: string | null
  rowNumber: number | null
  recipient: string
  baseUnits: string
  mintAddress: string
  genesisHash: string
}

const FIELDS = [
  'distributionId',
  'rowNumber',
  'recipient',
  'baseUnits',
  'mintAddress',
  'genesisHash',
] as const satisfies (keyof UploadedRow)[]

/** What the seal of a distribution's row covers. */
export function sealedRow(row: UploadedRow): SealedRecord {
  return { kind: 'distribution_row', fields: FIELDS.map((name) => [name, sealedValue(row[name])]) }
}
