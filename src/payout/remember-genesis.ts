import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Clock } from './clock.ts'

/** The greatest age of a node's genesis hash for the next request to rely on it. */
const REMEMBERED_MS = 2_000

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

  return new Proxy(node, {
    get(target, name) {
      if (name === 'genesisHash') return genesisHash
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
}
