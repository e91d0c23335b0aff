import { formatDecimalUnits } from '#domain/amounts.ts'
import { inSol } from '#domain/lamports.ts'
import type { Run } from '#domain/run.ts'
import type { ObservedPortal } from '#observe/observed-portal.ts'
import { runPayments } from '#payout/owed-payments.ts'
import { readBalance, readRents, type WalletBalance } from '#payout/wallet-balances.ts'
import type { Condition } from './condition.ts'

/**
 * Finds the wallets that hold less than the rest of their run takes and the wallet itself keeps. The balance is read first, and what is under way before what it
 * cost: what leaves the wallet meanwhile makes the need look smaller, never larger. Throws RpcUnavailableError, sender_unreadable,
 * and StoreUnavailableError.
 */
export async function findLowFunds(portal: Pick<ObservedPortal, 'store' | 'payouts'>): Promise<Condition[]> {
  const conditions: Condition[] = []
  for (const run of await portal.store.runs.unfinished()) {
    const sender = await portal.store.senders.find(run.sender)
    if (!sender || run.state !== 'running' || sender.walletAddress !== run.walletAddress) continue
    const balance = await readBalance(portal.payouts, sender)
    const { keptLamports } = await readRents(portal.payouts, sender)
    conditions.push(...(await shortfalls(portal, run, { ...balance, keptLamports })))
  }
  return conditions
}

async function shortfalls(
  { store }: Pick<ObservedPortal, 'store'>,
  run: Run,
  { lamports, baseUnits, keptLamports }: WalletBalance & { keptLamports: bigint },
): Promise<Condition[]> {
  const neededLamports = (await remainingLamports(store, run)) + keptLamports
  const neededBaseUnits = await remainingBaseUnits(store, run)
  if (neededBaseUnits === 0n) return []
  const inTokens = (amount: bigint) => formatDecimalUnits(amount, run.mintDecimals)
  const words = (what: string, has: string, needs: string) =>
    `The wallet ${run.walletAddress} has ${has} ${what}, and the rest of run ${run.id} takes ${needs}. Send it more before it runs out.`
  return [
    ...(lamports < neededLamports
      ? [
          {
            key: `low_sol:${run.walletAddress}`,
            words: words('SOL', inSol(lamports), inSol(neededLamports)),
          },
        ]
      : []),
    ...(baseUnits < neededBaseUnits
      ? [
          {
            key: `low_tokens:${run.walletAddress}`,
            words: words('tokens', inTokens(baseUnits), inTokens(neededBaseUnits)),
          },
        ]
      : []),
  ]
}

/** By the estimate that the run was started on. */
async function remainingLamports(store: ObservedPortal['store'], run: Run): Promise<bigint> {
  const underWay = await store.journal.unresolved(run.genesisHash)
  const { feeLamports, rentLamports } = await store.runs.cost(run.id)
  const spent = underWay
    .filter(({ runId }) => runId === run.id)
    .reduce((sum, attempt) => sum + attempt.feeLamports + attempt.rentLamports, feeLamports + rentLamports)
  const left = run.estimatedFeeLamports + run.estimatedRentLamports - spent
  return left > 0n ? left : 0n
}

async function remainingBaseUnits({ journal }: ObservedPortal['store'], run: Run): Promise<bigint> {
  let sum = 0n
  for await (const page of runPayments(journal, run.id)) {
    for (const { baseUnits } of page) sum += baseUnits
  }
  return sum
}
