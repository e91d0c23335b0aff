import type { Distribution } from '#domain/distribution.ts'
import type { RepeatedPayments } from '#domain/repeated-payments.ts'
import type { Store } from '#store/store.ts'

/** Reads what of a distribution was paid before. */
export type RepeatLookup = (distribution: Distribution) => Promise<RepeatedPayments>

/** While payments are being made, all payments of a long list are compared no more often than this. */
const LEAST_MS = 5_000

/** Holds are decided without a run or a payment. */
const MOST_MS = 30_000

interface Known {
  asOf: string
  atMs: number
  repeated: Promise<RepeatedPayments>
}

/**
 * Creates a lookup for what is only shown: a list that is asked for every two seconds does not compare all its payments each time, but
 * once runs or payments have changed. What it returns may be five seconds old, or thirty where a hold was decided. A start compares
 * anew, in the commit that begins it.
 */
export function createRepeatLookup(
  { distributions, runs, ledger }: Pick<Store, 'distributions' | 'runs' | 'ledger'>,
  monotonicMs: () => number = () => performance.now(),
): RepeatLookup {
  const found = new Map<string, Known>()
  return async (distribution) => {
    const [newest, totals] = await Promise.all([runs.latest(), ledger.totals({ fromMs: null, toMs: null })])
    const paid = totals.map(({ payments, unproved }) => payments + unproved.payments).join(' ')
    const asOf = `${newest?.id} ${newest?.state} ${paid}`
    const known = found.get(distribution.id)
    const ageMs = known ? monotonicMs() - known.atMs : Number.POSITIVE_INFINITY
    if (known && ageMs < (known.asOf === asOf ? MOST_MS : LEAST_MS)) return known.repeated
    const repeated = distributions.repeated(distribution)
    found.set(distribution.id, { asOf, atMs: monotonicMs(), repeated })
    repeated.catch(() => found.delete(distribution.id))
    return repeated
  }
}
