import type { Clock } from '#payout/clock.ts'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { mayBroadcast } from '#payout/settle/attempt-machine.ts'
import type { SettlingTerms } from '#payout/settle/status-pace.ts'
import type { BroadcastOutcome } from '#solana/solana-rpc.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import type { Store } from '#store/store.ts'

interface BroadcasterParts {
  reader: Pick<FailoverRpc, 'broadcast'>
  store: Pick<Store, 'journal'>
  clock: Pick<Clock, 'monotonicMs'>
  terms: Pick<SettlingTerms, 'resendEveryMs'>
}

/** Sends the bytes of journaled attempts, and again until something is known of them. */
export class Broadcaster {
  readonly #parts: BroadcasterParts
  readonly #lastSentMs = new Map<string, number>()

  constructor(parts: BroadcasterParts) {
    this.#parts = parts
  }

  /** Sends attempts at once, and notes it in one commit. They may land with any answer of the node. */
  async send(attempts: readonly JournaledAttempt[]): Promise<void> {
    const { journal } = this.#parts.store
    const outcomes = await Promise.all(attempts.map((attempt) => this.#sendOne(attempt)))
    const newlySent = attempts.filter(({ state }, at) => outcomes[at]?.accepted && state !== 'broadcast')
    await journal.mark(
      newlySent.map(({ id }) => id),
      'broadcast',
      null,
    )
    for (const [at, { id }] of attempts.entries()) {
      const outcome = outcomes[at]
      if (outcome?.accepted === false) await journal.mark([id], 'broadcast', outcome.error)
    }
  }

  /** Sends those again whose last answer is old enough. */
  sendAgain(attempts: readonly JournaledAttempt[]): Promise<void> {
    const { clock, terms } = this.#parts
    const lastMs = ({ id }: JournaledAttempt) => this.#lastSentMs.get(id) ?? Number.NEGATIVE_INFINITY
    const isDue = (attempt: JournaledAttempt) =>
      mayBroadcast(attempt.state) && clock.monotonicMs() - lastMs(attempt) >= terms.resendEveryMs
    return this.send(attempts.filter(isDue))
  }

  /** Forgets when an attempt that has ended was sent. */
  forget({ id }: JournaledAttempt): void {
    this.#lastSentMs.delete(id)
  }

  async #sendOne(attempt: JournaledAttempt): Promise<BroadcastOutcome> {
    const { reader, clock } = this.#parts
    // Not due until it is answered: it may wait for its turn at a node.
    this.#lastSentMs.set(attempt.id, Number.POSITIVE_INFINITY)
    const outcome = await reader.broadcast(attempt)
    if (this.#lastSentMs.has(attempt.id)) this.#lastSentMs.set(attempt.id, clock.monotonicMs())
    return outcome
  }
}
