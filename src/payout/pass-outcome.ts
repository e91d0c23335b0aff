import type { RpcUnavailableError } from '#solana/solana-rpc.ts'
import type { JournaledAttempt } from '#store/journal.ts'

/** What one look at everything found. What is on hold is none of it. */
export interface PassOutcome {
  underWay: number
  landed: number
  expired: number
  /** A v1 transaction ran out of time unseen, whether or not that is proved yet. */
  hasV1Expired: boolean
  /** The newest slot that a node's bank showed; null where nobody was asked. */
  bankSlot: number | null
  /** Attempts whose expiry only lacks a newer transaction of ours in the history. */
  awaitingNewer: JournaledAttempt[]
  /** What the sender lacks, as a transaction that failed on the chain showed, in words. */
  blocked: string | null
  /** The node that did not answer a question about some of them. */
  silent: RpcUnavailableError | null
}

/** What one look made of one attempt. */
export type AttemptResult = 'underWay' | 'landed' | 'expired' | 'held'

export function emptyOutcome(): PassOutcome {
  return {
    ...{ underWay: 0, landed: 0, expired: 0, hasV1Expired: false, bankSlot: null },
    ...{ awaitingNewer: [], blocked: null, silent: null },
  }
}

/** What an attempt is after a look that decided nothing. */
export function stillOpen(attempt: JournaledAttempt): 'held' | 'underWay' {
  return attempt.state === 'hold' ? 'held' : 'underWay'
}

export function count(outcome: PassOutcome, result: AttemptResult): void {
  if (result !== 'held') outcome[result] += 1
}
