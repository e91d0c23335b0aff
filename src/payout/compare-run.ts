import type { Run } from '#domain/run.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import { readUnknown, unknownPaymentsAmong, unrecordedOutflow } from './unknown-payments.ts'
import { isFerryPayment, payingAccount, readHistory } from './wallet-history.ts'

/** What the chain shows of a run beside what the records say; it stands in the run as JSON. */
export interface RunComparison {
  /** Nothing was missing, nothing unknown, and nothing else had left the wallet. */
  agrees: boolean
  checkedAtMs: number
  /** The run's payments that the chain shows. */
  payments: number
  baseUnits: string
  /** Payments of this wallet that the chain shows and the records do not count. */
  unknownPayments: number
  /** The run's payments that the chain does not show. */
  missing: number
  /** Transactions by which something else left the source account, and that nobody had acknowledged by then. */
  otherOutflows: string[]
}

export interface RunReading {
  comparison: RunComparison
  /** One answer shows all of it, and a payment of the run in it: only the run's cluster has that transaction. */
  showsItsCluster: boolean
}

/**
 * Compares a run that has ended with the wallet's history since the run began. The records' own transactions are looked for
 * there alone: their bytes are known, so one that landed without error paid what the journal says. Everything else is read.
 * To be read surely unless it shows its cluster: the node does not name it. Throws RpcUnavailableError.
 */
export async function compareRun(
  store: Pick<Store, 'runs' | 'knownTransactions'>,
  node: SolanaRpc,
  run: Run,
  nowMs: number,
): Promise<RunReading> {
  const account = await payingAccount(run)
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
    baseUnits: found.reduce((sum, { baseUnits }) => sum + baseUnits, 0n).toString(),
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
