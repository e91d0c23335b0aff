import { isSignature } from '@solana/kit'
import type { AppContext } from '#app/app-context.ts'
import { countOf } from '#app/reply-values.ts'
import type { SecondSecret } from '#app/second-secret/second-secret.ts'
import { askingCluster, configuredSender } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import { ANCHOR_CONFIRMATION, continueWords } from '#domain/records-behind.ts'
import { nodeOrigin, nodeUrlsOf, type Sender, type SenderKind } from '#domain/sender.ts'
import { withGenesisCheck } from '#payout/nodes/with-genesis-check.ts'
import { type PayingAccount, payingAccount } from '#payout/paying-account.ts'
import { type NotedMovement, type PaymentSum, reconcile } from '#payout/records/reconcile.ts'
import {
  findUnknownPayments,
  takeOverPayments,
  unknownPaymentsOf,
  unrecordedOutflow,
} from '#payout/records/unknown-payments.ts'
import {
  type AccountChange,
  isFerryPayment,
  readChanges,
  readHistory,
} from '#payout/records/wallet-history.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'

/** What compares a sender's records with the chain. A command has ON_THE_SERVER in place of the second secret. */
interface RecordsPortal {
  store: Store
  payouts: Pick<AppContext['payouts'], 'readerOf'>
  secondSecret: Pick<SecondSecret, 'demand'>
  now(): number
}

/**
 * Records the payments of a sender that the chain shows and the records lack. Claims and rows that they
 * settle become sent; a payment that fits none is kept, and settles a later claim of that amount to that
 * Solana address. Throws sender_not_configured, rpc_unreachable, records_not_behind, or run_in_progress while
 * a run is unfinished.
 */
export async function takeOver(
  portal: RecordsPortal,
  kind: SenderKind,
): Promise<{ payments: number; amountUA: string; claims: number }> {
  const { store, now } = portal
  const sender = await configuredSender(store, kind)
  await portal.secondSecret.demand({
    action: 'take_over',
    what: `record what ${sender.walletAddress} has paid as the chain shows it`,
    facts: [kind, sender.walletAddress, sender.mintAddress],
  })
  const takenOver = await askingCluster(() =>
    takeOverPayments(store, portal.payouts.readerOf(sender), sender, now()),
  )
  if (takenOver === null) {
    await clearOutdated(store, sender)
    throw new PortalError('records_not_behind')
  }
  if (takenOver === 'run_in_progress') throw new PortalError('run_in_progress')
  if (takenOver.payments === 0) throw new PortalError('records_not_behind')
  return {
    payments: takenOver.payments,
    amountUA: formatDecimalUnits(takenOver.baseUnits, sender.mintDecimals),
    claims: takenOver.claims,
  }
}

/**
 * Clears the note of missing payments: they are recorded by now. The note of an unexplained balance stays.
 */
async function clearOutdated({ recordsBehind }: Store, sender: Sender): Promise<void> {
  const behind = await recordsBehind.find(sender)
  if (behind && behind.payments > 0) await recordsBehind.clear(sender)
}

/**
 * Has a sender pay on although the chain shows payments that the records lack, once their number is typed: they are
 * acknowledged, and nothing is owed less for them. So are transactions that the node lists and can not show, once their number is typed as well. Where the wallet's balance alone is unexplained, their number is 0. Throws
 * sender_not_configured, rpc_unreachable, payments_out_of_sight, records_not_behind, continue_unconfirmed, or run_in_progress.
 */
