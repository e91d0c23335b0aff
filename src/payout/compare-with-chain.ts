import type { Address } from '@solana/kit'
import type { DifferenceKind } from '#domain/difference-kind.ts'
import type { ChainPayment } from '#domain/payment.ts'

/** A payment as the records have it. */
export interface RecordedPayment {
  /** What a person finds it by: a claim's id, or a row of a distribution. */
  reference: string
  recipient: Address
  baseUnits: bigint
  signature: string
  /** Recorded without a run of this wallet: it may have come from another wallet, whose history this is not. */
  isFromElsewhere: boolean
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
  booked: readonly RecordedPayment[],
  chain: readonly ChainPayment[],
): Difference[] {
  const byPlace = Map.groupBy(booked, placeOf)
  const recipients = new Set(booked.map(({ recipient }) => recipient))
  const differences: Difference[] = []
  for (const payment of chain) {
    const matches = byPlace.get(placeOf(payment)) ?? []
    byPlace.delete(placeOf(payment))
    const sum = matches.reduce((total, { baseUnits }) => total + baseUnits, 0n)
    if (sum === payment.baseUnits) continue
    const paidAgain = recipients.has(payment.recipient) ? 'duplicate' : 'foreign'
    const kind = matches.length > 0 ? 'different_amount' : paidAgain
    differences.push(difference(kind, payment, referencesOf(matches), sum, payment.baseUnits))
  }
  for (const matches of byPlace.values()) {
    for (const payment of matches.filter(({ isFromElsewhere }) => !isFromElsewhere)) {
      differences.push(difference('missing', payment, payment.reference, payment.baseUnits, 0n))
    }
  }
  return differences
}

/** One transaction pays a wallet once, however many payments to it were packed together. */
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
