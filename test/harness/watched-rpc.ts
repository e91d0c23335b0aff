import type { SolanaRpc } from '#solana/solana-rpc.ts'

/** Calls `before` before each call of the node, with its number and method. */
export function watchedRpc(
  rpc: SolanaRpc,
  before: (call: number, method: string) => Promise<void>,
): Partial<SolanaRpc> {
  let calls = 0
  return Object.fromEntries(
    Object.entries(rpc).map(([method, value]) => [
      method,
      typeof value === 'function'
        ? async (...given: unknown[]) => {
            calls += 1
            await before(calls, method)
            return (value as (...given: unknown[]) => unknown)(...given)
          }
        : value,
    ]),
  )
}
