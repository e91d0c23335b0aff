import { setTimeout as delay } from 'node:timers/promises'
import type { GetSignatureStatusesApi, Rpc, Signature } from '@solana/kit'

const POLL_MS = 50

export class TransactionNotConfirmedError extends Error {
  override name = 'TransactionNotConfirmedError'
}

/**
 * Waits until a transaction is confirmed without error. Throws TransactionNotConfirmedError when it failed, or did not
 * confirm within `timeoutMs`.
 */
export async function awaitConfirmation(
  rpc: Rpc<GetSignatureStatusesApi>,
  signature: Signature,
  timeoutMs = 30_000,
): Promise<void> {
  const deadlineMs = Date.now() + timeoutMs
  while (Date.now() < deadlineMs) {
    const { value } = await rpc.getSignatureStatuses([signature]).send()
    const status = value[0]
    if (status?.err)
      throw new TransactionNotConfirmedError(`transaction ${signature} failed: ${describe(status.err)}`)
    if (status && status.confirmationStatus !== 'processed') return
    await delay(POLL_MS)
  }
  throw new TransactionNotConfirmedError(`transaction ${signature} was not confirmed in ${timeoutMs} ms`)
}

function describe(err: unknown): string {
  return JSON.stringify(err, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
