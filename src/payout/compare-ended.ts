import type { Run } from '#domain/run.ts'
import type { RunComparison } from '#domain/run-comparison.ts'
import type { Sender } from '#domain/sender.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import type { Clock } from './clock.ts'
import { combineComparisons } from './combine-comparisons.ts'
import { compareRun } from './compare-run.ts'
import type { FailoverRpc } from './failover-rpc.ts'
import { withGenesisCheck } from './with-genesis-check.ts'

type Records = Pick<Store, 'runs' | 'senders' | 'knownTransactions'>

/**
 * Compares every run that has ended with the chain, once, by the second node too where there is one, and
 * records the result. A run whose cluster can not be read now is compared later. Throws RpcUnavailableError.
 */
export async function compareEnded(
  store: Records,
  readerOf: (sender: Sender) => FailoverRpc,
  clock: Clock,
): Promise<void> {
  for (const run of await store.runs.uncompared()) {
    const sender = await store.senders.find(run.sender)
    if (!sender || sender.genesisHash !== run.genesisHash) continue
    const reader = readerOf(sender)
    const { comparison } = await reader.read(
      (node) => compareRun(store, node, run, clock.now()),
      ({ comparison: { agrees }, showsItsCluster }) => !agrees || !showsItsCluster,
    )
    const second = await compareBySecond(store, reader, run, clock.now())
    await store.runs.setComparison(run.id, second ? combineComparisons(comparison, second) : comparison)
  }
}

/** Returns null where there is no second node, or it does not answer. */
async function compareBySecond(
  store: Records,
  { second }: FailoverRpc,
  run: Run,
  nowMs: number,
): Promise<RunComparison | null> {
  if (!second) return null
  try {
    return await withGenesisCheck(
      second,
      run.genesisHash,
      async () => (await compareRun(store, second, run, nowMs)).comparison,
    )
  } catch (error) {
    if (error instanceof RpcUnavailableError) return null
    throw error
  }
}
