import { toBaseUnits } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import { sourceOf } from '#domain/payout-source.ts'
import type { Run } from '#domain/run.ts'
import type { NewTransfer } from '#store/schema.ts'
import type { Store } from '#store/store.ts'
import { queuedClaims } from './queued-claims.ts'

/** The reason why a payment of less than one base unit is not made. */
export const LESS_THAN_ONE_UNIT = "The amount is less than the token's smallest unit"

/**
 * Puts the owed payments on the run's list: every queued claim, or the unpaid rows of its distribution. Debts
 * that a payment recorded from the chain has settled are not owed any more, and those that it may have
 * settled fail. May be repeated after a crash: what is on the list stays as it is.
 */
export async function fillRun(store: Pick<Store, 'claims' | 'runs' | 'takeOvers'>, run: Run): Promise<void> {
  const source = sourceOf(run)
  if (source.kind === 'claims') await addQueuedClaims(store, run)
  else await store.runs.addDistribution(run.id, source.id)
  const debts = { claims: source.kind === 'claims', rows: source.kind === 'distribution' }
  // Listed first: a payment on hold without a transaction counts as a debt only once it is on a list again.
  await store.takeOvers.settle(run, debts, run.startedAtMs)
  await store.takeOvers.withhold(run)
  await store.runs.sealList(run)
}

async function addQueuedClaims({ claims, runs }: Pick<Store, 'claims' | 'runs'>, run: Run): Promise<void> {
  for await (const page of queuedClaims(claims)) {
    await runs.addTransfers(page.map((claim) => transferOf(claim, run)))
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
