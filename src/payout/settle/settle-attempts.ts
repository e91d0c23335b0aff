import type { Address } from '@solana/kit'
import type { Run } from '#domain/run.ts'
import type { Clock } from '#payout/clock.ts'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { SourceReader } from '#payout/records/source-reader.ts'
import { Broadcaster } from '#payout/send/broadcaster.ts'
import type { SignedPayments } from '#payout/send/signed-payments.ts'
import { RpcUnavailableError, type SignatureStatus, type SolanaRpc } from '#solana/solana-rpc.ts'
import { formatOf } from '#solana/transaction-format.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { anchorOf } from '#store/records/anchors.ts'
import type { Store } from '#store/store.ts'
import {
  classifyStatus,
  type ExpiryResult,
  mayHaveExpired,
  proveExpired,
  type StatusResult,
} from './attempt-machine.ts'
import { explainLandedFailure } from './explain-chain-error.ts'
import { factsOf, gatherEvidence } from './gather-evidence.ts'
import { type AttemptResult, count, emptyOutcome, type PassOutcome, stillOpen } from './pass-outcome.ts'
import { type Ending, SecondLook } from './second-look.ts'
import type { SettlingTerms } from './status-pace.ts'

/** Signatures that one status request may ask for (Solana JSON-RPC), less the one that identifies the cluster. */
const STATUSES_PER_REQUEST = 255

/** How often a transfer whose transactions expire is signed again. Once these have expired as well, an operator decides. */
export const MAX_RESIGNS = 3

interface EndedAttempt {
  attempt: JournaledAttempt
  result: Ending
}

interface SettlingParts {
  reader: FailoverRpc
  store: Pick<Store, 'journal' | 'runs'>
  clock: Clock
  genesisHash: string
  /** The wallet whose attempts a run's pass counts: others of the cluster are settled all the same. */
  walletAddress?: string
  /** The payments that this process has signed. */
  signed: SignedPayments
  terms: SettlingTerms
}

/**
 * Follows every journaled transaction until it is settled. Its fields only pace it: the journal has the
 * state.
 */
export class AttemptSettler {
  readonly #parts: SettlingParts
  readonly #broadcaster: Broadcaster
  readonly #sources = new Map<string, SourceReader>()
  readonly #undecidedSinceMs = new Map<string, number>()
  readonly #lastRecheckMs = new Map<string, number>()
  readonly #secondLook: SecondLook
  /** A transaction of ours that landed: a node that has it, in that slot, belongs to our cluster. */
  #known: { signature: string; slot: number } | null = null

  constructor(parts: SettlingParts) {
    this.#parts = parts
    this.#broadcaster = new Broadcaster(parts)
    this.#secondLook = new SecondLook(parts.reader, parts.genesisHash)
  }

  /** Sends attempts' bytes: see Broadcaster. */
  broadcast(attempts: readonly JournaledAttempt[]): Promise<void> {
    return this.#broadcaster.send(attempts)
  }

  /** Reads the state of every unresolved attempt once and settles what can be settled. */
  async pass(): Promise<PassOutcome> {
    const { store, genesisHash, signed } = this.#parts
    const unresolved = await store.journal.unresolved(genesisHash)
    const attempts = unresolved.map((attempt) => signed.asSigned(attempt))
    const outcome = emptyOutcome()
    for (let start = 0; start < attempts.length; start += STATUSES_PER_REQUEST) {
      await this.#settlePage(attempts.slice(start, start + STATUSES_PER_REQUEST), outcome)
    }
    return outcome
  }

