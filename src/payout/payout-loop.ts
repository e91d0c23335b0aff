import type { RunState } from '#domain/payout-states.ts'
import type { Run } from '#domain/run.ts'
import type { Transfer } from '#domain/transfer.ts'
import { priorityPrice } from '#solana/fees.ts'
import { type LatestBlockhash, RpcUnavailableError } from '#solana/solana-rpc.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'
import { JournalConflictError, type PlannedAttempt } from '#store/journal.ts'
import type { LeaseTerm } from '#store/leases.ts'
import type { Store } from '#store/store.ts'
import { isSignedAfter } from './attempt-machine.ts'
import { BlockhashSource } from './blockhash-source.ts'
import { Canary } from './canary.ts'
import type { Clearance, SigningClearance } from './clearance.ts'
import type { Clock } from './clock.ts'
import { configurationOf } from './configuration-of.ts'
import { describeUnpaid } from './describe-unpaid.ts'
import { FeeSource } from './fee-source.ts'
import { factsOf } from './gather-evidence.ts'
import type { LeaseKeeper } from './lease-keeper.ts'
import type { PassOutcome } from './pass-outcome.ts'
import type { PaymentAuthorization } from './payment-authorization.ts'
import { type PreparedBatch, prepareBatch } from './prepare-batch.ts'
import { LOOK_AHEAD, RecipientLookAhead } from './recipient-look-ahead.ts'
import type { RunEnding, RunOutcome } from './run-outcome.ts'
import { RunStatusWriter } from './run-status-writer.ts'
import { RunStoppedError } from './run-until-stopped.ts'
import type { SendingWallet } from './sending-wallet.ts'
import { AttemptSettler } from './settle-attempts.ts'
import { DEFAULT_SETTLING_TERMS, type SettlingTerms } from './settling-terms.ts'
import { signMarker } from './sign-marker.ts'
import type { SigningTerms } from './signing-terms.ts'
import { StatusPace } from './status-pace.ts'
import { STUCK, waitingForNode } from './waiting-for-node.ts'

/** The number of payments rejected for unknown reasons, one after another, after which the run stops. */
const UNEXPLAINED_IN_A_ROW = 3

/** Longer than a transaction takes to expire and its expiry to be proved, by a marker after it. */
const STUCK_AFTER_MS = 5 * 60_000

export interface PayoutParts {
  store: Store
  wallet: SendingWallet
  clock: Clock
  leases: LeaseKeeper
  authorization: PaymentAuthorization
  clearance: SigningClearance
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
  readonly #recipients: RecipientLookAhead
  readonly #fees: FeeSource
  readonly #statuses: StatusPace
  readonly #status: RunStatusWriter
  readonly #configuration: string
  readonly #canary: Canary
  #blockhashes: BlockhashSource | null = null
  /** The transaction format: v1 until the cluster rejects or drops it, from then on v0. */
  #format: TransactionFormat = 'v1'
  #ending: RunEnding | null = null
  #bankSlot: number | null = null
  #nextBatchAtMs = Number.NEGATIVE_INFINITY
  /** Consecutive expiries: the price is raised until something lands again. */
  #timesExpired = 0
  #unexplainedInARow = 0
  #nothingEndedSinceMs: number | null = null

