import type { RunInState, SenderInState } from '#api-schema/portal-state.ts'
import { objectionToList } from '#app/allocations/active-allocation.ts'
import type { AppContext } from '#app/app-context.ts'
import { configuredControls, describeControls } from '#app/claims/claim-controls.ts'
import { describeStats } from '#app/claims/claim-stats.ts'
import { createPaymentAuthorization } from '#app/payouts/payment-authorization.ts'
import { describeComparison, isUnfinished, stateOf, waitingSinceOf } from '#app/payouts/runs.ts'
import { describeBehind } from '#app/payouts/sender-status.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/reply-values.ts'
import { readSender, type SenderRecords } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits, inSol } from '#domain/amounts.ts'
import { within } from '#domain/concurrency.ts'
import { runMessage } from '#domain/run.ts'
import { coolingOffCutoff } from '#domain/run-limits.ts'
import type { Sender } from '#domain/sender.ts'
import { countPayable, type PayableCount } from '#payout/estimate-payout.ts'
import { owedPayments } from '#payout/owed-payments.ts'
import type { SourceFunds } from '#payout/paying-account.ts'
import { payerOf } from '#payout/paying-account.ts'
import { pinnedMint } from '#payout/send/mint-pin.ts'
import type { KnownBalance } from '#payout/wallet-balances.ts'
import { clusterName } from '#solana/clusters.ts'
import { transactionFeeLamports } from '#solana/fees.ts'
import type { ListedRun } from '#store/payouts/listed-runs.ts'
import type { ProgressCounts } from '#store/payouts/run-payments.ts'
import type { ReadTransaction } from '#store/store.ts'

/** The compute units of a transaction that pays one recipient and makes its token account; more than it uses. */
const UNITS_OF_ONE_PAYMENT = 60_000

/** Composes the state of the whole from the records as one commit left them, and from the balances that are known. */
export async function readPortalState(app: AppContext, payable: PayableClaims) {
  const { balances } = app
  const read = await app.store.inReadTransaction((records) => readRecords(records))
  const known = balances
    .latest(paymentsOf(read.bulk, read.standalone))
    .map((balance) => ({ ...balance, isStale: balances.isStale(balance) }))
  const { totals, unpayable, payments, listed, snapshot, controls, holds, bulk, standalone, lastAction } =
    read
  const owed = bulk.sender ? await payable.latest(bulk.sender, factsOf(app, read)) : null
  const list = snapshot && objectionToList(app, snapshot) === null ? snapshot : null
  return {
    asOf: toEpochSeconds(app.now()),
    claims: describeStats(app.settings, totals, payments, bulk.sender),
    ...unpayable,
    unpayable: unpayable.failed + unpayable.held,
    holders: { listed: list?.payableCount ?? 0, claimed: listed },
    list: list && {
      fileHash: list.fileHash ?? '',
      publishedAt: toEpochSeconds(list.publishedAtMs ?? 0),
    },
    hasAllocationsFile: app.allocationsFile !== null,
    reading: read.reading,
    controls: describeControls(controls ?? configuredControls(app.settings), app.now()),
    holds,
    senders: {
      bulk: await describeSender(app, bulk, known, owed),
      standalone: app.hasStandaloneSender ? await describeSender(app, standalone, known, null) : null,
    },
    lastAction: lastAction && {
      id: String(lastAction.id),
      action: lastAction.action,
      at: toEpochSeconds(lastAction.atMs),
    },
  }
}

/** The facts that decide what can be paid: where they are as they were, so is the count of it. */
function factsOf(
  { recipients }: AppContext,
  { totals, unpayable, holds, bulk, lastAction }: Awaited<ReturnType<typeof readRecords>>,
): string {
  const { submitted, sent, rejected } = totals
  const claims = [submitted.count, sent.count, rejected.count, unpayable]
  return JSON.stringify([
    recipients.timesKept(),
    claims,
    holds,
    bulk.run?.id,
    bulk.run?.state,
    bulk.counts,
    lastAction?.id,
  ])
}

/** One query after the other: they share a connection. */
async function readRecords(records: ReadTransaction) {
  return {
    totals: await records.claimTallies.totals(),
    unpayable: await records.figures.unpayableClaims(),
    payments: await records.paymentTallies.totals(),
    listed: await records.claimTallies.countListed(),
    snapshot: (await records.snapshots.current()) ?? null,
    reading: (await records.snapshots.underWay()) ?? null,
    controls: await records.claimControls.find(),
    holds: await records.holds.counts(),
    bulk: await readSender(records, 'bulk'),
    standalone: await readSender(records, 'standalone'),
    lastAction: (await records.operatorActions.decisions(1))[0] ?? null,
  }
}

