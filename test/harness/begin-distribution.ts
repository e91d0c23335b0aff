import type { Run } from '#domain/run.ts'
import type { DistributionStart } from '#store/payouts/distribution-runs.ts'
import type { Store } from '#store/store.ts'

/** Begins a run over a distribution with its list, whatever was paid before. */
export async function beginDistribution(store: Store, run: DistributionStart['run']): Promise<Run> {
  const outcome = await store.distributions.begin({ run, decide: () => ({ kind: 'pay', action: null }) })
  if (outcome.kind !== 'begun') throw new Error(outcome.kind)
  return outcome.run
}
