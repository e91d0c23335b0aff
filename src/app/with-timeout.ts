import { RpcUnavailableError } from '#solana/solana-rpc.ts'

/** Waits for an answer only as long as a person would. Throws RpcUnavailableError when it is not there by then. */
export async function withTimeout<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new RpcUnavailableError('it did not answer in time')), timeoutMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
