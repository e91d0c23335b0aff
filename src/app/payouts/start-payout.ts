import { createHash } from 'node:crypto'
import type { AppContext } from '#app/app-context.ts'
import { withoutRepeats } from '#app/distributions/repeated-rows.ts'
import { askingCluster } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { distributionIdOf, type PayoutSource, sourceOf } from '#domain/payout-source.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Run } from '#domain/run.ts'
import type { Sender } from '#domain/sender.ts'
import { type OwedPayments, owedPayments } from '#payout/owed-payments.ts'
import { payerOf, payingAccount } from '#payout/paying-account.ts'
import { type PayoutPlan, type PlanTerms, planPayout, shortfallOf } from '#payout/plan-payout.ts'
import { findUnknownPayments, type UnknownPayments } from '#payout/records/unknown-payments.ts'
import type { NewRun } from '#store/database/schema.ts'
import { OtherPaymentsError, PaymentDigest } from '#store/payouts/run-lists.ts'
import { createPaymentAuthorization } from './payment-authorization.ts'
import { sourceTerms } from './source-terms.ts'
import {
  assertAsShown,
  assertTakesAny,
  changedMeanwhile,
  isUnlimited,
  readStart,
  type Start,
  type StartTerms,
} from './start-terms.ts'

/** The most recipients that a start waits for; the others are looked up before the run signs anything (see preflight.ts). */
const MAX_LOOK_UPS = 200

/** How often a start looks again where what is owed changes as it looks. */
const MAX_LOOKS = 3

/** A start as its run remembers it. */
type StartMark = Pick<NewRun, 'startKey' | 'startBodyHash'>

/**
 * Starts paying what a source owes, or the part of it that the terms name, in the background. The same start with the same key is
 * answered once more, and starts nothing. Throws start_key_used for another start with that key, run_in_progress, what its sender and
 * what is owed throw (see source-terms.ts), what its terms throw (see start-terms.ts), or as beginRun does.
 */
export async function startPayout(
  app: AppContext,
  source: PayoutSource,
  asked: StartTerms = {},
  key?: string,
): Promise<{ message: string }> {
  const terms = sourceTerms(app, source)
  const mark = key === undefined ? null : markOf(source, asked, key)
  const begun = await findBegun(app, mark)
  if (begun) return { message: await terms.startedWords(begun) }
  try {
    const sender = await terms.sender()
    await assertNotPaying(app, sender)
    const startedAtMs = app.now()
    const start = await readStart(app, sender, asked)
    await terms.assertOwes(sender, startedAtMs)
    const run = await beginRun(app, sender, source, { startedAtMs, start, mark })
    return { message: await terms.startedWords(run) }
  } catch (error) {
    // The same start may have been answered meanwhile, by this server or another.
    const other = await findBegun(app, mark)
    if (!other) throw error
    return { message: await terms.startedWords(other) }
  }
}

function markOf(source: PayoutSource, asked: StartTerms, key: string): StartMark & { startKey: string } {
  const route = source.kind === 'claims' ? 'claims' : `distribution ${source.id}`
  const startBodyHash = createHash('sha256').update(JSON.stringify(asked)).digest('hex')
  return { startKey: `${route} ${key}`, startBodyHash }
}

/** Finds the run that the same start has begun. Throws start_key_used where it was another start. */
async function findBegun({ store }: AppContext, mark: ReturnType<typeof markOf> | null) {
  const run = mark && (await store.runs.findStarted(mark.startKey))
  if (run && run.startBodyHash !== mark.startBodyHash) throw new PortalError('start_key_used')
  return run
}

/** Throws run_in_progress while a sender's wallet pays already, for either sender. */
async function assertNotPaying({ store }: AppContext, { walletAddress }: Sender): Promise<void> {
  const running = (await store.runs.unfinished()).find((run) => run.walletAddress === walletAddress)
  if (running) throw new PortalError('run_in_progress', { what: sourceOf(running).kind })
}

interface RunStart {
  startedAtMs: number
  start: Start
  mark: StartMark | null
}

/**
 * Records a run on a sender's terms and begins it in the background, once no quick check fails. Where the start names what was shown, the
 * run takes that in the commit that records it, or nothing is recorded. Throws run_in_progress (a unique index decides between two starts
 * at the same instant), changed_meanwhile, needs_confirmation, only_repeats, and as planStart and SecondSecret.demandStart do.
 */
