import { expect } from 'vitest'
import { connectCluster } from '#solana/connect-cluster.ts'

/** Waits until a transaction is final, and gives its signature back. */
export function finalized(rpcUrl: string, signature: string): Promise<string> {
  return landed(rpcUrl, signature, 'finalized')
}

/** Waits until a transaction has come as far as `commitment`, and gives its signature back. */
export async function landed(
  rpcUrl: string,
  signature: string,
  commitment: 'confirmed' | 'finalized',
): Promise<string> {
  const cluster = connectCluster(rpcUrl)
  await expect
    .poll(async () => {
      const { statuses } = await cluster.signatureStatuses([signature], { searchHistory: true })
      return statuses[0]?.commitment
    })
    .toBe(commitment)
  return signature
}