export async function continueWithout(
  portal: RecordsPortal,
  kind: SenderKind,
  confirm: string,
): Promise<{ payments: number }> {
  const { store, payouts, secondSecret, now } = portal
  const sender = await configuredSender(store, kind)
  const behind = await store.recordsBehind.find(sender)
  // A node with an incomplete history must not reduce the number of payments that an operator continues
  // without.
  const atLeast = behind ? Math.max(behind.payments, 1) : 0
  const { transactions, payments, baseUnits, unshown } = await askingCluster(() =>
    unknownPaymentsOf(payouts.readerOf(sender), store, sender, atLeast),
  )
  if (payments === 0 && unshown.length === 0 && !behind) throw new PortalError('records_not_behind')
  if (behind && payments < behind.payments) throw lostSightOf(sender, payments, behind.payments)
  const words = continueWords({ payments, unshown: unshown.length })
  const isConfirmed = confirm === words || (unshown.length === 0 && confirm === `${payments} payments`)
  if (!isConfirmed) throw new PortalError('continue_unconfirmed', { words })

  const sum = formatDecimalUnits(baseUnits, sender.mintDecimals)
  await secondSecret.demand({
    action: 'continue_without',
    what: `pay on from ${sender.walletAddress} without ${words}: ${sum} tokens that the records do not have`,
    facts: [kind, sender.walletAddress, sender.mintAddress, words, sum],
  })
  const nowMs = now()
  const outcome = await store.acknowledgements.continueWithout(
    sender,
    [...transactions.map(({ signature }) => signature), ...unshown].map((signature) => ({
      genesisHash: sender.genesisHash,
      signature,
      note: `An operator typed "${confirm}" to pay on without it`,
      atMs: nowMs,
    })),
    {
      atMs: nowMs,
      action: 'continue_without',
      subject: sender.walletAddress,
      detail: `"${confirm}" was typed: ${sum} tokens in ${countOf(transactions.length, 'transaction')} that the records do not have, and ${countOf(unshown.length, 'transaction')} that the node can not show`,
    },
  )
  if (outcome === 'run_in_progress') throw new PortalError('run_in_progress')
  if (outcome === 'records_changed') throw new PortalError('records_not_behind')
  return { payments }
}

/**
 * An index may be late, or the URL may lead to another node: payments that it does not show would be paid
 * again.
 */
function lostSightOf(sender: Sender, shown: number, known: number): PortalError {
  const [node = ''] = nodeUrlsOf(sender).map(nodeOrigin)
  return new PortalError('payments_out_of_sight', { node, shown, known })
}

/**
 * Settles the history of a sender's wallet up to now, once an operator types that no Ferry paid from it: it is
 * never searched for payments of ours. A payment whose memo the node shows contradicts that. Throws
 * sender_not_configured, rpc_unreachable, anchor_unconfirmed, records_behind_chain, wallet_has_paid where these
 * records know the wallet, or run_in_progress.
 */
export async function anchorNow(
  portal: { store: Store; payouts: Pick<AppContext['payouts'], 'readerOf'>; now(): number },
  kind: SenderKind,
  confirm: string,
): Promise<void> {
  const { store, payouts, now } = portal
  const sender = await configuredSender(store, kind)
  if (confirm !== ANCHOR_CONFIRMATION) throw new PortalError('anchor_unconfirmed')
  if (!(await store.recordsBehind.isUnknown(sender))) throw new PortalError('wallet_has_paid')
  const { slot, shown } = await askingCluster(() =>
    payouts.readerOf(sender).readSurely(async (node) => {
      const { slot } = await node.finalizedPosition()
      const account = { ...payingAccount(sender), sinceSlot: -1 }
      return { slot, shown: await findUnknownPayments(node, store, { ...account, glance: true }) }
    }),
  )
  if (shown.payments > 0) {
    const amountUA = formatDecimalUnits(shown.baseUnits, sender.mintDecimals)
    throw new PortalError('records_behind_chain', { payments: shown.payments, amountUA })
  }
  const outcome = await store.acknowledgements.anchorNow(sender, slot, {
    atMs: now(),
    action: 'anchor_now',
    subject: sender.walletAddress,
    detail: `"${confirm}" was typed: the wallet's history up to slot ${slot} is never searched for payments`,
  })
  if (outcome !== 'done') throw new PortalError(outcome)
}

/**
 * Explains a transaction of a sender's wallet with a note: one that moved tokens otherwise than by a payment
 * of ours, or one that was taken over from the chain and settles nothing, which then counts against no claim.
 * Throws sender_not_configured, invalid_transaction, rpc_unreachable, and unknown_outflow, also for a payment
 * of ours: that is to be taken over.
 */
