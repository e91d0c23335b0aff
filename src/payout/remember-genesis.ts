import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Clock } from './clock.ts'

/** How long a node's word about its cluster may have been given before something is asked of it. */
const REMEMBERED_MS = 2_000

/**
 * Gives a node whose genesis hash is asked for once where two questions for it follow each other and nothing lies between: the end of
 * one verified read is then the beginning of the next. Another hash than the expected one is never remembered.
 */
export function rememberGenesis(
  node: SolanaRpc,
  expectedHash: string,
  clock: Pick<Clock, 'monotonicMs'>,
): SolanaRpc {
  let namedAtMs: number | null = null
  /** Questions that were asked, so far. */
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