  constructor(run: Run, parts: PayoutParts, fence: number, configuration: string) {
    const { store, wallet, clock, pollMs } = parts
    this.#run = run
    this.#parts = parts
    this.#configuration = configuration
    this.#canary = new Canary(store.runs, run)
    this.#settler = new AttemptSettler({
      reader: wallet.reader,
      store,
      clock,
      genesisHash: wallet.genesisHash,
      walletAddress: wallet.signer.address,
      terms: parts.terms ?? DEFAULT_SETTLING_TERMS,
    })
    this.#recipients = new RecipientLookAhead(wallet.reader, wallet.mint, clock)
    this.#fees = new FeeSource(wallet.reader, wallet.sourceTokenAccount, clock)
    this.#statuses = new StatusPace(clock, pollMs)
    this.#lease = { name: wallet.signer.address, fence }
    this.#status = new RunStatusWriter(store.runs, clock, run, this.#lease)
  }

  async run(signal: AbortSignal): Promise<RunOutcome> {
    const { clock, leases, wallet, pollMs } = this.#parts
    while (!signal.aborted) {
      if (!(await leases.renew(wallet.signer.address, this.#lease.fence))) return 'interrupted'
      const outcome = await leases.renewDuring(wallet.signer.address, this.#lease.fence, () =>
        this.#status.watchTurn(() => this.#tolerantTurn(), wallet.reader),
      )
      if (outcome !== 'going on') return outcome
      await clock.sleep(pollMs, signal)
    }
    return 'interrupted'
  }

  async #tolerantTurn(): Promise<RunOutcome | 'going on'> {
    try {
      return await this.#turn()
    } catch (error) {
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
    if (outcome?.silent) await this.#status.setWaiting(waitingForNode(outcome.silent))
    const clearance = await this.#clearance(run)
    if (clearance.kind !== 'clear') return 'going on'
    const sent = this.#ending ? 'nothing' : await this.#sendDue(clearance.terms)
    if (sent === 'all done' && inFlight === 0) {
      const { hold, failed } = await store.runs.transferCounts(run.id)
      return this.#finish('completed', describeUnpaid(hold, failed))
    }
    if (sent !== 'sent') await this.#sendMarker(outcome)
    if (this.#isStuck(inFlight, outcome)) await this.#status.setWaiting(STUCK)
    else if (!outcome?.silent) await this.#status.setPaying()
    return 'going on'
  }

  async #finish(state: RunState, message: string | null): Promise<RunOutcome> {
    const { store, clock } = this.#parts
    const isOurs = await store.runs.finish(this.#run.id, state, message, clock.now(), this.#lease)
    return isOurs ? 'finished' : 'interrupted'
  }

  /** Settles attempts under way, at the pace of the cluster's slots. */
  async #settle(): Promise<'not looked' | { outcome: PassOutcome | null; inFlight: number }> {
    const { store, wallet } = this.#parts
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

  /** Returns true when no attempt under way has ended for long, for any reason. */
  #isStuck(inFlight: number, outcome: PassOutcome | null): boolean {
    const nowMs = this.#parts.clock.monotonicMs()
    const hasEnded = outcome !== null && outcome.landed + outcome.expired > 0
    if (inFlight === 0 || hasEnded) this.#nothingEndedSinceMs = null
    else this.#nothingEndedSinceMs ??= nowMs
    return this.#nothingEndedSinceMs !== null && nowMs - this.#nothingEndedSinceMs > STUCK_AFTER_MS
  }

  async #clearance(run: Run): Promise<Clearance> {
    const { clearance, wallet, clock } = this.#parts
    const asked = await clearance.ask(run)
    if (asked.kind === 'wait') await this.#status.setWaiting(asked.reason)
    if (asked.kind === 'stop') this.#ending ??= { state: 'failed', message: asked.reason }
    if (asked.kind === 'clear' && !this.#blockhashes) {
      const { anchor, terms } = asked
      this.#blockhashes = new BlockhashSource(wallet.reader, clock, anchor.slot, terms.blockhash)
      if (terms.format === 'v0') this.#format = 'v0'
    }
    return asked
  }

  async #sendDue(terms: SigningTerms): Promise<'sent' | 'nothing' | 'all done'> {
    const { store, clock } = this.#parts
    if (clock.monotonicMs() < this.#nextBatchAtMs) {
      await this.#blockhashes?.readAhead(this.#bankSlot)
      return 'nothing'
    }
    const { payments, failure } = await this.#canary.ask()
    if (failure !== null) this.#ending ??= { state: 'failed', message: failure }
    if (payments === 0) return 'nothing'
    const batchSize = Math.min(this.#run.batchSize, payments)
    const candidates = await store.journal.nextTransfers(this.#run.id, Math.max(batchSize + 1, LOOK_AHEAD))
    if (candidates.length === 0) return 'all done'
    const batch = await this.#holdUnauthorized(candidates.slice(0, batchSize))
    if (batch.length === 0) return 'sent'
    await this.#sendBatch(terms, batch, candidates)
    return 'sent'
  }

  /** Puts transfers on hold that are not as they were signed or uploaded. */
  async #holdUnauthorized(transfers: readonly Transfer[]): Promise<Transfer[]> {
    const { authorization, store, wallet } = this.#parts
    const { mint, genesisHash } = wallet
    const token = { mintAddress: mint.address, mintDecimals: mint.decimals, genesisHash }
    const objections = await authorization.check(transfers, token)
    for (const [transferId, reason] of objections) await store.journal.holdUnverified([transferId], reason)
    return transfers.filter(({ id }) => !objections.has(id))
  }

  async #sendBatch(
    { accountRentLamports }: SigningTerms,
    transfers: readonly Transfer[],
    candidates: readonly Transfer[],
  ): Promise<void> {
    const { store, wallet, clock } = this.#parts
    const { id: runId } = this.#run
    // First: a verified read directly after another reuses its last check of the genesis hash.
    const blockhash = await this.#blockhash()
    const walletsOf = (rows: readonly Transfer[]) => rows.map(({ recipient }) => recipient)
    const recipients = await this.#recipients.look(walletsOf(transfers), walletsOf(candidates))
    const prices = await this.#fees.recentPrices()
    const batch = await prepareBatch(wallet, transfers, recipients, {
      runId,
      fence: this.#lease.fence,
      format: this.#format,
      accountRentLamports,
      moreQueued: candidates.length > transfers.length,
      blockhash,
      price: priorityPrice(prices, { cap: wallet.priorityFeeCap, timesExpired: this.#timesExpired }),
      nowMs: clock.now(),
    })
    if (batch.isFormatRejected) this.#format = 'v0'
    await store.journal.limitPack(batch.isolated, 1)
    const stop = this.#stopForUnexplained(batch)
    // The reason that stops the run is not these recipients' fault: they stay queued.
    const failed = batch.unpayable.filter(({ unexplained }) => !(stop && unexplained))
    for (const { transferId, reason } of failed) {
      await store.journal.failUnsent([transferId], reason, clock.now())
    }
    if (batch.isolated.length + batch.unpayable.length > 0) this.#recipients.forget(walletsOf(transfers))
    if (batch.planned.length > 0) {
      await this.#journalAndSend(batch.planned)
      this.#nextBatchAtMs = clock.monotonicMs() + this.#run.delayMs
    }
    const blocked = batch.blocked ?? stop
    if (blocked !== null) this.#ending ??= { state: 'failed', message: blocked }
  }

  async #journalAndSend(planned: readonly PlannedAttempt[]): Promise<void> {
    const { store } = this.#parts
    const journaled = await store.journal.write(this.#lease, this.#run.id, planned)
    await Promise.all(journaled.map((attempt) => this.#settler.broadcast(attempt)))
  }

  /** Sends a marker where a proof lacks only a newer transaction: it shows how far the history reaches. */
  async #sendMarker(outcome: PassOutcome | null): Promise<void> {
    const { store, wallet, clock } = this.#parts
    const awaiting = outcome?.awaitingNewer ?? []
    if (awaiting.length === 0) return
    const unresolved = await store.journal.unresolved(wallet.genesisHash)
    const isUnderWay = unresolved.some(
      (own) =>
        own.state !== 'hold' &&
        own.sourceTokenAccount === wallet.sourceTokenAccount &&
        awaiting.every((attempt) => isSignedAfter(own.lastValidBlockHeight, factsOf(attempt))),
    )
    if (isUnderWay) return
    const terms = { runId: this.#run.id, fence: this.#lease.fence, blockhash: await this.#blockhash() }
    if (!awaiting.every((each) => isSignedAfter(terms.blockhash.lastValidBlockHeight, factsOf(each)))) return
    await this.#journalAndSend([await signMarker(wallet, { ...terms, nowMs: clock.now() })])
  }

  #blockhash(): Promise<LatestBlockhash> {
    if (!this.#blockhashes) throw new Error('Nothing is signed before it is cleared')
    return this.#blockhashes.latest(this.#bankSlot)
  }

  /** Stops the run after several unexplained rejections in a row: then the cause is probably the sender, not the recipient. */
  #stopForUnexplained({ planned, unpayable }: PreparedBatch): string | null {
    const unexplained = unpayable.filter((transfer) => transfer.unexplained)
    this.#unexplainedInARow = (planned.length > 0 ? 0 : this.#unexplainedInARow) + unexplained.length
    const [first] = unexplained
    if (!first || this.#unexplainedInARow < UNEXPLAINED_IN_A_ROW) return null
    return `${this.#unexplainedInARow} payments in a row were refused. ${first.reason}`
  }
}
