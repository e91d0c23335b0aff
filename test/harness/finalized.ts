import { expect } from 'vitest'
import { connectCluster } from '#solana/connect-cluster.ts'

/** Waits until a transaction is final, and gives its signature back. */
export async function finalized(rpcUrl: string, signature: string): Promise<string> {
  const cluster = connectCluster(rpcUrl)
  await expect
    .poll(async () => {
      const { statuses } = await cluster.signatureStatuses([signature], { searchHistory: true })
      return statuses[0]?.commitment
    })
    .toBe('finalized')
  return signature
}
