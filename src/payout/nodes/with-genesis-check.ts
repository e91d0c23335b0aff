import type { Clock } from '#payout/clock.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'

/** Thrown when a node belongs to another cluster than expected. */
export class OtherClusterError extends RpcUnavailableError {
  override name = 'OtherClusterError'
}

/**
 * Reads from a cluster and checks, before and after, that it is the right one: the same URL may lead to
 * another for a while, after a provider's mistake say. Throws OtherClusterError when it was not.
 */
export async function withGenesisCheck<T>(
  rpc: SolanaRpc,
  genesisHash: string,
  read: () => Promise<T>,
): Promise<T> {
  await assertGenesisHash(rpc, genesisHash)
  const answer = await read()
  await assertGenesisHash(rpc, genesisHash)
  return answer
}

/** Throws OtherClusterError when a node names another genesis hash than this. */
export async function assertGenesisHash(rpc: SolanaRpc, genesisHash: string): Promise<void> {
  if ((await rpc.genesisHash()) !== genesisHash) {
    throw new OtherClusterError('it answers for another cluster', { nodeName: rpc.name })
  }
}

/** The greatest age of a node's genesis hash for the next request to rely on it. */
const REMEMBERED_MS = 2_000

/** The nodes behind those that are wrapped. */
const WRAPPED = new WeakMap<SolanaRpc, SolanaRpc>()

/** Returns the node for a read on which no verified read relies: it may come between a check and the read after it. */
export function besideChecks(node: SolanaRpc): SolanaRpc {
  return WRAPPED.get(node) ?? node
}

/**
 * Wraps a node so that its genesis hash is requested once where two checks follow each other with nothing in
 * between: the check that ends one verified read then begins the next. Another hash than the expected one is
 * never remembered.
 */
export function rememberGenesis(
  node: SolanaRpc,
  expectedHash: string,
  clock: Pick<Clock, 'monotonicMs'>,
): SolanaRpc {
  let namedAtMs: number | null = null
  /** The number of requests so far. */
  let asked = 0
  let pending = 0

  async function genesisHash(): Promise<string> {
    if (namedAtMs !== null && clock.monotonicMs() - namedAtMs < REMEMBERED_MS) return expectedHash
    const askedBefore = asked
    const isAlone = pending === 0
    const atMs = clock.monotonicMs()
    const hash = await node.genesisHash()
    const isClosed = isAlone && asked === askedBefore
    namedAtMs = isClosed && hash === expectedHash ? atMs : null
    return hash
  }

  const wrapped = new Proxy(node, {
    get(target, name) {
      if (name === 'genesisHash') return genesisHash
      // It requests nothing.
      if (name === 'answeredAtMs') return node.answeredAtMs
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        asked += 1
        pending += 1
        namedAtMs = null
        try {
          return await method.apply(target, args)
        } finally {
          pending -= 1
        }
      }
    },
  })
  WRAPPED.set(wrapped, node)
  return wrapped
}
