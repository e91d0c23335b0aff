import type { RunInState, SenderInState } from '#api-schema/portal-state.ts'
import { objectionToList } from '#app/allocations/active-allocation.ts'
import type { AppContext } from '#app/app-context.ts'
import { configuredControls, describeControls } from '#app/claims/claim-controls.ts'
import { describeStats } from '#app/claims/claim-stats.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import { describeComparison } from '#app/payouts/list-runs.ts'
import { describeBehind, isUnfinished, stateOf, waitingSinceOf } from '#app/payouts/sender-status.ts'
import { readSender, type SenderRecords } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { inSol } from '#domain/lamports.ts'
import type { Sender } from '#domain/sender.ts'
import type { SourceFunds } from '#payout/paying-account.ts'
import type { KnownBalance } from '#payout/wallet-balances.ts'
import { clusterName } from '#solana/clusters.ts'
import { transactionFeeLamports } from '#solana/fees.ts'
import type { ListedRun } from '#store/payouts/listed-runs.ts'
import type { ProgressCounts } from '#store/payouts/run-payments.ts'
import type { ReadTransaction } from '#store/read-transaction.ts'
import type { KnownPayable, PayableClaims } from './payable-claims.ts'

/** The compute units of a transaction that pays one recipient and makes its token account; more than it uses. */
const UNITS_OF_ONE_PAYMENT = 60_000

/** Composes the state of the whole from the records as one commit left them, and from the balances that are known. */
export async function readPortalState(app: AppContext, payable: PayableClaims) {
  const { balances } = app
  const read = await app.store.inReadTransaction((records) => readRecords(records))
  const known = balances
    .latest(paymentsOf(read.bulk, read.standalone))
    .map((balance) => ({ ...balance, isStale: balances.isStale(balance) }))
  const { totals, unpayable, payments, listed, snapshot, controls, holds, bulk, standalone, lastAction } =
    read
  const owed = bulk.sender ? await payable.latest(bulk.sender, factsOf(app, read)) : null
  const list = snapshot && objectionToList(app, snapshot) === null ? snapshot : null
  return {
    asOf: toEpochSeconds(app.now()),
    claims: describeStats(app.settings, totals, payments, bulk.sender),
    ...unpayable,
    unpayable: unpayable.failed + unpayable.held,
    holders: { listed: list?.payableCount ?? 0, claimed: listed },
    list: list && {
      fileHash: list.fileHash ?? '',
      publishedAt: toEpochSeconds(list.publishedAtMs ?? 0),
    },
    hasAllocationsFile: app.allocationsFile !== null,
    reading: read.reading,
    controls: describeControls(controls ?? configuredControls(app.settings), app.now()),
    holds,
    senders: {
      bulk: await describeSender(app, bulk, known, owed),
      standalone: app.hasStandaloneSender ? await describeSender(app, standalone, known, null) : null,
    },
    lastAction: lastAction && {
      id: String(lastAction.id),
      action: lastAction.action,
      at: toEpochSeconds(lastAction.atMs),
    },
  }
}

export type PortalState = Awaited<ReturnType<typeof readPortalState>>

/** The facts that decide what can be paid: where they are as they were, so is the count of it. */
function factsOf(
  { recipients }: AppContext,
  { totals, unpayable, holds, bulk, lastAction }: Awaited<ReturnType<typeof readRecords>>,
): string {
  const { submitted, sent, rejected } = totals
  const claims = [submitted.count, sent.count, rejected.count, unpayable]
  return JSON.stringify([
    recipients.timesKept(),
    claims,
    holds,
    bulk.run?.id,
    bulk.run?.state,
    bulk.counts,
    lastAction?.id,
  ])
}

/** One query after the other: they share a connection. */
async function readRecords(records: ReadTransaction) {
  return {
    totals: await records.claimTallies.totals(),
    unpayable: await records.figures.unpayableClaims(),
    payments: await records.paymentTallies.totals(),
    listed: await records.claimTallies.countListed(),
    snapshot: (await records.snapshots.current()) ?? null,
    reading: (await records.snapshots.underWay()) ?? null,
    controls: await records.claimControls.find(),
    holds: await records.holds.counts(),
    bulk: await readSender(records, 'bulk'),
    standalone: await readSender(records, 'standalone'),
    lastAction: (await records.operatorActions.decisions(1))[0] ?? null,
  }
}