/** Differs once a run begins, ends or is stopped, and once something is signed or settled: what a wallet holds has changed. */
function paymentsOf(...senders: readonly SenderRecords[]): string {
  return JSON.stringify(senders.map(({ run, counts }) => [run?.id, run?.state, counts]))
}

/** A balance, and whether it was read too long ago to be shown. */
type ShownBalance = KnownBalance & { isStale: boolean }

async function describeSender(
  app: AppContext,
  { kind, sender, behind, run, counts }: SenderRecords,
  balances: readonly ShownBalance[],
  owed: KnownPayable | null,
): Promise<SenderInState> {
  const balance = balances.find(
    (each) => each.kind === kind && each.wallet === sender?.walletAddress && each.mint === sender.mintAddress,
  )
  return {
    configured: sender !== undefined,
    configuredAt: toEpochSecondsOrNull(sender?.configuredAtMs),
    cluster: sender ? clusterName(sender.genesisHash) : null,
    walletAddress: sender?.walletAddress ?? null,
    recordsBehind: describeBehind(sender, behind),
    run: run && counts ? await describeRun(app, run, counts) : null,
    wallet: balance && !balance.isStale ? describeBalance(app, balance) : null,
    walletUnknownSince: balance?.isStale ? readAtOf(app, balance) : null,
    need: sender && owed ? describeNeed(owed, sender, balance) : null,
  }
}

async function describeRun(
  { store }: AppContext,
  run: ListedRun,
  counts: ProgressCounts,
): Promise<RunInState> {
  return {
    id: String(run.id),
    state: stateOf(run),
    waitingSince: waitingSinceOf(run),
    inFlight: counts.in_flight,
    cluster: clusterName(run.genesisHash),
    running: isUnfinished(run),
    message: runMessage(run, counts),
    processed: counts.paid + counts.failed + counts.hold + counts.rejected,
    total: run.transferCount,
    paid: counts.paid,
    failed: counts.failed,
    rejected: counts.rejected,
    held: counts.hold,
    comparison: await describeComparison(store, run),
    distributionId: run.distributionId,
    fileName: run.fileName,
    startedAt: toEpochSeconds(run.startedAtMs),
    finishedAt: toEpochSecondsOrNull(run.finishedAtMs),
  }
}

function describeBalance(app: AppContext, balance: KnownBalance): SenderInState['wallet'] {
  return {
    sol: inSol(balance.lamports),
    token: formatDecimalUnits(balance.baseUnits, balance.mintDecimals),
    tokenLimit: limitOf(balance.funds),
    readAt: readAtOf(app, balance),
  }
}

function limitOf({ allowanceBaseUnits, balanceBaseUnits }: SourceFunds) {
  if (allowanceBaseUnits === null) return 'wallet'
  return allowanceBaseUnits < balanceBaseUnits ? 'allowance' : 'treasury'
}

/** Its age is measured by the monotonic clock, and told by that of the server. */
function readAtOf({ now }: AppContext, { readAtMs }: KnownBalance): number {
  return toEpochSeconds(now() - (performance.now() - readAtMs))
}

/** Describes what a start would pay. Of SOL it needs no more than that: what a transaction will cost is not asked here. */
function describeNeed(
  { payableCount, neededBaseUnits, newTokenAccounts, notLookedUp, leftOut, readAtMs }: KnownPayable,
  { mintDecimals, priorityFeeCap }: Sender,
  balance: KnownBalance | undefined,
): SenderInState['need'] {
  const rents = balance?.rents ?? null
  const fee = transactionFeeLamports(UNITS_OF_ONE_PAYMENT, BigInt(priorityFeeCap))
  const cost =
    rents &&
    BigInt(newTokenAccounts) * rents.accountRentLamports + BigInt(payableCount) * fee + rents.keptLamports
  return {
    sol: cost === null ? null : inSol(payableCount === 0 ? 0n : cost),
    token: formatDecimalUnits(neededBaseUnits, mintDecimals),
    count: payableCount,
    notLookedUp,
    leftOut,
    readAt: toEpochSeconds(readAtMs),
  }
}

/** A count holds this long while nothing is known to have changed: claims cool off, and estimates look recipients up. */
const MAX_AGE_MS = 15_000

/** The share of the time that counting may take: of a large queue it takes seconds. */
const REST_TIMES = 20

/** Whoever looks waits no longer for a count. */
const LIMIT_MS = 250

interface KnownPayable extends PayableCount {
  readAtMs: number
}

