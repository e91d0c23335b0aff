import { expect } from 'vitest'
import { connectRpc } from '#solana/connect-rpc.ts'

/** Waits until a transaction is final, and returns its signature. */
export function finalized(rpcUrl: string, signature: string): Promise<string> {
  return landed(rpcUrl, signature, 'finalized')
}

/** Waits until a transaction has reached `commitment`, and returns its signature. */
export async function landed(
  rpcUrl: string,
  signature: string,
  commitment: 'confirmed' | 'finalized',
): Promise<string> {
  const rpc = connectRpc(rpcUrl)
  await expect
    .poll(async () => {
      const { statuses } = await rpc.signatureStatuses([signature], { searchHistory: true })
      return statuses[0]?.commitment
    })
    .toBe(commitment)
  return signature
}