/** Differs once a run begins, ends or is stopped, and once something is signed or settled: what a wallet holds has changed. */
function paymentsOf(...senders: readonly SenderRecords[]): string {
  return JSON.stringify(senders.map(({ run, counts }) => [run?.id, run?.state, counts]))
}

/** A balance, and whether it was read too long ago to be shown. */
type ShownBalance = KnownBalance & { isStale: boolean }

async function describeSender(
  app: AppContext,
  { kind, sender, behind, run, counts }: SenderRecords,
  balances: readonly ShownBalance[],
  owed: KnownPayable | null,
): Promise<SenderInState> {
  const balance = balances.find(
    (each) => each.kind === kind && each.wallet === sender?.walletAddress && each.mint === sender.mintAddress,
  )
  return {
    configured: sender !== undefined,
    configuredAt: toEpochSecondsOrNull(sender?.configuredAtMs),
    cluster: sender ? clusterName(sender.genesisHash) : null,
    walletAddress: sender?.walletAddress ?? null,
    recordsBehind: describeBehind(sender, behind),
    run: run && counts ? await describeRun(app, run, counts) : null,
    wallet: balance && !balance.isStale ? describeBalance(app, balance) : null,
    walletUnknownSince: balance?.isStale ? readAtOf(app, balance) : null,
    need: sender && owed ? describeNeed(owed, sender, balance) : null,
  }
}

async function describeRun(
  { store }: AppContext,
  run: ListedRun,
  counts: ProgressCounts,
): Promise<RunInState> {
  return {
    id: String(run.id),
    state: stateOf(run),
    waitingSince: waitingSinceOf(run),
    inFlight: counts.in_flight,
    cluster: clusterName(run.genesisHash),
    running: isUnfinished(run),
    message: run.message,
    processed: counts.paid + counts.failed + counts.hold + counts.rejected,
    total: run.transferCount,
    paid: counts.paid,
    failed: counts.failed,
    rejected: counts.rejected,
    held: counts.hold,
    comparison: await describeComparison(store, run),
    distributionId: run.distributionId,
    fileName: run.fileName,
    startedAt: toEpochSeconds(run.startedAtMs),
    finishedAt: toEpochSecondsOrNull(run.finishedAtMs),
  }
}

function describeBalance(app: AppContext, balance: KnownBalance): SenderInState['wallet'] {
  return {
    sol: inSol(balance.lamports),
    token: formatDecimalUnits(balance.baseUnits, balance.mintDecimals),
    tokenLimit: limitOf(balance.funds),
    readAt: readAtOf(app, balance),
  }
}

function limitOf({ allowanceBaseUnits, balanceBaseUnits }: SourceFunds) {
  if (allowanceBaseUnits === null) return 'wallet'
  return allowanceBaseUnits < balanceBaseUnits ? 'allowance' : 'treasury'
}

/** Its age is measured by the monotonic clock, and told by that of the server. */
function readAtOf({ now }: AppContext, { readAtMs }: KnownBalance): number {
  return toEpochSeconds(now() - (performance.now() - readAtMs))
}

/** Describes what a start would pay. Of SOL it needs no more than that: what a transaction will cost is not asked here. */
function describeNeed(
  { payableCount, neededBaseUnits, newTokenAccounts, notLookedUp, leftOut, readAtMs }: KnownPayable,
  { mintDecimals, priorityFeeCap }: Sender,
  balance: KnownBalance | undefined,
): SenderInState['need'] {
  const rents = balance?.rents ?? null
  const fee = transactionFeeLamports(UNITS_OF_ONE_PAYMENT, BigInt(priorityFeeCap))
  const cost =
    rents &&
    BigInt(newTokenAccounts) * rents.accountRentLamports + BigInt(payableCount) * fee + rents.keptLamports
  return {
    sol: cost === null ? null : inSol(payableCount === 0 ? 0n : cost),
    token: formatDecimalUnits(neededBaseUnits, mintDecimals),
    count: payableCount,
    notLookedUp,
    leftOut,
    readAt: toEpochSeconds(readAtMs),
  }
}
