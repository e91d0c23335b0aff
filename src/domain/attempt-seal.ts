import type { Attempt } from './attempt.ts'
import { type SealedRecord, sealedValue } from './sealed-record.ts'
import type { Transfer } from './transfer.ts'

/** The part of an attempt that says what lands. */
type SealedAttempt = Pick<Attempt, 'signature' | 'kind' | 'baseUnits'>

const CARRIED_FIELDS = [
  'id',
  'evmAddress',
  'distributionId',
  'rowNumber',
  'recipient',
  'baseUnits',
  'mintAddress',
  'genesisHash',
] as const satisfies (keyof Transfer)[]

/** A transfer as far as it says which debt it pays: fixed once a transaction is signed for it. */
export type CarriedTransfer = Pick<Transfer, (typeof CARRIED_FIELDS)[number]>

/**
 * Returns the record that the seal of an attempt covers: the transaction and the debts that it pays, in any
 * order.
 */
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

function textOf(value: CarriedTransfer[keyof CarriedTransfer]): string | null {
  return value === null ? null : sealedValue(value)
}
