import type { RpcUnavailableError } from '#solana/solana-rpc.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'

/** The result of one pass over all unresolved attempts. */
export interface PassOutcome {
  underWay: number
  landed: number
  expired: number
  /** On hold, before the pass or by it, for a lack that this pass has seen. */
  held: number
  /** On hold, and this pass has not seen what they lack: it did not look, or no answer told. */
  unexamined: number
  /** A v1 transaction is overdue and unseen, whether or not its expiry is proved yet. */
  hasV1Expired: boolean
  /** The newest slot that a node's bank showed; null where no node was asked. */
  bankSlot: number | null
  /** Attempts whose expiry only lacks a newer transaction of ours in the history. */
  awaitingNewer: JournaledAttempt[]
  /** The sender's fault that made a transaction fail on the chain, in words. */
  blocked: string | null
  /** The error of a node that did not answer about some of them. */
  silent: RpcUnavailableError | null
}

/** The result of one pass for one attempt. */
export type AttemptResult = 'underWay' | 'landed' | 'expired' | 'held' | 'unexamined'

export function emptyOutcome(): PassOutcome {
  return {
    underWay: 0,
    landed: 0,
    expired: 0,
    held: 0,
    unexamined: 0,
    hasV1Expired: false,
    bankSlot: null,
    awaitingNewer: [],
    blocked: null,
    silent: null,
  }
}

/** Returns the result for an attempt that the pass left undecided. */
export function stillOpen(attempt: JournaledAttempt): 'unexamined' | 'underWay' {
  return attempt.state === 'hold' ? 'unexamined' : 'underWay'
}

export function count(outcome: PassOutcome, result: AttemptResult): void {
  outcome[result] += 1
}
