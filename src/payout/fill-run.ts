import { fitBaseUnits, NO_BASE_UNITS, NO_DUST } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import { sourceOf } from '#domain/payout-source.ts'
import type { Run } from '#domain/run.ts'
import type { QueuedSelection } from '#store/claims/claims.ts'
import { pagesOf } from '#store/database/queries.ts'
import type { NewTransfer } from '#store/database/schema.ts'
import type { ClaimScope } from '#store/payouts/run-lists.ts'
import type { Store } from '#store/store.ts'
import { payerOf } from './paying-account.ts'
import { judgePayment } from './send/judge-payment.ts'

/** Returns the scope of a run over queued claims: every one, or those that were selected, or accepted by then. */
export function claimScope(
  scope: Partial<Pick<ClaimScope, 'claimIds' | 'acceptedBy' | 'judged'>> = {},
): ClaimScope {
  return { claimIds: null, acceptedBy: null, judged: null, ...scope, transferOf }
}

/**
 * Brings a run's list up to date, and adds nothing to it (the commit that began the run made it, see store/payouts/run-lists.ts): debts that a
 * payment recorded from the chain has settled are not owed any more, and those that it may have settled fail. May be repeated after a
 * crash.
 */
export async function settleListed(store: Pick<Store, 'runs' | 'takeOvers'>, run: Run): Promise<void> {
  const source = sourceOf(run)
  const debts = { claims: source.kind === 'claims', rows: source.kind === 'distribution' }
  await store.takeOvers.settle(run, debts, run.startedAtMs)
  await store.takeOvers.withhold(run)
  await store.runs.sealList(run)
}

function transferOf(claim: Claim, run: Run): NewTransfer {
  const amount = fitBaseUnits(claim.amountUA, run.mintDecimals)
  const { baseUnits, dustUA } = amount ?? { baseUnits: NO_BASE_UNITS, dustUA: NO_DUST }
  const isPayer = claim.solAddress === payerOf(run)
  const failure = judgePayment({ baseUnits: amount && baseUnits, isPayer })?.words ?? null
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

export const CLAIMS_PER_PAGE = 1000

/** Reads the queued claims, in order of arrival, page by page; only those submitted and corrected by then where a time is given, and only those that a limited run may take. */
export function queuedClaims(
  claims: Store['claims'],
  acceptedBy: number | null = null,
  only?: QueuedSelection,
): AsyncGenerator<Claim[], void, void> {
  return pagesOf(
    0,
    (afterSeq) => claims.pageOfQueued(afterSeq, CLAIMS_PER_PAGE, acceptedBy, only),
    ({ seq }) => seq,
  )
}