async function beginRun(
  app: AppContext,
  sender: Sender,
  source: PayoutSource,
  { startedAtMs, start, mark }: RunStart,
): Promise<Run> {
  const { store, payouts } = app
  await assertSafeRecords(app, sender)
  const terms = sourceTerms(app, source)
  const distributionId = distributionIdOf(source)
  for (let looks = 1; ; looks++) {
    const underWay = await store.runs.countUnderWay(distributionId)
    const { plan, digest } = await planStart(app, sender, source, { startedAtMs, start })
    const isAsked = await terms.demandStart(plan, digest)
    const { maxPayments, maxBaseUnits, claimIds, canary } = start
    const planned = {
      sender: sender.kind,
      distributionId,
      state: 'running' as const,
      walletAddress: sender.walletAddress,
      sourceOwner: sender.sourceOwner,
      sourceTokenAccount: sender.sourceTokenAccount,
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
      ...mark,
      estimatedFeeLamports: plan.estimate.feeLamports,
      estimatedRentLamports: plan.estimate.rentLamports,
      message: null,
      startedAtMs,
      finishedAtMs: null,
    }
    try {
      const run = await terms.begin(planned, start, start.expect || isAsked ? { digest, underWay } : null)
      payouts.launch(run)
      return run
    } catch (error) {
      if (!(error instanceof OtherPaymentsError)) throw error
      if (looks === MAX_LOOKS) throw changedMeanwhile(plan)
    }
  }
}

/**
 * Plans what a start would pay now. Throws records_behind_chain, cluster_changed, rpc_unreachable, what is wrong with the mint
 * (mint_changed among it), source_account_frozen, changed_meanwhile, insufficient_sol, insufficient_tokens, and where the terms take
 * nothing selection_settled or limit_takes_nothing.
 */
async function planStart(
  app: AppContext,
  sender: Sender,
  source: PayoutSource,
  { startedAtMs, start }: Pick<RunStart, 'startedAtMs' | 'start'>,
): Promise<{ plan: PayoutPlan; digest: string }> {
  const { store } = app
  const limits = isUnlimited(start) ? null : start
  const terms = sourceTerms(app, source)
  const unresolved = await store.journal.unresolved(sender.genesisHash)
  const owed = owedPayments({ store, authorization: createPaymentAuthorization(app) }, source, {
    token: sender,
    payer: payerOf(sender),
    acceptedBy: terms.acceptedBy(startedAtMs),
    limits,
  })
  const payments = new DigestedPayments(start.leaveOutRepeats ? withoutRepeats(store, source, owed) : owed)
  // What was shown was judged by every recipient.
  const { unknown, plan } = await lookAtChain(app, sender, payments, {
    canary: start.canary,
    maxLookUps: start.expect ? undefined : MAX_LOOK_UPS,
  })
  if (plan === null) throw await noteBehind(app, sender, unknown)
  if (plan.blocker) throw plan.blocker
  assertAsShown(start, plan)
  if (limits) assertTakesAny(limits, plan)
  // Payments of an earlier run under way may or may not have left the wallet: then the balance decides
  // nothing yet.
  const shortfall = unresolved.length === 0 ? shortfallOf(plan) : null
  if (shortfall) throw shortfall
  return { plan, digest: payments.digest }
}

/** Owed payments, and the digest of those that were read last. */
class DigestedPayments implements OwedPayments {
  readonly #payments: OwedPayments
  #digest = new PaymentDigest()

  constructor(payments: OwedPayments) {
    this.#payments = payments
  }

  get digest(): string {
    return this.#digest.toString()
  }

  async *[Symbol.asyncIterator]() {
    const digest = new PaymentDigest()
    this.#digest = digest
    for await (const page of this.#payments) {
      digest.add(page)
      yield page
    }
  }
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
  terms: PlanTerms,
) {
  const anchor = await store.runs.newestAnchor(sender)
  const account = { ...payingAccount(sender), sinceSlot: anchor?.slot ?? -1 }
  return askingCluster(() => {
    const reader = payouts.readerOf(sender)
    const { slots } = reader
    return reader.readSurely(async (rpc) => {
      const unknown = await findUnknownPayments(rpc, store, { ...account, glance: true })
      if (unknown.payments > 0) return { unknown, plan: null }
      return {
        unknown,
        plan: await planPayout({ store, rpc, recipients, slots }, sender, payments, terms),
      }
    })
  })
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

/**
 * Asks the run over a source to stop: nothing new is sent, and what is under way is settled first. Asking again changes nothing.
 * Throws no_run_in_progress, and no_distribution.
 */
export async function stopPayout(app: AppContext, source: PayoutSource): Promise<{ message: string }> {
  const { runs } = app.store
  const { assertExists, stoppingWords } = sourceTerms(app, source)
  await assertExists()
  const run = (await runs.unfinished()).find(
    ({ distributionId }) => distributionId === distributionIdOf(source),
  )
  if (!run || !(await runs.askToStop(run.id, app.now()))) throw new PortalError('no_run_in_progress')
  return { message: stoppingWords }
}