  async #settlePage(attempts: readonly JournaledAttempt[], outcome: PassOutcome): Promise<void> {
    const { reader } = this.#parts
    const { results, contextSlot } = await reader.read((node) => this.#readStatuses(node, attempts))
    outcome.bankSlot = Math.max(outcome.bankSlot ?? 0, contextSlot)
    outcome.hasV1Expired ||= attempts.some(
      ({ wireBytes }, index) => results[index]?.kind === 'overdue' && formatOf(wireBytes) === 'v1',
    )
    const of = (kind: StatusResult['kind']) => attempts.filter((_, index) => results[index]?.kind === kind)
    const ended = attempts.flatMap((attempt, index) => {
      const result = results[index]
      return result?.kind === 'paid' || result?.kind === 'failed' ? [{ attempt, result }] : []
    })
    await this.#tolerating(
      outcome,
      ended.map(({ attempt }) => attempt),
      () => this.#settleEnded(ended, outcome),
    )
    await this.#noteConfirmed(of('confirmed'), outcome)
    await this.#broadcaster.sendAgain(of('pending'))
    for (const attempt of of('pending')) this.#count(outcome, attempt, stillOpen(attempt))
    const byRun = Map.groupBy(of('overdue'), (attempt) => `${attempt.runId} ${attempt.sourceTokenAccount}`)
    for (const group of byRun.values()) {
      await this.#tolerating(outcome, group, () => this.#settleOverdue(group, outcome))
    }
  }

  /** Runs work on some attempts: a node that does not answer about them delays no others. */
  async #tolerating(outcome: PassOutcome, attempts: readonly JournaledAttempt[], work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof RpcUnavailableError)) throw error
      outcome.silent = error
      for (const attempt of attempts) this.#count(outcome, attempt, stillOpen(attempt))
    }
  }

  /** Reads the statuses from one node's recent cache, and its finalized height where an attempt may have expired. */
  async #readStatuses(node: SolanaRpc, attempts: readonly JournaledAttempt[]) {
    const known = this.#known
    const signatures = attempts.map(({ signature }) => signature)
    const asked = known ? [...signatures, known.signature] : signatures
    const askedAtMs = this.#parts.clock.monotonicMs()
    const { contextSlot, statuses } = await node.signatureStatuses(asked, { searchHistory: false })
    if (known && statuses[signatures.length]?.slot === known.slot) this.#parts.reader.confirm(node, askedAtMs)
    this.#known ??= firstLanded(attempts, statuses)
    const mayBeOverdue = attempts.some(
      (attempt, index) => !statuses[index] && mayHaveExpired(factsOf(attempt), contextSlot),
    )
    const finalized = mayBeOverdue ? await node.finalizedPosition() : null
    const results = attempts.map((attempt, index) =>
      classifyStatus(factsOf(attempt), statuses[index] ?? null, finalized),
    )
    return { contextSlot, results }
  }

  /** Settles ended attempts once a second reading confirms it: of the second node, where there is one. */
  async #settleEnded(ended: readonly EndedAttempt[], outcome: PassOutcome): Promise<void> {
    if (ended.length === 0) return
    const second = await this.#secondLook.statuses(ended.map(({ attempt }) => attempt.signature))
    const isConfirmed = ended.map(({ attempt, result }, index) =>
      this.#secondLook.confirms(attempt, result, second?.[index] ?? null),
    )
    const confirmed = ended.filter((_, index) => isConfirmed[index])
    await this.#settle(confirmed, outcome)
    for (const [index, { attempt }] of ended.entries()) {
      this.#count(outcome, attempt, isConfirmed[index] ? 'landed' : stillOpen(attempt))
    }
  }

  async #noteConfirmed(attempts: readonly JournaledAttempt[], outcome: PassOutcome): Promise<void> {
    const newlyConfirmed = attempts.filter(({ state }) => state !== 'confirmed').map(({ id }) => id)
    await this.#parts.store.journal.mark(newlyConfirmed, 'confirmed', null)
    for (const attempt of attempts) this.#count(outcome, attempt, 'underWay')
  }

  async #settleOverdue(group: readonly JournaledAttempt[], outcome: PassOutcome): Promise<void> {
    const { clock, terms, reader } = this.#parts
    const due = group.filter(
      (attempt) =>
        attempt.state !== 'hold' || this.#isDue(this.#lastRecheckMs, attempt, terms.recheckHoldEveryMs),
    )
    for (const attempt of group) if (!due.includes(attempt)) this.#count(outcome, attempt, 'unexamined')
    const [first] = due
    if (!first) return
    for (const { id } of due) this.#lastRecheckMs.set(id, clock.monotonicMs())
    const run = await this.#runOf(first)
    const evidence = await gatherEvidence(due, {
      node: reader.preferred,
      secondNode: reader.second,
      passedOver: reader.passedOver,
      source: this.#sourceReader(first, run.mintAddress),
      anchor: anchorOf(run),
    })
    for (const [index, attempt] of due.entries()) {
      const proof = evidence[index]
      if (!proof) throw new Error('An attempt was not examined')
      const result = proveExpired(factsOf(attempt), proof)
      this.#count(outcome, attempt, await this.#conclude(attempt, result, outcome))
    }
  }

  async #conclude(
    attempt: JournaledAttempt,
    result: ExpiryResult,
    outcome: PassOutcome,
  ): Promise<AttemptResult> {
    const { store, clock } = this.#parts
    switch (result.kind) {
      case 'expired':
        if (attempt.kind === 'payment' && (await store.journal.timesExpired(attempt.id)) >= MAX_RESIGNS) {
          return this.#hold(attempt, TOO_OFTEN, 0)
        }
        await store.journal.settleExpired(attempt, 'Its blockhash expired and no node knows it', clock.now())
        this.#parts.signed.remove(attempt.id)
        this.#forget(attempt)
        return 'expired'
      case 'landed': {
        const ending = classifyStatus(factsOf(attempt), result.status, null)
        if (ending.kind !== 'paid' && ending.kind !== 'failed') return stillOpen(attempt)
        const [second = null] = (await this.#secondLook.statuses([attempt.signature])) ?? []
        if (!this.#secondLook.confirms(attempt, ending, second)) return stillOpen(attempt)
        await this.#settle([{ attempt, result: ending }], outcome)
        return 'landed'
      }
      case 'contradicted':
        return this.#hold(attempt, result.reason, this.#holdAfterMs())
      case 'undecided': {
        const isNewerMissing = result.lacks === 'newer' && this.#isOwn(attempt)
        if (isNewerMissing) outcome.awaitingNewer.push(attempt)
        const reason = isNewerMissing ? `${result.reason}. ${NEXT_RUN_PROVES}` : result.reason
        const held = await this.#hold(attempt, reason, this.#holdAfterMs())
        return held === 'held' && result.lacks === 'position' ? 'unexamined' : held
      }
    }
  }

  /** Has the next pass gather evidence about all that is on hold, however lately that was done. */
  recheckHolds(): void {
    this.#lastRecheckMs.clear()
  }

  /** Puts payments on hold whose proof lacks what can not be had for now. */
  async holdAtOnce(attempts: readonly JournaledAttempt[], reason: string): Promise<void> {
    for (const attempt of attempts) if (attempt.kind === 'payment') await this.#hold(attempt, reason, 0)
  }

  /** Evidence comes with the blocks: where they are slow, it is waited for longer. */
  #holdAfterMs(): number {
    const { terms, reader } = this.#parts
    return Math.max(terms.holdAfterMs, (terms.holdAfterSlots ?? 0) * reader.slots.slotMs)
  }

  /** Puts an attempt on hold once it was undecided for long; one that is on hold is told by what it lacks now. A marker is dropped: nothing is owed for it. */
  async #hold(attempt: JournaledAttempt, reason: string, afterMs: number): Promise<AttemptResult> {
    const { store, clock } = this.#parts
    if (attempt.state === 'hold') {
      if (attempt.error !== reason) await store.journal.noteMissing(attempt.id, reason)
      return 'held'
    }
    const since = this.#undecidedSinceMs.get(attempt.id) ?? clock.monotonicMs()
    this.#undecidedSinceMs.set(attempt.id, since)
    if (attempt.kind === 'marker') {
      await store.journal.settleExpired(attempt, 'It moves nothing: it was not waited for', clock.now())
      this.#parts.signed.remove(attempt.id)
      this.#forget(attempt)
      return 'expired'
    }
    if (clock.monotonicMs() - since < afterMs) return 'underWay'
    await store.journal.hold(attempt.id, reason, clock.now())
    return 'held'
  }

  /** Settles attempts whose ending was seen twice: those that are paid in one commit. */
  async #settle(ended: readonly EndedAttempt[], outcome: PassOutcome): Promise<void> {
    const { store, clock, reader } = this.#parts
    const paid = ended.filter(({ result }) => result.kind === 'paid')
    await store.journal.settlePaid(
      paid.map(({ attempt, result }) => ({ attempt, slot: result.slot })),
      clock.now(),
    )
    for (const { attempt, result } of paid) {
      this.#parts.signed.notePaid(attempt.id)
      this.#noteLanded(attempt, result)
    }
    for (const { attempt, result } of ended) {
      if (result.kind === 'paid') continue
      const failure = await explainLandedFailure(reader, await this.#runOf(attempt), attempt, result.error)
      await store.journal.settleFailed(attempt, failure, { slot: result.slot, nowMs: clock.now() })
      this.#parts.signed.remove(attempt.id)
      if (failure.isSendersFault && this.#isOwn(attempt)) outcome.blocked = failure.reason
      this.#noteLanded(attempt, result)
    }
  }

  #noteLanded(attempt: JournaledAttempt, { slot }: Ending): void {
    this.#known = { signature: attempt.signature, slot }
    this.#forget(attempt)
  }

  async #runOf({ runId }: JournaledAttempt): Promise<Run> {
    const run = await this.#parts.store.runs.find(runId)
    if (run) return run
    throw new Error('An attempt belongs to no run')
  }

  #sourceReader({ sourceTokenAccount }: JournaledAttempt, mint: Address): SourceReader {
    const known = this.#sources.get(sourceTokenAccount)
    if (known) return known
    const { journal } = this.#parts.store
    const reader = new SourceReader({ journal, mint, sourceTokenAccount })
    this.#sources.set(sourceTokenAccount, reader)
    return reader
  }

  #count(outcome: PassOutcome, attempt: JournaledAttempt, result: AttemptResult): void {
    if (this.#isOwn(attempt)) count(outcome, result)
  }

  /** Returns false for an attempt of another wallet: it does not concern this run. */
  #isOwn(attempt: JournaledAttempt): boolean {
    const { walletAddress = attempt.walletAddress } = this.#parts
    return attempt.walletAddress === walletAddress
  }

  #isDue(last: ReadonlyMap<string, number>, attempt: JournaledAttempt, everyMs: number): boolean {
    return this.#parts.clock.monotonicMs() - (last.get(attempt.id) ?? Number.NEGATIVE_INFINITY) >= everyMs
  }

  #forget(attempt: JournaledAttempt): void {
    const { id } = attempt
    this.#broadcaster.forget(attempt)
    this.#undecidedSinceMs.delete(id)
    this.#lastRecheckMs.delete(id)
    this.#secondLook.forget(attempt)
  }
}

const TOO_OFTEN = `it was signed ${MAX_RESIGNS + 1} times, and expired each time without landing. Find out why, then settle it`

/** A run sends a marker before it ends: see PayoutLoop. */
const NEXT_RUN_PROVES = 'Start a run, even with nothing else to send: it proves this first'

/** Finds an attempt that landed. Confirmed ones are so rarely undone that its slot identifies the cluster. */
function firstLanded(
  attempts: readonly JournaledAttempt[],
  statuses: readonly (SignatureStatus | null)[],
): { signature: string; slot: number } | null {
  const index = attempts.findIndex((_, at) => (statuses[at]?.commitment ?? 'processed') !== 'processed')
  const [attempt, status] = [attempts[index], statuses[index]]
  return attempt && status ? { signature: attempt.signature, slot: status.slot } : null
}
