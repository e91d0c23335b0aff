import type { RecordsBehindBody as DescribedBehind, SenderSource } from '#api-schema/sender-records.ts'
import type { StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds } from '#app/reply-values.ts'
import {
  readSender,
  type SenderRecords,
  senderWarnings,
  unreadableWords,
} from '#app/senders/configured-sender.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { RecordsBehind } from '#domain/records-behind.ts'
import { runMessage } from '#domain/run.ts'
import { nodeOrigin, nodeUrlsOf, type Sender } from '#domain/sender.ts'
import { payingAccount } from '#payout/paying-account.ts'
import { clusterName } from '#solana/clusters.ts'
import { describeProgress, isUnfinished, stateOf, waitingSinceOf } from './runs.ts'
import { readTokenNames } from './token-names.ts'

/**
 * Describes the sender of distributions: its configuration, the name of its token, and its state by its newest run, its nodes, and the
 * check of its records.
 */
export async function standaloneSenderStatus(app: AppContext) {
  const [read, nameOf] = await Promise.all([
    app.store.inReadTransaction((records) => readSender(records, 'standalone')),
    readTokenNames(app),
  ])
  return { ...describeSender(app, read), tokenName: read.sender ? nameOf(read.sender) : null }
}

/** Describes the sender of claims, with the number of queued claims and the progress of its newest run: all of one moment. */
export async function bulkSenderStatus(app: AppContext) {
  const read = await app.store.inReadTransaction(async (records) => {
    const bulk = await readSender(records, 'bulk')
    return {
      bulk,
      cost: bulk.run && (await records.runResults.cost(bulk.run.id)),
      queuedClaimsCount: await records.claimTallies.countQueued(),
      unpayable: await records.figures.unpayableClaims(),
    }
  })
  const { bulk, cost, queuedClaimsCount, unpayable } = read
  const { run, counts } = bulk
  return {
    ...describeSender(app, bulk),
    queuedClaimsCount,
    unpayableClaimsCount: unpayable.failed + unpayable.held,
    progress: run && counts && cost ? describeProgress(run, counts, cost) : null,
  }
}

function describeSender(
  app: AppContext,
  { sender, behind, isUnknownWallet, run, counts }: SenderRecords,
): Omit<StandaloneStatusResponse, 'tokenName'> {
  const unreadable = sender ? unreadableWords(app.secrets, sender) : null
  return {
    configured: sender !== undefined,
    running: run !== undefined && isUnfinished(run),
    walletAddress: sender?.walletAddress ?? null,
    tokenMintAddress: sender?.mintAddress ?? null,
    rpcUrl: nodeOrigin(sender?.rpcUrl ?? app.solanaRpcUrl),
    cluster: sender ? clusterName(sender.genesisHash) : null,
    batchSize: sender?.batchSize ?? null,
    delayBetweenBatches: sender?.delayMs ?? null,
    priorityFeeCap: sender?.priorityFeeCap ?? null,
    state: stateOf(run),
    waitingSince: waitingSinceOf(run),
    inFlight: counts?.in_flight ?? 0,
    held: counts?.hold ?? 0,
    message: run && counts ? runMessage(run, counts) : null,
    nodes: sender ? nodeUrlsOf(sender).map(nodeOrigin) : [],
    recordsBehind: describeBehind(sender, behind),
    isUnknownWallet,
    // What somebody wrote into the database is no account that is paid from.
    source: sender && unreadable === null ? describeSource(app, sender) : null,
    warnings: sender ? [unreadable ?? [], senderWarnings(app, sender)].flat() : [],
    asOf: toEpochSeconds(app.now()),
  }
}

/** Describes the account that a sender pays from, as a node showed it within a minute. */
function describeSource({ balances, now }: AppContext, sender: Sender): SenderSource {
  const { sourceTokenAccount, sourceOwner } = payingAccount(sender)
  const known = balances
    .latest()
    .find(({ kind, wallet }) => kind === sender.kind && wallet === sender.walletAddress)
  const shown = known && !balances.isStale(known) ? known : null
  const inTokens = (baseUnits: bigint) => formatDecimalUnits(baseUnits, sender.mintDecimals)
  const allowance = shown?.funds.allowanceBaseUnits ?? null
  return {
    tokenAccount: sourceTokenAccount,
    owner: sourceOwner,
    delegate: shown?.funds.delegate ?? null,
    allowance: allowance === null ? null : inTokens(allowance),
    balance: shown && inTokens(shown.funds.balanceBaseUnits),
    readAt: shown && toEpochSeconds(now() - (performance.now() - shown.readAtMs)),
  }
}

/** Describes the payments that the records of a sender's wallet lack; null where they lack none. */
export function describeBehind(
  sender: Sender | undefined,
  behind: RecordsBehind | undefined,
): DescribedBehind | null {
  if (!sender || !behind) return null
  return {
    payments: behind.payments,
    amountUA: formatDecimalUnits(behind.baseUnits, sender.mintDecimals),
    unshown: behind.unshown,
  }
}