/** Counts what a start of the bulk sender would pay, as its estimate does, but asks no node: of the recipients it knows what estimates found. */
export class PayableClaims {
  readonly #app: AppContext
  #last: { known: KnownPayable; of: string; facts: string; atMs: number; tookMs: number } | null = null
  #counting: Promise<void> | null = null

  constructor(app: AppContext) {
    this.#app = app
  }

  /** Returns the newest count for this sender, null where there is none yet. It is made anew once `facts` are others, or it is old. */
  async latest(sender: Sender, facts: string): Promise<KnownPayable | null> {
    if (this.#isDue(sender, facts)) this.#counting ??= this.#count(sender, facts)
    if (this.#counting) await within(this.#counting, LIMIT_MS, () => undefined).catch(() => {})
    return this.#last?.of === tokenOf(sender) ? this.#last.known : null
  }

  #isDue(sender: Sender, facts: string): boolean {
    const last = this.#last
    if (last === null || last.of !== tokenOf(sender)) return true
    const ageMs = performance.now() - last.atMs
    return ageMs >= last.tookMs * REST_TIMES && (facts !== last.facts || ageMs >= MAX_AGE_MS)
  }

  async #count(sender: Sender, facts: string): Promise<void> {
    const { store, settings, recipients, now } = this.#app
    const [atMs, readAtMs] = [performance.now(), now()]
    try {
      const owed = owedPayments(
        { store, authorization: createPaymentAuthorization(this.#app) },
        { kind: 'claims' },
        {
          token: sender,
          payer: payerOf(sender),
          acceptedBy: coolingOffCutoff(readAtMs, settings.coolingOffMinutes),
          limits: null,
        },
      )
      const scope = { genesisHash: sender.genesisHash, mint: pinnedMint(sender) }
      const paidSince = (sinceMs: number) => store.ledger.paidSince(sender, sinceMs)
      const count = await countPayable(owed, (wallets) => recipients.recall(scope, wallets, paidSince))
      const tookMs = performance.now() - atMs
      this.#last = { known: { ...count, readAtMs }, of: tokenOf(sender), facts, atMs, tookMs }
    } catch {
      // It is counted again when somebody looks; until then the last one stands, with its time.
    } finally {
      this.#counting = null
    }
  }
}

function tokenOf({ genesisHash, mintAddress, mintDecimals }: Sender): string {
  return `${genesisHash} ${mintAddress} ${mintDecimals}`
}

/** A state that is read at most so often, however many ask. */
const READ_EVERY_MS = 1_000

/** The state of the whole as it was read last. `told` is equal for states that differ in nothing but their time. */
export interface StateNews<State> {
  state: State
  told: string
}

/** Hears of each reading; null for one that failed. */
type StateListener<State> = (news: StateNews<State> | null) => void

/** Reads a state for everybody who looks, and only while somebody does. */
export class StateFeed<State extends { asOf: number }> {
  readonly #compose: () => Promise<State>
  readonly #listeners = new Set<StateListener<State>>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #last: { news: StateNews<State>; atMs: number } | null = null
  #pending: Promise<StateNews<State>> | null = null

  constructor(compose: () => Promise<State>) {
    this.#compose = compose
  }

  /** Returns a state that is no older than a second. Throws what composing it throws. */
  read(): Promise<StateNews<State>> {
    if (this.#last && performance.now() - this.#last.atMs < READ_EVERY_MS)
      return Promise.resolve(this.#last.news)
    this.#pending ??= this.#readNow()
    return this.#pending
  }

  /** Tells a listener of a state each second, from now until the returned function is called. */
  subscribe(listener: StateListener<State>): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#schedule(0)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0 || this.#timer === null) return
      clearTimeout(this.#timer)
      this.#timer = null
    }
  }

  async #readNow(): Promise<StateNews<State>> {
    const atMs = performance.now()
    try {
      const state = await this.#compose()
      const { asOf: _, ...rest } = state
      const news = { state, told: JSON.stringify(rest) }
      this.#last = { news, atMs }
      return news
    } finally {
      this.#pending = null
    }
  }

  #schedule(inMs: number): void {
    this.#timer = setTimeout(() => void this.#tell(), inMs)
    this.#timer.unref()
  }

  async #tell(): Promise<void> {
    const timer = this.#timer
    const news = await this.read().catch(() => null)
    for (const listener of [...this.#listeners]) listener(news)
    // Everybody may have left meanwhile, and others come.
    if (this.#timer === timer && this.#listeners.size > 0) this.#schedule(READ_EVERY_MS)
  }
}

/** Creates the one reader that composes the state of the whole for everybody. */
export function createStateFeed(app: AppContext) {
  const payable = new PayableClaims(app)
  return new StateFeed(() => readPortalState(app, payable))
}
