import type { Address } from '@solana/kit'
import { withTimeout } from '#app/with-timeout.ts'
import type { DestinationKind } from '#solana/destination.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import {
  ACCOUNTS_PER_REQUEST,
  type DestinationLookup,
  type NodeDestinationLookup,
} from './destination-lookup.ts'

type Answer = DestinationKind | 'unknown'

export interface LookupBounds {
  /** Answers are given again for this long. */
  keptForMs: number
  mostKept: number
  /** The most addresses that wait for the node. Any more are `unknown`. */
  mostPending: number
  /** A client that has waited for this long is told `unknown`. */
  waitMs: number
  /** The least time between the beginnings of two requests to the node. */
  distanceMs: number
}

const BOUNDS: LookupBounds = {
  keptForMs: 10_000,
  mostKept: 10_000,
  mostPending: 500,
  waitMs: 4_000,
  distanceMs: 500,
}

/**
 * Bounds the look-ups that anybody may ask for, so that a flood of made-up addresses does not become one of requests to the
 * node: one request at a time, for all that wait by then, and no more than two a second. Nobody waits for a node that is silent.
 */
export function createBoundedDestinationLookup(
  lookup: NodeDestinationLookup,
  bounds: LookupBounds = BOUNDS,
): DestinationLookup {
  const kept = new Map<Address, { answer: Answer; atMs: number }>()
  const pending = new Map<Address, PromiseWithResolvers<Answer>>()
  const queue: Address[] = []
  let isAsking = false

  function keep(address: Address, answer: Answer): void {
    kept.delete(address)
    if (answer === 'unknown') return
    kept.set(address, { answer, atMs: performance.now() })
    const [oldest] = kept.keys()
    if (kept.size > bounds.mostKept && oldest !== undefined) kept.delete(oldest)
  }

  async function settle(address: Address): Promise<void> {
    const waiting = pending.get(address)
    try {
      const answer = await lookup.find(address)
      keep(address, answer)
      waiting?.resolve(answer)
    } catch (error) {
      waiting?.reject(error)
    } finally {
      pending.delete(address)
    }
  }

  async function askInTurn(): Promise<void> {
    if (isAsking) return
    isAsking = true
    while (queue.length > 0) {
      const turn = queue.splice(0, ACCOUNTS_PER_REQUEST)
      const distance = passed(bounds.distanceMs)
      await Promise.all(turn.map(settle))
      if (!lookup.isNodeSilent()) await distance
    }
    isAsking = false
  }

  function ask(address: Address): Promise<Answer> {
    const waiting = Promise.withResolvers<Answer>()
    pending.set(address, waiting)
    queue.push(address)
    void askInTurn()
    return waiting.promise
  }

  return {
    async find(address) {
      const known = kept.get(address)
      if (known && performance.now() - known.atMs < bounds.keptForMs) return known.answer
      const asked = pending.get(address)?.promise
      if (!asked && pending.size >= bounds.mostPending) return 'unknown'
      try {
        return await withTimeout(asked ?? ask(address), bounds.waitMs)
      } catch (error) {
        if (error instanceof RpcUnavailableError) return 'unknown'
        throw error
      }
    },
  }
}

/** Does not keep the process from ending. */
function passed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
