import type { Sender } from '#domain/sender.ts'
import type { Store } from '#store/store.ts'
import type { Clock } from './clock.ts'
import { compareRun } from './compare-run.ts'
import type { FailoverRpc } from './failover-rpc.ts'

/**
 * Compares every run that has ended with the chain, once, and records the result. A run whose cluster can not
 * be read now is compared later. Throws RpcUnavailableError.
 */
export async function compareEnded(
  store: Pick<Store, 'runs' | 'senders' | 'knownTransactions'>,
  readerOf: (sender: Sender) => FailoverRpc,
  clock: Clock,
): Promise<void> {
  for (const run of await store.runs.uncompared()) {
    const sender = await store.senders.find(run.sender)
    if (!sender || sender.genesisHash !== run.genesisHash) continue
    const { comparison } = await readerOf(sender).read(
      (node) => compareRun(store, node, run, clock.now()),
      ({ comparison: { agrees }, showsItsCluster }) => !agrees || !showsItsCluster,
    )
    await store.runs.setComparison(run.id, comparison)
  }
}
