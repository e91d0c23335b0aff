import type { Run } from '#domain/run.ts'
import type { RunComparison } from '#domain/run-comparison.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import { readUnknown, unknownPaymentsAmong, unrecordedOutflow } from './unknown-payments.ts'
import { isFerryPayment, payingAccount, readHistory } from './wallet-history.ts'

export interface RunReading {
  comparison: RunComparison
  /**
   * One answer shows the whole history with a payment of the run: only the run's cluster has that
   * transaction.
   */
  showsItsCluster: boolean
}

/**
 * Compares a run that has ended with the wallet's history since the run began. Recorded transactions are only
 * looked up in it: their bytes are known, so one that landed without error paid what the journal says. All
 * others are read. Needs a verified read unless it shows its cluster: the node's cluster is not checked here.
 * Throws RpcUnavailableError.
 */
export async function compareRun(
  store: Pick<Store, 'runs' | 'knownTransactions'>,
  node: SolanaRpc,
  run: Run,
  nowMs: number,
): Promise<RunReading> {
  const account = payingAccount(run)
  const paid = await store.runs.payments(run.id)
  const minContextSlot = paid.reduce((newest, { slot }) => Math.max(newest, slot ?? 0), 0)
  const { entries: history, isOneAnswer } = await readHistory(node, account, {
    sinceSlot: (run.anchorSlot ?? -2) + 1,
    minContextSlot,
  })
  const shown = new Set(history.map(({ signature }) => signature))
  const found = paid.filter(({ signature }) => shown.has(signature))
  const changes = await readUnknown(node, store, account, history)
  const unknown = await unknownPaymentsAmong(changes, store)
  const counts = {
    unknownPayments: unknown.payments,
    missing: countOf(paid) - countOf(found),
  }
  const otherOutflows = await outflowsAmong(store, changes)
  const comparison: RunComparison = {
    agrees: counts.unknownPayments + counts.missing + otherOutflows.length === 0,
    checkedAtMs: nowMs,
    payments: countOf(found),
    baseUnits: found.reduce((sum, { baseUnits }) => sum + baseUnits, 0n),
    ...counts,
    otherOutflows,
  }
  return { comparison, showsItsCluster: isOneAnswer && found.length > 0 }
}

async function outflowsAmong(
  { knownTransactions }: Pick<Store, 'knownTransactions'>,
  changes: Awaited<ReturnType<typeof readUnknown>>,
): Promise<string[]> {
  const others = changes.filter((change) => !isFerryPayment(change))
  const recorded = await knownTransactions.paidBy(others.map(({ signature }) => signature))
  const bySignature = Map.groupBy(recorded, ({ signature }) => signature)
  return others
    .filter((change) => unrecordedOutflow(change, bySignature.get(change.signature) ?? []))
    .map(({ signature }) => signature)
}

function countOf(payments: readonly { payments: number }[]): number {
  return payments.reduce((count, { payments }) => count + payments, 0)
}
