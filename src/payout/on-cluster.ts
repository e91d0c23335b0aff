import { type Cluster, ClusterUnreachableError } from '#solana/cluster.ts'

/**
 * Reads from a cluster and makes sure that it was the right one: another may stand behind the same URL for a while, after
 * a provider's mistake say. Asked before and after, so that what lies between is its word.
 * Throws ClusterUnreachableError when it was not.
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

async function assertCluster(cluster: Cluster, genesisHash: string): Promise<void> {
  if ((await cluster.genesisHash()) !== genesisHash) {
    throw new ClusterUnreachableError('it answers for another cluster')
  }
}
