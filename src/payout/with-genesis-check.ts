import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'

/** The node answers for another cluster than it should. */
export class OtherClusterError extends RpcUnavailableError {
  override name = 'OtherClusterError'
}

/**
 * Reads from a cluster and makes sure that it was the right one: another may stand behind the same URL for a while, after
 * a provider's mistake say. Asked before and after, so that what lies between is its word.
 * Throws OtherClusterError when it was not.
 */
export async function withGenesisCheck<T>(
  rpc: SolanaRpc,
  genesisHash: string,
  read: () => Promise<T>,
): Promise<T> {
  await assertGenesisHash(rpc, genesisHash)
  const answer = await read()
  await assertGenesisHash(rpc, genesisHash)
  return answer
}

/** Throws OtherClusterError when a node names another genesis hash than this. */
export async function assertGenesisHash(rpc: SolanaRpc, genesisHash: string): Promise<void> {
  if ((await rpc.genesisHash()) !== genesisHash) {
    throw new OtherClusterError('it answers for another cluster', { nodeName: rpc.name })
  }
}
