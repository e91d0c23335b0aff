import type { Address } from '@solana/kit'
import { parseBaseUnits } from '#domain/amounts.ts'
import { type PayableTransfer, prepareTransaction, type Unpayable } from '#payout/prepare-transaction.ts'
import { readHistorySlot } from '#payout/read-history-slot.ts'
import type { SendingWallet } from '#payout/sending-wallet.ts'
import { ClusterUnreachableError, type LatestBlockhash } from '#solana/cluster.ts'
import { priorityPrice } from '#solana/fees.ts'
import { packBatch } from '#solana/packing.ts'
import { inspectRecipients } from '#solana/recipients.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'
import type { PlannedAttempt } from '#store/journal.ts'
import type { TransferRow } from '#store/schema.ts'

/** What one batch came to before anything was written down or sent. */
export interface PreparedBatch {
  planned: PlannedAttempt[]
  /** Transfers that can not be paid, with the reason in words. */
  unpayable: Unpayable[]
  /** Transfers that spoilt their transaction's simulation: to be tried alone. */
  suspects: number[]
  /** It was to be v1, was refused, and is v0. */
  isFormatRefused: boolean
  /** Set when the sender itself lacks something: nothing more can be paid until that is mended. */
  blocked: string | null
}

export interface BatchOptions {
  runId: number
  fence: number
  format: TransactionFormat
  moreQueued: boolean
  /** The most to offer for a compute unit, in micro-lamports. */
  priceCap: number
  /** How often in a row transactions expired unseen. */
  timesExpired: number
  nowMs: number
}

/**
 * Looks recipients up, packs them, simulates and signs. Sends nothing. What in v1 is refused, or not answered, is prepared
 * in v0 instead.
 */
export async function prepareBatch(
  wallet: SendingWallet,
  transfers: readonly TransferRow[],
  options: BatchOptions,
): Promise<PreparedBatch> {
  const { payable, unpayable } = await inspect(wallet, transfers)
  const batch: PreparedBatch = {
    planned: [],
    unpayable,
    suspects: [],
    isFormatRefused: false,
    blocked: null,
  }
  const groups = packBatch(payable, options)
  if (groups.length === 0) return batch

  const [blockhash, recentPrices] = await Promise.all([
    readBlockhash(wallet),
    wallet.reader.read((node) => node.recentPriorityFees([wallet.sourceTokenAccount])),
  ])
  const price = priorityPrice(recentPrices, { cap: options.priceCap, timesExpired: options.timesExpired })
  const terms = { ...options, blockhash, price }
  const outcomes = await Promise.all(groups.map((group) => prepareTransaction(wallet, group, terms)))
  const isRefused = outcomes.some(({ kind }) => kind === 'formatRefused')
  if (isRefused || outcomes.some(({ kind }) => kind === 'formatUnanswered')) {
    const smaller = await prepareBatch(wallet, transfers, { ...options, format: 'v0' })
    return { ...smaller, isFormatRefused: isRefused }
  }
  for (const outcome of outcomes) {
    if (outcome.kind === 'planned') batch.planned.push(outcome.attempt)
    if (outcome.kind === 'unpayable') batch.unpayable.push(outcome)
    if (outcome.kind === 'suspects') batch.suspects.push(...outcome.transferIds)
    if (outcome.kind === 'blocked') batch.blocked = outcome.words
  }
  return batch
}

/** Throws ClusterUnreachableError when the node is so far behind that nothing signed now could be proved dead. */
async function readBlockhash(wallet: SendingWallet): Promise<LatestBlockhash> {
  const { reader, sourceTokenAccount } = wallet
  const blockhash = await reader.readSurely((node) => node.latestBlockhash())
  if (blockhash.contextSlot <= wallet.historySlot) {
    // Or the history was another cluster's, which stood behind the URL between two questions for its name.
    wallet.historySlot = await reader.readSurely((node) => readHistorySlot(node, sourceTokenAccount))
  }
  if (blockhash.contextSlot <= wallet.historySlot)
    throw new ClusterUnreachableError('its newest blockhash is an old one')
  return blockhash
}

async function inspect(wallet: SendingWallet, transfers: readonly TransferRow[]) {
  const addresses = transfers.map((transfer) => transfer.recipient as Address)
  const recipients = await wallet.reader.read(
    (node) => inspectRecipients(node, wallet.mint, addresses),
    (found) => found.some(({ payable }) => !payable),
  )
  const payable: PayableTransfer[] = []
  const unpayable: PreparedBatch['unpayable'] = []
  for (const [index, transfer] of transfers.entries()) {
    const recipient = recipients[index]
    if (!recipient) throw new Error('A recipient was not looked up')
    if (!recipient.payable) {
      unpayable.push({ transferId: transfer.id, reason: recipient.reason, unexplained: false })
      continue
    }
    const { wallet: owner, tokenAccount, need } = recipient
    payable.push({
      id: transfer.id,
      wallet: owner,
      tokenAccount,
      need,
      baseUnits: parseBaseUnits(transfer.base_units),
      packLimit: transfer.pack_limit,
    })
  }
  return { payable, unpayable }
}
