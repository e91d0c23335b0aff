import { RpcUnavailableError } from '#solana/solana-rpc.ts'

/** Waits for an answer for a limited time. Throws RpcUnavailableError when it has not come by then. */
export async function withTimeout<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new RpcUnavailableError('it did not answer in time')), timeoutMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
