import { type SealedRecord, sealedValue } from './sealed-record.ts'

/** A transfer as far as it says which debt it pays: fixed once a transaction is signed for it. */
export interface CarriedTransfer {
  id: number
  evmAddress: string | null
  distributionId: string | null
  rowNumber: number | null
  recipient: string
  baseUnits: string
  mintAddress: string
  genesisHash: string
}

/** The part of an attempt that says what lands. */
interface SealedAttempt {
  signature: string
  kind: string
  baseUnits: string
}

export const CARRIED_FIELDS = [
  'id',
  'evmAddress',
  'distributionId',
  'rowNumber',
  'recipient',
  'baseUnits',
  'mintAddress',
  'genesisHash',
] as const satisfies (keyof CarriedTransfer)[]

/** What the seal of an attempt covers: the transaction and the debts that it pays, whatever their order. */
export function sealedAttempt(
  { signature, kind, baseUnits }: SealedAttempt,
  carried: readonly CarriedTransfer[],
): SealedRecord {
  const transfers = carried
    .map((transfer) => JSON.stringify(CARRIED_FIELDS.map((name) => textOf(transfer[name]))))
    .toSorted()
  return {
    kind: 'attempt',
    fields: [
      ['signature', sealedValue(signature)],
      ['kind', sealedValue(kind)],
      ['baseUnits', sealedValue(baseUnits)],
      ['transfers', JSON.stringify(transfers)],
    ],
  }
}

function textOf(value: string | number | null): string | null {
  return value === null ? null : sealedValue(value)
}
