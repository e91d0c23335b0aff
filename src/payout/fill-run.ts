import { type AmountUA, toBaseUnits } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import type { Run } from '#domain/run.ts'
import type { NewTransfer } from '#store/schema.ts'
import type { Store } from '#store/store.ts'
import { queuedClaims } from './queued-claims.ts'

/** Why a payment that comes to nothing is not made. */
export const LESS_THAN_ONE_UNIT = "The amount is less than the token's smallest unit"

/**
 * Puts what is owed on the run's list: every queued claim, or what its distribution still owes. What a payment that was booked
 * from the chain has settled is not owed any more, and what it may have settled fails. May be done again after a crash: what is
 * on the list stays as it is.
 */
export async function fillRun(store: Pick<Store, 'claims' | 'runs' | 'takeOvers'>, run: Run): Promise<void> {
  const paysClaims = run.distributionId === null
  if (run.distributionId === null) await addQueuedClaims(store, run)
  else await store.runs.addDistribution(run.id, run.distributionId)
  // Listed first: what was held back unsigned is no debt before it is on a list again.
  await store.takeOvers.settle(run, { claims: paysClaims, rows: !paysClaims }, run.startedAtMs)
  await store.takeOvers.withhold(run)
  await store.runs.sealList(run)
}

async function addQueuedClaims({ claims, runs }: Pick<Store, 'claims' | 'runs'>, run: Run): Promise<void> {
  for await (const page of queuedClaims(claims)) {
    await runs.addTransfers(page.map((claim) => transferOf(claim, run)))
  }
}

function transferOf(claim: Claim, run: Run): NewTransfer {
  const { baseUnits, dustUA } = toBaseUnits(claim.amountUA as AmountUA, run.mintDecimals)
  const failure = baseUnits === 0n ? LESS_THAN_ONE_UNIT : null
  return {
    claimId: claim.id,
    evmAddress: claim.evmAddress,
    distributionId: null,
    rowNumber: null,
    runId: run.id,
    state: failure === null ? 'queued' : 'failed',
    recipient: claim.solAddress,
    baseUnits: baseUnits.toString(),
    dustUA: dustUA,
    mintAddress: run.mintAddress,
    mintDecimals: run.mintDecimals,
    genesisHash: run.genesisHash,
    packLimit: null,
    failure,
    paidTx: null,
    settledAtMs: null,
  }
}
