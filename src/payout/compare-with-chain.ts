/** A payment as the books have it. */
export interface BookedPayment {
  /** What a person finds it by: a claim's id, or a row of a distribution. */
  reference: string
  recipient: string
  baseUnits: bigint
  signature: string
  /** An operator marked it sent: it may have come from another wallet, whose history this is not. */
  isByHand: boolean
}

/** Tokens that left the sending wallet, as the chain has it. */
export interface ChainPayment {
  signature: string
  recipient: string
  baseUnits: bigint
  /** The transaction carries one of Ferry's memos. */
  isOurs: boolean
}

export type DifferenceKind =
  /** The books say paid, the chain does not. */
  | 'missing'
  /** The chain paid a recipient of the books again, in a transaction that the books do not count. */
  | 'duplicate'
  /** The chain paid somebody whom the books do not know. */
  | 'foreign'
  /** Both say paid, by different amounts. */
  | 'different_amount'

export interface Difference {
  kind: DifferenceKind
  reference: string | null
  recipient: string
  signature: string
  bookedBaseUnits: bigint
  chainBaseUnits: bigint
}

/** Matches books and chain, transaction by transaction and recipient by recipient, to the base unit. */
export function compareWithChain(
  booked: readonly BookedPayment[],
  chain: readonly ChainPayment[],
): Difference[] {
  const byPlace = new Map<string, BookedPayment[]>()
  for (const payment of booked) {
    const place = placeOf(payment)
    byPlace.set(place, [...(byPlace.get(place) ?? []), payment])
  }
  const recipients = new Set(booked.map(({ recipient }) => recipient))
  const differences: Difference[] = []
  for (const payment of chain) {
    const matches = byPlace.get(placeOf(payment)) ?? []
    byPlace.delete(placeOf(payment))
    const sum = matches.reduce((total, { baseUnits }) => total + baseUnits, 0n)
    if (sum === payment.baseUnits) continue
    const isKnown = payment.isOurs && recipients.has(payment.recipient)
    const kind = matches.length > 0 ? 'different_amount' : isKnown ? 'duplicate' : 'foreign'
    differences.push(difference(kind, payment, referencesOf(matches), sum, payment.baseUnits))
  }
  for (const matches of byPlace.values()) {
    for (const payment of matches.filter(({ isByHand }) => !isByHand)) {
      differences.push(difference('missing', payment, payment.reference, payment.baseUnits, 0n))
    }
  }
  return differences
}

/** One transaction pays a wallet once, however many payments to it were packed together. */
function placeOf({ signature, recipient }: { signature: string; recipient: string }): string {
  return `${signature} ${recipient}`
}

function referencesOf(payments: readonly BookedPayment[]): string | null {
  return payments.length === 0 ? null : payments.map(({ reference }) => reference).join(', ')
}

function difference(
  kind: DifferenceKind,
  { recipient, signature }: { recipient: string; signature: string },
  reference: string | null,
  bookedBaseUnits: bigint,
  chainBaseUnits: bigint,
): Difference {
  return { kind, reference, recipient, signature, bookedBaseUnits, chainBaseUnits }
}
