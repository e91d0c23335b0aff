import { within } from '#domain/concurrency.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'

/** Waits for a node's answer for a limited time. Throws RpcUnavailableError when it has not come by then. */
export function withTimeout<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  return within(answer, timeoutMs, () => new RpcUnavailableError('it did not answer in time'))
}