export async function acknowledgeTransaction(
  { store, payouts, now }: AppContext,
  kind: SenderKind,
  { signature, note }: { signature: string; note: string },
): Promise<void> {
  const sender = await configuredSender(store, kind)
  if (!isSignature(signature)) throw new PortalError('invalid_transaction')
  const account = payingAccount(sender)
  const isOpen =
    (await store.takeOvers.isUnmatched(sender, signature)) ||
    (await askingCluster(() =>
      payouts.readerOf(sender).read((node) => isExplainable(node, store, account, signature)),
    ))
  if (!isOpen) throw new PortalError('unknown_outflow')
  const atMs = now()
  await store.acknowledgements.record(
    { genesisHash: sender.genesisHash, signature, note, atMs },
    { atMs, action: 'acknowledge', subject: signature, detail: note },
  )
}

/**
 * Returns true for a transaction of the wallet's history that moved tokens in, or out in a way that the
 * records do not have. A payment of ours that the records lack as a whole is not explainable: it is to be
 * taken over. Throws RpcUnavailableError.
 */
async function isExplainable(
  node: SolanaRpc,
  store: Pick<Store, 'knownTransactions'>,
  account: PayingAccount,
  signature: string,
): Promise<boolean> {
  const [change] = await withGenesisCheck(node, account.genesisHash, async () => {
    const { entries } = await readHistory(node, account.sourceTokenAccount, { sinceSlot: -1 })
    return readChanges(
      node,
      account,
      entries.filter((entry) => entry.signature === signature),
    )
  })
  return change !== undefined && isOther(change, store, account)
}

async function isOther(
  change: AccountChange,
  { knownTransactions }: Pick<Store, 'knownTransactions'>,
  { genesisHash }: PayingAccount,
): Promise<boolean> {
  const { signature, sourceBaseUnits } = change
  if (sourceBaseUnits > 0n) return true
  const recorded = await knownTransactions.paidBy([signature])
  if (unrecordedOutflow(change, recorded) === null) return false
  const known = await knownTransactions.among(genesisHash, [signature])
  const takenOver = await knownTransactions.recordedAmong([signature])
  return known.size + takenOver.size > 0 || !isFerryPayment(change)
}

/**
 * Matches a sender's payments on the chain with the records. Amounts in whole tokens. They agree when there
 * is no difference and every other outflow is acknowledged. Throws sender_not_configured,
 * standalone_not_configured or rpc_unreachable.
 */
export async function reconcileSender(
  { store, payouts }: Pick<AppContext, 'store'> & { payouts: Pick<AppContext['payouts'], 'readerOf'> },
  kind: SenderKind,
  onProgress?: (read: number, of: number) => void,
) {
  const sender = await configuredSender(store, kind)
  const found = await askingCluster(() =>
    payouts.readerOf(sender).read((node) => reconcile(store, node, sender, onProgress)),
  )
  const agrees = found.differences.length === 0 && found.otherOutflows.every(({ note }) => note !== null)
  // What else left the wallet is another question.
  if (found.differences.length === 0) await store.runs.compareAgain(sender)
  const inTokens = (baseUnits: bigint) => formatDecimalUnits(baseUnits, sender.mintDecimals)
  const describeSum = ({ payments, baseUnits }: PaymentSum) => ({ payments, amountUA: inTokens(baseUnits) })
  const describe = ({ signature, baseUnits, counterparties, note }: NotedMovement) => ({
    signature,
    amountUA: inTokens(baseUnits),
    counterparties: counterparties.map((other) => ({
      address: other.address,
      amountUA: inTokens(other.baseUnits),
    })),
    note,
  })
  return {
    agrees,
    transactions: found.transactions,
    chainPayments: found.chainPayments,
    chainAmountUA: inTokens(found.chainBaseUnits),
    bookedPayments: found.recordedPayments,
    bookedAmountUA: inTokens(found.recordedBaseUnits),
    bookedElsewhere: describeSum(found.elsewhere),
    markedWithoutProof: describeSum(found.unproved),
    differences: found.differences.map(({ recordedBaseUnits, chainBaseUnits, ...difference }) => ({
      ...difference,
      bookedAmountUA: inTokens(recordedBaseUnits),
      chainAmountUA: inTokens(chainBaseUnits),
    })),
    otherOutflows: found.otherOutflows.map(describe),
    inflows: found.inflows.map(describe),
  }
}
