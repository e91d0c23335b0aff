import {
  type AttemptFacts,
  type DeathVerdict,
  judgeDeath,
  judgeStatus,
  mayBroadcast,
  type StatusVerdict,
} from '#payout/attempt-machine.ts'
import type { Clock } from '#payout/clock.ts'
import type { ClusterReader } from '#payout/cluster-reader.ts'
import { type ChainErrorExplanation, explainChainError } from '#payout/explain-chain-error.ts'
import { gatherEvidence } from '#payout/gather-evidence.ts'
import { type Cluster, ClusterUnreachableError } from '#solana/cluster.ts'
import { programsOf } from '#solana/programs-of.ts'
import { formatOf } from '#solana/transaction-format.ts'
import type { Journal, JournaledAttempt } from '#store/journal.ts'

/** Signatures that one status request may ask for (Solana JSON-RPC). */
const STATUSES_PER_REQUEST = 256

export interface SettlingTerms {
  /** How long until an unsettled transaction's bytes are sent again. */
  resendEveryMs: number
  /** How long evidence may stay incomplete before the transfers go on hold. */
  holdAfterMs: number
  /** How often what is on hold is looked at again. */
  recheckHoldEveryMs: number
}

export const DEFAULT_SETTLING_TERMS: SettlingTerms = {
  resendEveryMs: 2_000,
  holdAfterMs: 60_000,
  recheckHoldEveryMs: 30_000,
}

export interface SettlingParts {
  /** The node that is sent to. */
  cluster: Cluster
  /** A second, independent node that must agree before anything is signed again. */
  secondNode: Cluster | null
  reader: ClusterReader
  journal: Journal
  clock: Clock
  terms: SettlingTerms
}

/** What one look at everything found. What is on hold is none of it. */
export interface PassOutcome {
  underWay: number
  landed: number
  died: number
  /** A v1 transaction ran out of time unseen, whether or not that is proved yet. */
  hasV1Expired: boolean
}

type AttemptResult = 'underWay' | 'landed' | 'died' | 'held'

/** Follows every journaled transaction until it is settled. What it remembers only paces it: the truth is in the journal. */
export class AttemptSettler {
  readonly #parts: SettlingParts
  readonly #lastSentMs = new Map<string, number>()
  readonly #undecidedSinceMs = new Map<string, number>()
  readonly #lastRecheckMs = new Map<string, number>()

  constructor(parts: SettlingParts) {
    this.#parts = parts
  }

  /** Sends an attempt's bytes for the first time, or again. Whatever the node answers, it may land. */
  async broadcast(attempt: JournaledAttempt): Promise<void> {
    const { cluster, clock, journal } = this.#parts
    this.#lastSentMs.set(attempt.id, clock.now())
    const outcome = await cluster.broadcast(attempt)
    if (attempt.state !== 'broadcast' || !outcome.accepted) {
      await journal.mark(attempt.id, 'broadcast', outcome.accepted ? null : outcome.error)
    }
  }

  /** Looks at every unresolved attempt once and carries out what follows. */
  async pass(genesisHash: string): Promise<PassOutcome> {
    const attempts = await this.#parts.journal.unresolved(genesisHash)
    const outcome: PassOutcome = { underWay: 0, landed: 0, died: 0, hasV1Expired: false }
    for (let start = 0; start < attempts.length; start += STATUSES_PER_REQUEST) {
      const page = attempts.slice(start, start + STATUSES_PER_REQUEST)
      await this.#settlePage(page, outcome)
    }
    return outcome
  }

  async #settlePage(attempts: readonly JournaledAttempt[], outcome: PassOutcome): Promise<void> {
    const { reader } = this.#parts
    const verdicts = await reader.read((node) => judge(node, attempts), isAnySettled)
    const results = await Promise.all(
      attempts.map((attempt, index) => this.#followAlone(attempt, verdicts[index] ?? { kind: 'pending' })),
    )
    for (const result of results) if (result !== 'held') outcome[result] += 1
    outcome.hasV1Expired ||= attempts.some(
      ({ wire_bytes }, index) => verdicts[index]?.kind === 'expired' && formatOf(wire_bytes) === 'v1',
    )
  }

