import { type SealedRecord, sealedValue } from './sealed-record.ts'

/** A transfer as far as it says which debt it pays: fixed once a transaction is signed for it. */
export interface CarriedTransfer {
  id: number
  evm_address: string | null
  distribution_id: string | null
  row_number: number | null
  recipient: string
  base_units: string
  mint_address: string
  genesis_hash: string
}

/** The part of an attempt that says what lands. */
interface SealedAttempt {
  signature: string
  kind: string
  base_units: string
}

export const CARRIED_FIELDS = [
  'id',
  'evm_address',
  'distribution_id',
  'row_number',
  'recipient',
  'base_units',
  'mint_address',
  'genesis_hash',
] as const satisfies (keyof CarriedTransfer)[]

/** What the seal of an attempt covers: the transaction and the debts that it pays, whatever their order. */
export function sealedAttempt(
  { signature, kind, base_units }: SealedAttempt,
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
      ['base_units', sealedValue(base_units)],
      ['transfers', JSON.stringify(transfers)],
    ],
  }
}

function textOf(value: string | number | null): string | null {
  return value === null ? null : sealedValue(value)
}
