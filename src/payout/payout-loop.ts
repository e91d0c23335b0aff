import type { RunState } from '#domain/payout-states.ts'
import type { Run } from '#domain/run.ts'
import { configurationOf } from '#domain/sender.ts'
import type { Transfer } from '#domain/transfer.ts'
import { priorityPrice } from '#solana/fees.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'
import { JournalConflictError } from '#store/payouts/journal.ts'
import type { LeaseTerm } from '#store/payouts/leases.ts'
import type { Store } from '#store/store.ts'
import type { Clearance, SigningClearance } from './clearance.ts'
import { type Clock, inTime } from './clock.ts'
import type { LeaseKeeper } from './lease-keeper.ts'
import { BlockhashSource, type SigningBlockhash } from './nodes/blockhash-source.ts'
import { FeeSource } from './nodes/fee-source.ts'
import type { SendingWallet } from './paying-account.ts'
import type { PaymentAuthorization } from './payment-authorization.ts'
import { type RunEnding, type RunOutcome, RunStatusWriter } from './run-status-writer.ts'
import { RunStoppedError, runUntilStopped, STUCK, waitingForNode } from './run-until-stopped.ts'
import { BatchPipeline } from './send/batch-pipeline.ts'
import { Canary } from './send/canary.ts'
import { NO_SOL_FOR_PROOF, nextMarker, WAITING_FOR_SOL } from './send/next-marker.ts'
import type { PreparedBatch } from './send/prepare-batch.ts'
import { type BatchTerms, type SignedAttempt, signBatch } from './send/sign-batch.ts'
import { holdUnauthorized, type SignedPayments } from './send/signed-payments.ts'
import type { PassOutcome } from './settle/pass-outcome.ts'
import { AttemptSettler } from './settle/settle-attempts.ts'
import { DEFAULT_SETTLING_TERMS, type SettlingTerms, StatusPace, StuckWatch } from './settle/status-pace.ts'

/** The number of payments rejected for unknown reasons, one after another, after which the run stops. */
const UNEXPLAINED_IN_A_ROW = 3

/** The longest that a turn waits for its clearance: what is under way is settled, and a stop heeded, in between. */
const CLEARED_WITHIN_MS = 2_000

/** The time in which a marker lands and the history shows it; what it would prove stays on hold otherwise. */
const PROVED_WITHIN_MS = 120_000

/** The message of a run that has nothing left to send while what is on hold is looked at. */
const PROVING =
  'Nothing is left to send. What is on hold is looked at once more: the run ends within minutes.'

export interface PayoutParts {
  store: Store
  wallet: SendingWallet
  clock: Clock
  leases: LeaseKeeper
  authorization: PaymentAuthorization
  clearance: SigningClearance
  /** The payments that this process has signed. */
  signed: SignedPayments
  /** The time between two turns. */
  pollMs: number
  terms?: SettlingTerms
}

/** Pays one run out under one lease, turn by turn. */
export class PayoutLoop {
  readonly #run: Run
  readonly #parts: PayoutParts
  readonly #lease: LeaseTerm
  readonly #settler: AttemptSettler
  readonly #ahead: BatchPipeline
  readonly #fees: FeeSource
  readonly #statuses: StatusPace
  readonly #status: RunStatusWriter
  readonly #configuration: string
  readonly #canary: Canary
  readonly #stuck: StuckWatch
  #blockhashes: BlockhashSource | null = null
  #clearedSlot = 0
  /** The transaction format: v1 until the cluster rejects or drops it, from then on v0. */
  #format: TransactionFormat = 'v1'
  #ending: RunEnding | null = null
  #bankSlot: number | null = null
  /** Why the last look at what is under way could not end. */
  #silent: RpcUnavailableError | null = null
  /** A proof lacks only a newer transaction, for which the wallet holds too little SOL. */
  #lacksMarkerFee = false
  /** The cap of the day that the next payment would exceed, in words. */
  #capped: string | null = null
  #nextBatchAtMs = Number.NEGATIVE_INFINITY
  /** Consecutive expiries: the price is raised until something lands again. */
  #timesExpired = 0
  #unexplainedInARow = 0
  /** The first broadcast of what was journaled last. */
  #sending: Promise<unknown> = Promise.resolve()
  #hasSent = false
  #signal: AbortSignal = new AbortController().signal
  /** The clearance that is being asked for, and since when: it takes many turns where the wallet's history is long. */
  #asking: { sinceMs: number; answer: Promise<Clearance> } | null = null
  /** Ends what is read beside the turns when the run does. */
  readonly #ended = new AbortController()
  /** The proof of what is on hold, begun at the end of the run. */
  #proof: { untilMs: number; hasMarker: boolean } | null = null

