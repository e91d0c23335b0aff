import type { Address } from '@solana/kit'
import { sumBaseUnits } from '#domain/amounts.ts'
import { comparePayments } from '#domain/compare-payments.ts'
import type { DifferenceKind } from '#domain/difference-kind.ts'
import type { ChainPayment } from '#domain/payment.ts'

/** A payment as the records have it. */
export interface RecordedPayment {
  /** The name by which a person finds it: a claim's id, or a row of a distribution. */
  reference: string
  recipient: Address
  baseUnits: bigint
  signature: string
  /**
   * True when it was recorded without a run: it may have come from another wallet, whose history was not
   * read.
   */
  isFromElsewhere: boolean
  /** False where an operator marked it sent although no transaction shows it. */
  isProved: boolean
}

export interface Difference {
  kind: DifferenceKind
  reference: string | null
  recipient: Address
  signature: string
  recordedBaseUnits: bigint
  chainBaseUnits: bigint
}

/** Matches records and chain, transaction by transaction and recipient by recipient, to the base unit. */
export function compareWithChain(
  records: readonly RecordedPayment[],
  chain: readonly ChainPayment[],
): Difference[] {
  const recorded = Map.groupBy(divideRecords(records, chain).compared, placeOf)
  const paid = Map.groupBy(chain, placeOf)
  const recipients = new Set(records.map(({ recipient }) => recipient))
  return [...new Set([...paid.keys(), ...recorded.keys()])].flatMap((place) =>
    compareAt(recorded.get(place) ?? [], paid.get(place) ?? [], recipients),
  )
}

/**
 * Tells the records that the wallet's history has to show from those that it need not: payments that were recorded by hand, of a
 * transaction that is not in it.
 */
export function divideRecords(
  records: readonly RecordedPayment[],
  chain: readonly ChainPayment[],
): Record<'compared' | 'elsewhere' | 'unproved', RecordedPayment[]> {
  const shown = new Set(chain.map(placeOf))
  const byHand = (record: RecordedPayment) => record.isFromElsewhere && !shown.has(placeOf(record))
  return {
    compared: records.filter((record) => !byHand(record)),
    elsewhere: records.filter((record) => byHand(record) && record.isProved),
    unproved: records.filter((record) => byHand(record) && !record.isProved),
  }
}

function compareAt(
  recorded: readonly RecordedPayment[],
  chain: readonly ChainPayment[],
  recipients: ReadonlySet<string>,
): Difference[] {
  const result = comparePayments(recorded, chain)
  if (result === null) return []
  const [payment] = chain
  if (!payment) {
    return recorded.map((missing) => difference('missing', missing, missing.reference, missing.baseUnits, 0n))
  }
  const paidAgain = recipients.has(payment.recipient) ? 'duplicate' : 'foreign'
  const kind = result === 'unexpected' ? paidAgain : 'different_amount'
  return [difference(kind, payment, referencesOf(recorded), sumBaseUnits(recorded), sumBaseUnits(chain))]
}

/**
 * Returns the key of a transaction's recipient: payments to one wallet within one transaction are one
 * movement.
 */
function placeOf({ signature, recipient }: { signature: string; recipient: string }): string {
  return `${signature} ${recipient}`
}

function referencesOf(payments: readonly RecordedPayment[]): string | null {
  return payments.length === 0 ? null : payments.map(({ reference }) => reference).join(', ')
}

function difference(
  kind: DifferenceKind,
  { recipient, signature }: { recipient: Address; signature: string },
  reference: string | null,
  recordedBaseUnits: bigint,
  chainBaseUnits: bigint,
): Difference {
  return { kind, reference, recipient, signature, recordedBaseUnits, chainBaseUnits }
}
