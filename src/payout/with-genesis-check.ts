import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'

/** Thrown when a node belongs to another cluster than expected. */
export class OtherClusterError extends RpcUnavailableError {
  override name = 'OtherClusterError'
}

/**
 * Reads from a cluster and checks, before and after, that it is the right one: the same URL may lead to
 * another for a while, after a provider's mistake say. Throws OtherClusterError when it was not.
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