  constructor(run: Run, parts: PayoutParts, fence: number, configuration: string) {
    const { store, wallet, clock, pollMs } = parts
    this.#run = run
    this.#parts = parts
    this.#configuration = configuration
    this.#canary = new Canary(store.runs, run)
    this.#stuck = new StuckWatch(clock)
    this.#settler = new AttemptSettler({
      reader: wallet.reader,
      store,
      clock,
      genesisHash: wallet.genesisHash,
      walletAddress: wallet.signer.address,
      signed: parts.signed,
      terms: parts.terms ?? DEFAULT_SETTLING_TERMS,
    })
    this.#ahead = new BatchPipeline(parts, run.delayMs)
    this.#fees = new FeeSource(wallet.reader, wallet.sourceTokenAccount, clock)
    this.#statuses = new StatusPace(clock, wallet.reader.slots, pollMs)
    this.#lease = { name: wallet.signer.address, fence }
    this.#status = new RunStatusWriter(store.runs, clock, run, this.#lease)
  }

  async run(signal: AbortSignal): Promise<RunOutcome> {
    const { clock, leases, wallet } = this.#parts
    this.#signal = signal
    try {
      while (!signal.aborted) {
        if (!(await leases.renew(wallet.signer.address, this.#lease.fence))) return 'interrupted'
        const outcome = await leases.renewDuring(wallet.signer.address, this.#lease.fence, () =>
          this.#status.watchTurn(() => this.#tolerantTurn(), wallet.reader),
        )
        if (outcome !== 'going on') return outcome
        await clock.sleep(this.#restMs(), signal)
      }
      return 'interrupted'
    } finally {
      this.#ended.abort()
      await this.#sending
    }
  }

  /** Returns the time until the next turn: no longer than until the next batch is due. */
  #restMs(): number {
    const { clock, pollMs } = this.#parts
    const untilDueMs = this.#nextBatchAtMs - clock.monotonicMs()
    return untilDueMs > 0 || this.#hasSent ? Math.min(Math.max(untilDueMs, 0), pollMs) : pollMs
  }

  async #tolerantTurn(): Promise<RunOutcome | 'going on'> {
    this.#hasSent = false
    this.#parts.wallet.reader.compareNodes()
    try {
      return await this.#turn()
    } catch (error) {
      this.#ahead.clear()
      if (this.#signal.aborted && error === this.#signal.reason) return 'going on'
      if (error instanceof RpcUnavailableError) await this.#status.setWaiting(waitingForNode(error))
      else if (!(error instanceof JournalConflictError || error instanceof RunStoppedError)) throw error
      return 'going on'
    }
  }

  /** Makes one turn: settles what is under way and sends what is due. */
  async #turn(): Promise<RunOutcome | 'going on'> {
    const { store } = this.#parts
    const run = await store.runs.find(this.#run.id)
    if (run?.state !== 'running' && run?.state !== 'stopping') return 'finished'
    this.#status.readFrom(run)
    const sender = await store.senders.find(run.sender)
    if (sender && configurationOf(sender) !== this.#configuration) return 'reconfigured'
    if (run.state === 'stopping') this.#ending ??= { state: 'stopped', message: null }

    const unsettled = await this.#settle()
    if (unsettled === 'not looked') return 'going on'
    const { outcome, inFlight } = unsettled
    if (this.#ending && inFlight === 0) {
      return this.#finish(this.#ending.state, this.#ending.message)
    }
    if (outcome) this.#silent = outcome.silent
    if (this.#silent) await this.#status.setWaiting(waitingForNode(this.#silent))
    const clearance = await this.#clearance(run)
    if (clearance.kind !== 'clear') return 'going on'
    const sent = this.#ending ? 'nothing' : await this.#sendDue()
    if (sent === 'all done' && outcome && inFlight === 0 && !(await this.#isProving(outcome))) {
      return this.#finish('completed', null)
    }
    this.#hasSent = sent === 'sent'
    if (this.#hasSent) {
      this.#lacksMarkerFee = false
      this.#proof = null
    } else if (outcome && this.#proof === null) await this.#sendMarker(outcome)
    await this.#noteProgress(inFlight, outcome, this.#proof && sent === 'all done' ? PROVING : null)
    return 'going on'
  }

  async #noteProgress(inFlight: number, outcome: PassOutcome | null, proving: string | null): Promise<void> {
    if (this.#stuck.isStuck(inFlight, outcome)) await this.#status.setWaiting(STUCK)
    else if (this.#lacksMarkerFee) await this.#status.setWaiting(WAITING_FOR_SOL)
    else if (this.#capped !== null) await this.#status.setWaiting(this.#capped)
    else if (!this.#silent) await this.#noteNodes(proving)
  }

  /** Names a node that is not to be read from or lacks a help, or the canary. The run pays on unless no other node can be read. */
  async #noteNodes(proving: string | null): Promise<void> {
    const { fault } = this.#parts.wallet.reader
    if (fault && !fault.isReplaced) await this.#status.setWaiting(fault.words)
    else await this.#status.setPaying(fault?.words ?? this.#canary.words ?? proving ?? this.#fees.untold)
  }

  async #finish(state: RunState, message: string | null): Promise<RunOutcome> {
    const { store, clock } = this.#parts
    const isOurs = await store.runs.finish(this.#run.id, state, message, clock.now(), this.#lease)
    return isOurs ? 'finished' : 'interrupted'
  }

  /** Settles attempts under way, at the pace of the cluster's slots. */
  async #settle(): Promise<'not looked' | { outcome: PassOutcome | null; inFlight: number }> {
    const { store, wallet } = this.#parts
    wallet.reader.slots.refresh()
    if (!this.#statuses.isDue() && (await store.journal.isAnyInFlight(wallet.genesisHash))) {
      return this.#ending ? 'not looked' : { outcome: null, inFlight: 1 }
    }
    const outcome = await this.#settler.pass()
    this.#statuses.looked(outcome.bankSlot)
    if (outcome.bankSlot !== null) this.#bankSlot = outcome.bankSlot
    if (outcome.landed > 0) this.#timesExpired = 0
    else if (outcome.expired > 0) this.#timesExpired += 1
    // A node may simulate a format that its cluster drops.
    if (outcome.hasV1Expired) this.#format = 'v0'
    if (outcome.blocked) this.#ending ??= { state: 'failed', message: outcome.blocked }
    return { outcome, inFlight: outcome.underWay }
  }

  async #clearance(run: Run): Promise<Clearance> {
    const { wallet, clock, clearance } = this.#parts
    this.#asking ??= { sinceMs: clock.monotonicMs(), answer: clearance.ask(run, this.#ended.signal) }
    const { sinceMs, answer } = this.#asking
    const asked = await inTime(clock, answer, CLEARED_WITHIN_MS, this.#signal).catch((error: unknown) => {
      this.#asking = null
      throw error
    })
    if (asked === null) {
      const words = clearance.progressWords
      if (words !== null) await this.#status.setWaiting(words)
      else await this.#status.noteSilence(wallet.reader, sinceMs)
      return { kind: 'wait', reason: '' }
    }
    this.#asking = null
    if (asked.kind === 'wait') await this.#status.setWaiting(asked.reason)
    if (asked.kind === 'stop') this.#ending ??= { state: 'failed', message: asked.reason }
    if (asked.kind === 'clear' && !this.#blockhashes) {
      const { anchor, terms } = asked
      this.#clearedSlot = anchor.slot
      this.#blockhashes = new BlockhashSource(wallet, clock, anchor.slot, terms)
      if (terms.format === 'v0') this.#format = 'v0'
    }
    return asked
  }

  #untilStopped<T>(work: () => Promise<T>): Promise<T> {
    const { store, clock } = this.#parts
    return runUntilStopped(store.runs, clock, this.#run.id, this.#signal, work)
  }

  async #sendDue(): Promise<'sent' | 'nothing' | 'all done'> {
    const { store, clock } = this.#parts
    const { payments, failure } = await this.#canary.ask()
    if (failure !== null) this.#ending ??= { state: 'failed', message: failure }
    if (payments === 0) return 'nothing'
    const batchSize = Math.min(this.#run.batchSize, payments)
    const isDue = clock.monotonicMs() >= this.#nextBatchAtMs
    const owed = await store.journal.nextTransfers(this.#run.id, isDue ? this.#ahead.sees(batchSize) : 1)
    if (owed.length === 0) return 'all done'
    if (!isDue) {
      await this.#blockhashes?.readAhead(this.#bankSlot)
      return 'nothing'
    }
    const queued = await this.#withinCaps(owed)
    if (queued.length === 0) return 'nothing'
    const mayGoAhead = payments > queued.length
    const { batch, blockhash, price } = await this.#untilStopped(async () => {
      const [blockhash, price] = await Promise.all([this.#readyBlockhash(), this.#price()])
      const preparing = { batchSize, blockhash, price, format: this.#format, clearedSlot: this.#clearedSlot }
      return { blockhash, price, batch: await this.#ahead.next(queued, { ...preparing, mayGoAhead }) }
    })
    // What was prepared before this turn may have been altered since.
    if (batch && (await holdUnauthorized(this.#parts, batch.transfers)).length === batch.transfers.length)
      await this.#sendBatch(batch, { blockhash, price })
    return 'sent'
  }

  /** Leaves out what a cap forbids: a run ends at its own, and waits for the next day at the day's. */
  async #withinCaps(owed: readonly Transfer[]): Promise<readonly Transfer[]> {
    const { store, clock } = this.#parts
    const { taken, reached } = await store.journal.withinCaps(this.#run, owed, clock.now())
    const isDue = reached !== null && taken.length === 0
    if (isDue && this.#capped === null) await store.runs.noteCap(this.#run.id, reached.words, clock.now())
    this.#capped = isDue ? reached.words : null
    if (isDue && reached.of === 'run') this.#ending ??= { state: 'failed', message: reached.words }
    return taken
  }

  async #readyBlockhash(): Promise<SigningBlockhash> {
    await this.#blockhashes?.readAhead(this.#bankSlot)
    return this.#blockhash()
  }

  async #price(): Promise<bigint> {
    const { priorityFeeCap: cap } = this.#parts.wallet
    return priorityPrice(await this.#fees.recentPrices(), { cap, timesExpired: this.#timesExpired })
  }

  async #sendBatch(batch: PreparedBatch, terms: Pick<BatchTerms, 'blockhash' | 'price'>): Promise<void> {
    const { store, wallet, clock, signed } = this.#parts
    if (batch.isFormatRejected) this.#format = 'v0'
    await store.journal.limitPack(batch.isolated, 1)
    const stop = this.#stopForUnexplained(batch)
    // The reason that stops the run is not these recipients' fault: they stay queued.
    const failed = batch.unpayable.filter(({ unexplained }) => !(stop && unexplained))
    const judged = new Map(batch.transfers.map((transfer) => [transfer.id, transfer]))
    for (const { transferId, reason } of failed) {
      const transfer = judged.get(transferId)
      if (transfer) await store.journal.failUnsent(transfer, reason, clock.now())
    }
    if (batch.isolated.length + batch.unpayable.length > 0) this.#ahead.forget(batch.transfers)
    if (batch.simulated.length > 0) {
      const isCreated = (tokenAccount: string) => signed.isCreated(tokenAccount)
      const of = { runId: this.#run.id, fence: this.#lease.fence, nowMs: clock.now() }
      const attempts = await signBatch(wallet, batch.simulated, { ...terms, ...of, isCreated })
      await this.#journalAndSend(attempts, batch.transfers)
      this.#nextBatchAtMs = clock.monotonicMs() + this.#run.delayMs
    }
    const blocked = batch.blocked ?? stop
    if (blocked !== null) this.#ending ??= { state: 'failed', message: blocked }
  }

  /** Journals transactions and begins to send them: the next batch is prepared meanwhile. */
  async #journalAndSend(
    planned: readonly SignedAttempt[],
    transfers: readonly Transfer[] = [],
  ): Promise<void> {
    await this.#sending
    const { store, signed } = this.#parts
    const journaled = await store.journal.write(this.#lease, this.#run.id, planned)
    signed.add(planned, transfers)
    this.#sending = this.#settler.broadcast(journaled)
    // Thrown when the next is to be sent, or at the end.
    this.#sending.catch(() => {})
  }

  /** Sends the marker that is due. A run that ends does not wait for the SOL that one lacks: what it would prove goes on hold. */
  async #sendMarker({ awaitingNewer }: PassOutcome): Promise<void> {
    const latestBlockhash = () => this.#blockhash()
    const terms = { runId: this.#run.id, fence: this.#lease.fence, latestBlockhash }
    const marker = await nextMarker(this.#parts, awaitingNewer, terms)
    this.#lacksMarkerFee = marker === 'unaffordable'
    if (marker === 'unaffordable') {
      if (this.#ending) await this.#settler.holdAtOnce(awaitingNewer, NO_SOL_FOR_PROOF)
    } else if (marker) await this.#journalAndSend([marker])
  }

  /**
   * Tells whether a run that has nothing left to send waits for the proof of what is on hold. Where that lacks only something newer of
   * the wallet, a marker is sent, once: nothing else may ever be newer.
   */
  async #isProving(outcome: PassOutcome): Promise<boolean> {
    const nowMs = this.#parts.clock.monotonicMs()
    const proof = this.#proof
    if (outcome.held + outcome.unexamined === 0 || (proof && nowMs >= proof.untilMs)) return false
    // With nothing queued and nothing under way, what has just expired is the marker.
    if (proof && outcome.expired > 0) return false
    const untilMs = nowMs + PROVED_WITHIN_MS
    this.#settler.recheckHolds()
    this.#proof ??= { untilMs, hasMarker: false }
    if (proof === null || outcome.unexamined > 0) return true
    if (outcome.awaitingNewer.length === 0) return false
    if (!proof.hasMarker) {
      this.#proof = { untilMs, hasMarker: true }
      await this.#sendMarker(outcome)
    }
    return !this.#lacksMarkerFee
  }

  #blockhash(): Promise<SigningBlockhash> {
    if (!this.#blockhashes) throw new Error('Nothing is signed before it is cleared')
    return this.#blockhashes.latest(this.#bankSlot)
  }

  /** Stops the run after several unexplained rejections in a row: then the cause is probably the sender, not the recipient. */
  #stopForUnexplained({ simulated, unpayable }: PreparedBatch): string | null {
    const unexplained = unpayable.filter((transfer) => transfer.unexplained)
    this.#unexplainedInARow = (simulated.length > 0 ? 0 : this.#unexplainedInARow) + unexplained.length
    const [first] = unexplained
    if (!first || this.#unexplainedInARow < UNEXPLAINED_IN_A_ROW) return null
    return `${this.#unexplainedInARow} payments in a row were refused. ${first.reason}`
  }
}
