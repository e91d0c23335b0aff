import { toBaseUnits } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import { coolingOffCutoff } from '#domain/cooling-off.ts'
import { sourceOf } from '#domain/payout-source.ts'
import type { Run } from '#domain/run.ts'
import { isLimited } from '#domain/run-limits.ts'
import type { QueuedPage } from '#store/queued-page.ts'
import type { NewTransfer } from '#store/schema.ts'
import type { Store } from '#store/store.ts'
import { CLAIMS_PER_PAGE } from './queued-claims.ts'

/** The reason why a payment of less than one base unit is not made. */
export const LESS_THAN_ONE_UNIT = "The amount is less than the token's smallest unit"

/**
 * Puts the owed payments on the run's list: every queued claim that is no longer cooling off and within the run's limits, or the unpaid
 * rows of its distribution. Debts that a payment recorded from the chain has settled are not owed any more, and those that it may have
 * settled fail. May be repeated after a crash: what is on the list stays as it is.
 */
export async function fillRun(
  store: Pick<Store, 'runs' | 'takeOvers'>,
  run: Run,
  coolingOffMinutes = 0,
): Promise<void> {
  const source = sourceOf(run)
  if (source.kind === 'claims') await addQueuedClaims(store, run, coolingOffMinutes)
  else await store.runs.addDistribution(run.id, source.id)
  const debts = { claims: source.kind === 'claims', rows: source.kind === 'distribution' }
  // Listed first: a payment on hold without a transaction counts as a debt only once it is on a list again.
  await store.takeOvers.settle(run, debts, run.startedAtMs)
  await store.takeOvers.withhold(run)
  await store.runs.sealList(run)
}

async function addQueuedClaims(
  { runs }: Pick<Store, 'runs'>,
  run: Run,
  coolingOffMinutes: number,
): Promise<void> {
  // What a limited run has paid since makes no room for more.
  if (isLimited(run) && run.transferCount > 0) return
  const only = isLimited(run) ? { run: { id: run.id, isSelection: run.selectedCount !== null } } : undefined
  const acceptedBy = coolingOffCutoff(run.startedAtMs, coolingOffMinutes)
  let afterSeq: number | null = 0
  while (afterSeq !== null) {
    const page: QueuedPage = { afterSeq, limit: CLAIMS_PER_PAGE, acceptedBy, only }
    afterSeq = await runs.addQueuedClaims(page, run, (claim) => transferOf(claim, run))
  }
}

function transferOf(claim: Claim, run: Run): NewTransfer {
  const { baseUnits, dustUA } = toBaseUnits(claim.amountUA, run.mintDecimals)
  const failure = baseUnits === 0n ? LESS_THAN_ONE_UNIT : null
  return {
    claimId: claim.id,
    evmAddress: claim.evmAddress,
    distributionId: null,
    rowNumber: null,
    runId: run.id,
    state: failure === null ? 'queued' : 'failed',
    recipient: claim.solAddress,
    baseUnits,
    dustUA,
    mintAddress: run.mintAddress,
    mintDecimals: run.mintDecimals,
    genesisHash: run.genesisHash,
    packLimit: null,
    failure,
    paidTx: null,
    settledAtMs: null,
  }
}
