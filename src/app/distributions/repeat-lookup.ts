import type { Distribution } from '#domain/distribution.ts'
import type { RepeatedPayments } from '#domain/repeated-payments.ts'
import type { Store } from '#store/store.ts'

/** Reads what of a distribution was paid before. */
export type RepeatLookup = (distribution: Distribution) => Promise<RepeatedPayments>

/**
 * Creates a lookup for what is only shown: a list that is asked for every two seconds does not compare all its payments each time, but
 * once after each run that began or ended. A start compares anew.
 */
export function createRepeatLookup({
  distributions,
  runs,
}: Pick<Store, 'distributions' | 'runs'>): RepeatLookup {
  const found = new Map<string, { asOf: string; repeated: Promise<RepeatedPayments> }>()
  return async (distribution) => {
    const newest = await runs.latest()
    const asOf = newest ? `${newest.id} ${newest.state}` : ''
    const known = found.get(distribution.id)
    if (known?.asOf === asOf) return known.repeated
    const repeated = distributions.repeated(distribution)
    found.set(distribution.id, { asOf, repeated })
    repeated.catch(() => found.delete(distribution.id))
    return repeated
  }
}