  /** A question about one attempt that the node leaves unanswered holds up no other. */
  async #followAlone(attempt: JournaledAttempt, verdict: StatusVerdict): Promise<AttemptResult> {
    try {
      return await this.#follow(attempt, verdict)
    } catch (error) {
      if (!(error instanceof ClusterUnreachableError)) throw error
      return attempt.state === 'hold' ? 'held' : 'underWay'
    }
  }

  async #follow(attempt: JournaledAttempt, verdict: StatusVerdict): Promise<AttemptResult> {
    const { journal } = this.#parts
    switch (verdict.kind) {
      case 'paid':
      case 'failed':
        await this.#settle(attempt, verdict)
        return 'landed'
      case 'confirmed':
        if (attempt.state !== 'confirmed') await journal.mark(attempt.id, 'confirmed', null)
        return 'underWay'
      case 'pending':
        if (
          mayBroadcast(attempt.state) &&
          this.#isDue(this.#lastSentMs, attempt, this.#parts.terms.resendEveryMs)
        ) {
          await this.broadcast(attempt)
        }
        return attempt.state === 'hold' ? 'held' : 'underWay'
      case 'expired':
        return this.#proveDeath(attempt)
    }
  }

  async #proveDeath(attempt: JournaledAttempt): Promise<AttemptResult> {
    const { cluster, secondNode, terms } = this.#parts
    const held = attempt.state === 'hold'
    if (held && !this.#isDue(this.#lastRecheckMs, attempt, terms.recheckHoldEveryMs)) return 'held'
    this.#lastRecheckMs.set(attempt.id, this.#parts.clock.now())
    const verdict = judgeDeath(factsOf(attempt), await gatherEvidence(cluster, secondNode, attempt))
    return this.#concludeDeath(attempt, verdict)
  }

  async #concludeDeath(attempt: JournaledAttempt, verdict: DeathVerdict): Promise<AttemptResult> {
    const { journal, clock, terms } = this.#parts
    if (verdict.kind === 'dead') {
      await journal.settleDead(attempt, 'Its blockhash expired and no node knows it', clock.now())
      this.#forget(attempt)
      return 'died'
    }
    if (verdict.kind === 'landed') {
      if (verdict.status.commitment !== 'finalized') return 'underWay'
      const { slot, error } = verdict.status
      await this.#settle(attempt, error === null ? { kind: 'paid', slot } : { kind: 'failed', slot, error })
      return 'landed'
    }
    if (attempt.state === 'hold') return 'held'
    const since = this.#undecidedSinceMs.get(attempt.id) ?? clock.now()
    this.#undecidedSinceMs.set(attempt.id, since)
    if (clock.now() - since < terms.holdAfterMs) return 'underWay'
    await journal.hold(attempt.id, verdict.missing, clock.now())
    return 'held'
  }

  async #settle(
    attempt: JournaledAttempt,
    verdict: Extract<StatusVerdict, { kind: 'paid' | 'failed' }>,
  ): Promise<void> {
    const { journal, clock } = this.#parts
    const settlement = { slot: verdict.slot, nowMs: clock.now() }
    if (verdict.kind === 'paid') await journal.settlePaid(attempt, settlement)
    else await journal.settleFailed(attempt, explainLanded(attempt, verdict.error).words, settlement)
    this.#forget(attempt)
  }

  #isDue(last: ReadonlyMap<string, number>, attempt: JournaledAttempt, everyMs: number): boolean {
    return this.#parts.clock.now() - (last.get(attempt.id) ?? 0) >= everyMs
  }

  #forget({ id }: JournaledAttempt): void {
    this.#lastSentMs.delete(id)
    this.#undecidedSinceMs.delete(id)
    this.#lastRecheckMs.delete(id)
  }
}

function explainLanded({ wire_bytes }: JournaledAttempt, error: string): ChainErrorExplanation {
  return explainChainError(error, {
    logs: [],
    programOfInstruction: (index) => programsOf(wire_bytes)[index] ?? null,
  })
}

function isAnySettled(verdicts: readonly StatusVerdict[]): boolean {
  return verdicts.some(({ kind }) => kind === 'paid' || kind === 'failed')
}

/** What one node says of these attempts. */
async function judge(node: Cluster, attempts: readonly JournaledAttempt[]): Promise<StatusVerdict[]> {
  const signatures = attempts.map((attempt) => attempt.signature)
  const [{ statuses }, finalized] = await Promise.all([
    node.signatureStatuses(signatures, { searchHistory: false }),
    node.finalizedPosition(),
  ])
  return attempts.map((attempt, index) => judgeStatus(factsOf(attempt), statuses[index] ?? null, finalized))
}

function factsOf(attempt: JournaledAttempt): AttemptFacts {
  return {
    genesisHash: attempt.genesis_hash,
    lastValidBlockHeight: attempt.last_valid_block_height,
    contextSlot: attempt.context_slot,
  }
}
