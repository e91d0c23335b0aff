import { objectionToList } from '#app/allocations/allocation-in-force.ts'
import type { AppContext } from '#app/app-context.ts'
import { describeControls } from '#app/claims/change-claim-controls.ts'
import { configuredControls } from '#app/claims/claim-controls-in-force.ts'
import { describeStats } from '#app/claims/claim-stats.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import { readSender, type SenderRecords } from '#app/payouts/read-sender.ts'
import { describeBehind, isUnfinished, stateOf, waitingSinceOf } from '#app/payouts/sender-status.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { inSol } from '#domain/lamports.ts'
import type { Run } from '#domain/run.ts'
import type { KnownBalance, WalletBalances } from '#payout/wallet-balances.ts'
import { clusterName } from '#solana/clusters.ts'
import { transactionFeeLamports } from '#solana/fees.ts'
import type { ClaimTotals } from '#store/claim-tallies.ts'
import type { RecordsOfOneMoment } from '#store/one-moment.ts'
import type { TransferCounts } from '#store/run-results.ts'

/** The compute units of a transaction that pays one recipient and makes its token account; more than it uses. */
const UNITS_OF_ONE_PAYMENT = 60_000

/** Composes the state of the whole from the records as one commit left them, and from the balances that are known. */
export async function readPortalState(app: AppContext, balances: WalletBalances) {
  const known = await balances.latest()
  const read = await app.store.atOneMoment((records) => readRecords(records))
  const { totals, unpayable, payments, listed, snapshot, controls, holds, bulk, standalone, lastAction } =
    read
  const list = snapshot && objectionToList(app, snapshot) === null ? snapshot : null
  return {
    asOf: toEpochSeconds(app.now()),
    claims: describeStats(app.settings, totals, payments, bulk.sender),
    unpayable,
    holders: { listed: list?.payableCount ?? 0, claimed: listed },
    list: list && {
      fileHash: list.fileHash ?? '',
      publishedAt: toEpochSeconds(list.publishedAtMs ?? 0),
    },
    reading: read.reading,
    controls: describeControls(controls ?? configuredControls(app.settings), app.now()),
    holds,
    senders: {
      bulk: describeSender(app, bulk, known, totals),
      standalone: describeSender(app, standalone, known, null),
    },
    lastAction: lastAction && {
      id: String(lastAction.id),
      action: lastAction.action,
      at: toEpochSeconds(lastAction.atMs),
    },
  }
}

export type PortalState = Awaited<ReturnType<typeof readPortalState>>

/** One query after the other: they share a connection. */
async function readRecords(records: RecordsOfOneMoment) {
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
    lastAction: (await records.operatorActions.list(1))[0] ?? null,
  }
}

function describeSender(
  app: AppContext,
  { kind, sender, behind, run, counts }: SenderRecords,
  balances: readonly KnownBalance[],
  owed: ClaimTotals | null,
) {
  const balance = balances.find(
    (each) => each.kind === kind && each.wallet === sender?.walletAddress && each.mint === sender.mintAddress,
  )
  return {
    configured: sender !== undefined,
    configuredAt: toEpochSecondsOrNull(sender?.configuredAtMs),
    cluster: sender ? clusterName(sender.genesisHash) : null,
    walletAddress: sender?.walletAddress ?? null,
    recordsBehind: describeBehind(sender, behind),
    run: run && counts ? describeRun(run, counts) : null,
    wallet: balance ? describeBalance(app, balance) : null,
    need: sender && owed ? describeNeed(app, owed, sender.priorityFeeCap, balance) : null,
  }
}

function describeRun(run: Run & { fileName: string | null }, counts: TransferCounts) {
  return {
    id: String(run.id),
    state: stateOf(run),
    waitingSince: waitingSinceOf(run),
    inFlight: counts.in_flight,
    cluster: clusterName(run.genesisHash),
    running: isUnfinished(run),
    message: run.message,
    processed: counts.paid + counts.failed + counts.hold,
    total: run.transferCount,
    failed: counts.failed,
    held: counts.hold,
    distributionId: run.distributionId,
    fileName: run.fileName,
    startedAt: toEpochSeconds(run.startedAtMs),
    finishedAt: toEpochSecondsOrNull(run.finishedAtMs),
  }
}

function describeBalance({ now }: AppContext, { lamports, baseUnits, mintDecimals, readAtMs }: KnownBalance) {
  return {
    sol: inSol(lamports),
    token: formatDecimalUnits(baseUnits, mintDecimals),
    readAt: toEpochSeconds(now() - (performance.now() - readAtMs)),
  }
}

/** Estimates what the queued claims need: no recipient is looked up, so that SOL is the most that it can be. */
function describeNeed(
  { settings }: AppContext,
  { submitted, sent, rejected }: ClaimTotals,
  priorityFeeCap: number,
  balance: KnownBalance | undefined,
) {
  const queued = submitted.count - sent.count - rejected.count
  const queuedWei = submitted.amountWei - sent.amountWei - rejected.amountWei
  const rents = balance?.rents ?? null
  const fee = transactionFeeLamports(UNITS_OF_ONE_PAYMENT, BigInt(priorityFeeCap))
  return {
    sol: rents && inSol(BigInt(queued) * (rents.accountRentLamports + fee) + rents.keptLamports),
    token: formatDecimalUnits(queuedWei, settings.coinDecimals),
  }
}
