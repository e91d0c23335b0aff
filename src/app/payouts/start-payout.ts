import type { AppContext } from '#app/app-context.ts'
import { askingCluster } from '#app/senders/sender-cluster.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { distributionIdOf, type PayoutSource } from '#domain/payout-source.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Sender } from '#domain/sender.ts'
import { type OwedPayments, owedPayments } from '#payout/owed-payments.ts'
import { type PayoutPlan, planPayout, shortfallOf } from '#payout/plan-payout.ts'
import { findUnknownPayments, type UnknownPayments } from '#payout/unknown-payments.ts'
import { payingAccount } from '#payout/wallet-history.ts'
import { sourceTerms } from './source-terms.ts'
import { assertTakesAny, isUnlimited, readStart, type Start, type StartTerms } from './start-terms.ts'

/** The most recipients that a start waits for; the others are looked up before the run signs anything (see preflight.ts). */
const MAX_LOOK_UPS = 200

/**
 * Starts paying what a source owes, or the part of it that the terms name, in the background. Throws run_in_progress, what its
 * sender and what is owed throw (see source-terms.ts), what its terms throw (see start-terms.ts), or as beginRun does.
 */
export async function startPayout(
  app: AppContext,
  source: PayoutSource,
  asked: StartTerms = {},
): Promise<{ message: string }> {
  const terms = sourceTerms(app, source)
  const sender = await terms.sender()
  await assertNotPaying(app, sender)
  const startedAtMs = app.now()
  const start = await readStart(app, sender, asked)
  const owed = await terms.countOwed(sender, startedAtMs)
  const { estimate } = await beginRun(app, sender, source, startedAtMs, start)
  return { message: terms.startedWords(isUnlimited(start) ? owed : estimate.transferCount, start.canary) }
}

/** Throws run_in_progress while a sender's wallet pays already, for either sender. */
async function assertNotPaying({ store }: AppContext, { walletAddress }: Sender): Promise<void> {
  const unfinished = await store.runs.unfinished()
  if (unfinished.some((run) => run.walletAddress === walletAddress)) throw new PortalError('run_in_progress')
}

/**
 * Records a run on a sender's terms and begins it in the background, once no quick check fails. Throws
 * run_in_progress (a unique index decides between two starts at the same instant), store_not_durable,
 * records_behind_chain, cluster_changed, rpc_unreachable, what is wrong with the mint (mint_changed among
 * it), source_account_frozen, insufficient_sol, insufficient_tokens, needs_confirmation, and where the terms take nothing
 * selection_settled or limit_takes_nothing.
 */
async function beginRun(
  app: AppContext,
  sender: Sender,
  source: PayoutSource,
  startedAtMs: number,
  start: Start,
): Promise<PayoutPlan> {
  const { store, payouts } = app
  const limits = isUnlimited(start) ? null : start
  await assertSafeRecords(app, sender)
  const terms = sourceTerms(app, source)
  const unresolved = await store.journal.unresolved(sender.genesisHash)
  const { unknown, plan } = await lookAtChain(
    app,
    sender,
    owedPayments(store, source, sender.mintDecimals, terms.acceptedBy(startedAtMs), limits),
  )
  if (plan === null) throw await noteBehind(app, sender, unknown)
  if (plan.blocker) throw plan.blocker
  if (limits) assertTakesAny(limits, plan)
  // Payments of an earlier run under way may or may not have left the wallet: then the balance decides
  // nothing yet.
  const shortfall = unresolved.length === 0 ? shortfallOf(plan) : null
  if (shortfall) throw shortfall
  const { maxPayments, maxBaseUnits, claimIds, canary } = start
  const planned = {
    sender: sender.kind,
    distributionId: distributionIdOf(source),
    state: 'running' as const,
    walletAddress: sender.walletAddress,
    mintAddress: sender.mintAddress,
    mintDecimals: sender.mintDecimals,
    tokenProgram: sender.tokenProgram,
    genesisHash: sender.genesisHash,
    batchSize: sender.batchSize,
    delayMs: sender.delayMs,
    transferCount: 0,
    batchCount: 0,
    maxPayments,
    maxBaseUnits,
    selectedCount: claimIds?.length ?? null,
    canary,
    estimatedFeeLamports: plan.estimate.feeLamports,
    estimatedRentLamports: plan.estimate.rentLamports,
    message: null,
    startedAtMs,
    finishedAtMs: null,
  }
  payouts.launch(await terms.begin(planned, start))
  return plan
}

/**
 * Throws store_not_durable or records_behind_chain: payments would be lost from the records, or made again.
 */
async function assertSafeRecords({ store }: AppContext, sender: Sender): Promise<void> {
  const setting = await store.durability()
  if (setting !== null) throw new PortalError('store_not_durable', { setting })
  const known = await store.recordsBehind.find(sender)
  if (known && known.payments > 0) throw behind(sender, known.payments, known.baseUnits)
}

/**
 * Reads the wallet's history since it was last known to agree, and plans the run if no payment in it is
 * unknown. It answers at once: the run checks more before it signs anything (see payout/clearance.ts). Throws
 * cluster_changed or rpc_unreachable.
 */
async function lookAtChain(
  { store, payouts, recipients }: AppContext,
  sender: Sender,
  payments: OwedPayments,
) {
  const anchor = await store.runs.newestAnchor(sender)
  const account = { ...payingAccount(sender), sinceSlot: anchor?.slot ?? -1 }
  return askingCluster(() =>
    payouts.readerOf(sender).readSurely(async (rpc) => {
      const unknown = await findUnknownPayments(rpc, store, { ...account, glance: true })
      if (unknown.payments > 0) return { unknown, plan: null }
      return {
        unknown,
        plan: await planPayout({ store, rpc, recipients }, sender, payments, MAX_LOOK_UPS),
      }
    }),
  )
}

async function noteBehind(
  { store, now }: AppContext,
  sender: Sender,
  { payments, baseUnits }: UnknownPayments,
): Promise<PortalError> {
  const { genesisHash, walletAddress, mintAddress } = sender
  await store.recordsBehind.set({
    genesisHash,
    walletAddress,
    mintAddress,
    payments,
    baseUnits,
    checkedAtMs: now(),
  })
  return behind(sender, payments, baseUnits)
}

function behind({ mintDecimals }: Sender, payments: number, baseUnits: bigint): PortalError {
  const amountUA = formatDecimalUnits(baseUnits, mintDecimals)
  return new PortalError('records_behind_chain', { payments, amountUA })
}
