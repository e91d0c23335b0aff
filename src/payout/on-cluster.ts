import { type Cluster, ClusterUnreachableError } from '#solana/cluster.ts'

/** The node answers for another cluster than it should. */
export class OtherClusterError extends ClusterUnreachableError {
  override name = 'OtherClusterError'
}

/**
 * Reads from a cluster and makes sure that it was the right one: another may stand behind the same URL for a while, after
 * a provider's mistake say. Asked before and after, so that what lies between is its word.
 * Throws OtherClusterError when it was not.
 */
export async function onCluster<T>(
  cluster: Cluster,
  genesisHash: string,
  read: () => Promise<T>,
): Promise<T> {
  await assertCluster(cluster, genesisHash)
  const answer = await read()
  await assertCluster(cluster, genesisHash)
  return answer
}

/** Throws OtherClusterError when a node names another genesis hash than this. */
export async function assertCluster(cluster: Cluster, genesisHash: string): Promise<void> {
  if ((await cluster.genesisHash()) !== genesisHash) {
    throw new OtherClusterError('it answers for another cluster', { nodeName: cluster.name })
  }
}
