import type { Build } from '#config/build.ts'
import { formatDecimalUnits, inSol } from '#domain/amounts.ts'
import type { Problem } from '#domain/portal-error.ts'
import type { Run } from '#domain/run.ts'
import type { Sender, SenderKind } from '#domain/sender.ts'
import { runPayments } from '#payout/owed-payments.ts'
import type { Payouts } from '#payout/payouts.ts'
import { readBalance, readRents, type WalletBalance } from '#payout/wallet-balances.ts'
import type { Store } from '#store/store.ts'
import { type Condition, conditionOf } from './condition.ts'

/** A run that waits no longer than this goes on by itself, mostly: a node answers again, or a start is waited out. */
export const WAITING_AFTER_MS = 3 * 60_000

const KINDS = ['bulk', 'standalone'] as const satisfies SenderKind[]

/** Finds what is wrong with the payments by the records. Throws StoreUnavailableError. */
export async function findConditions(
  { store }: Pick<ObservedPortal, 'store'>,
  nowMs: number,
): Promise<Condition[]> {
  const conditions = await holdConditions(store)
  for (const kind of KINDS) {
    const run = await store.runs.latest({ sender: kind })
    conditions.push(...(run ? runConditions(run, nowMs) : []))
    const sender = await store.senders.find(kind)
    conditions.push(...(sender ? await recordsConditions(store, sender) : []))
  }
  return conditions
}

async function holdConditions(store: ObservedPortal['store']): Promise<Condition[]> {
  if ((await store.figures.heldPayments()) === 0) return []
  const payments = new Map<string, number>()
  const add = (wallet: string, count: number) => payments.set(wallet, (payments.get(wallet) ?? 0) + count)
  for (const { attempt, transfers } of await store.holds.list()) add(attempt.walletAddress, transfers.length)
  for (const { walletAddress } of await store.holds.listUnsigned()) add(walletAddress, 1)
  return Array.from(payments, ([wallet, count]) => conditionOf('hold', wallet, count))
}

function runConditions(run: Run, nowMs: number): Condition[] {
  const { sender, state, waitingSinceMs } = run
  if (state === 'failed') return [conditionOf('run_failed', sender, run)]
  const isUnfinished = state === 'running' || state === 'stopping'
  if (!isUnfinished || waitingSinceMs === null || nowMs - waitingSinceMs < WAITING_AFTER_MS) return []
  const minutes = Math.floor((nowMs - waitingSinceMs) / 60_000)
  return [conditionOf('run_waiting', sender, { run, minutes })]
}

async function recordsConditions(store: ObservedPortal['store'], sender: Sender): Promise<Condition[]> {
  const behind = await store.recordsBehind.find(sender)
  if (!behind) return []
  const amount = formatDecimalUnits(behind.baseUnits, sender.mintDecimals)
  return [conditionOf('records_behind', sender.walletAddress, { payments: behind.payments, amount })]
}

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
  const { id: runId, walletAddress } = run
  const [has, needs] = [inSol(lamports), inSol(neededLamports)]
  return [
    ...(lamports < neededLamports ? [conditionOf('low_sol', walletAddress, { runId, has, needs })] : []),
    ...(baseUnits < neededBaseUnits
      ? [
          conditionOf('low_tokens', walletAddress, {
            runId,
            has: inTokens(baseUnits),
            needs: inTokens(neededBaseUnits),
            treasury: run.sourceTokenAccount,
          }),
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

async function remainingBaseUnits(store: ObservedPortal['store'], run: Run): Promise<bigint> {
  let sum = 0n
  for await (const page of runPayments(store, run)) {
    for (const { baseUnits, objection } of page) if (objection === null) sum += baseUnits
  }
  return sum
}

/** The parts of a portal that are looked at from outside. */
export interface ObservedPortal {
  store: Store
  payouts: Pick<Payouts, 'readerOf'>
  /** Lists what keeps the portal from being ready; none where it is. Never throws. */
  problems(): Promise<readonly Problem[]>
  build: Build
}
