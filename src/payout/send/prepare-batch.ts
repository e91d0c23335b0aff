import type { Transfer } from '#domain/transfer.ts'
import type { SendingWallet } from '#payout/paying-account.ts'
import { packBatch } from '#solana/packing.ts'
import type { Recipient } from '#solana/recipients.ts'
import { judgePayment } from './judge-payment.ts'
import {
  type PayableTransfer,
  prepareTransaction,
  type SimulatedTransaction,
  type SimulationTerms,
  type Unpayable,
} from './prepare-transaction.ts'

/** The result of preparing one batch, before anything is signed. */
export interface PreparedBatch {
  /** The transfers that it was made of. */
  transfers: readonly Transfer[]
  /** In their order; transfers of a transaction that is not full are left out while more is queued. */
  simulated: SimulatedTransaction[]
  /** Transfers that can not be paid, with the reason in words. */
  unpayable: Unpayable[]
  /** Transfers that made their transaction's simulation fail: to be tried alone. */
  isolated: number[]
  /** True when v1 was rejected, and the batch is v0. */
  isFormatRejected: boolean
  /** The sender's fault, in words: nothing more can be paid until it is remedied. */
  blocked: string | null
}

interface PreparingTerms extends SimulationTerms {
  moreQueued: boolean
}

/**
 * Packs transfers whose recipients were looked up and simulates. Signs nothing. A batch whose
 * simulation in v1 is rejected, or not answered, is prepared in v0 instead.
 */
export async function prepareBatch(
  wallet: SendingWallet,
  transfers: readonly Transfer[],
  recipients: readonly Recipient[],
  options: PreparingTerms,
): Promise<PreparedBatch> {
  const { payable, unpayable } = splitPayable(wallet, transfers, recipients)
  const batch: PreparedBatch = {
    transfers,
    simulated: [],
    unpayable,
    isolated: [],
    isFormatRejected: false,
    blocked: null,
  }
  const groups = packBatch(payable, options)
  const outcomes = await Promise.all(groups.map((group) => prepareTransaction(wallet, group, options)))
  const isRejected = outcomes.some(({ kind }) => kind === 'formatRejected')
  if (isRejected || outcomes.some(({ kind }) => kind === 'formatUnanswered')) {
    const smaller = await prepareBatch(wallet, transfers, recipients, { ...options, format: 'v0' })
    return { ...smaller, isFormatRejected: isRejected }
  }
  for (const outcome of outcomes) {
    if (outcome.kind === 'simulated') batch.simulated.push(outcome.transaction)
    if (outcome.kind === 'unpayable') batch.unpayable.push(outcome)
    if (outcome.kind === 'isolated') batch.isolated.push(...outcome.transferIds)
    if (outcome.kind === 'blocked') batch.blocked = outcome.words
  }
  return batch
}

function splitPayable(
  { sourceOwner }: SendingWallet,
  transfers: readonly Transfer[],
  recipients: readonly Recipient[],
) {
  const payable: PayableTransfer[] = []
  const unpayable: PreparedBatch['unpayable'] = []
  for (const [index, transfer] of transfers.entries()) {
    const recipient = recipients[index]
    if (recipient?.wallet !== transfer.recipient) throw new Error('A recipient was not looked up')
    const objection = judgePayment({
      baseUnits: transfer.baseUnits,
      isPayer: transfer.recipient === sourceOwner,
      recipient,
    })
    if (objection) {
      unpayable.push({ transferId: transfer.id, reason: objection.words, unexplained: false })
      continue
    }
    if (!recipient.payable) throw new Error('An unpayable recipient was not left out')
    const { wallet: owner, tokenAccount, need } = recipient
    payable.push({
      id: transfer.id,
      wallet: owner,
      tokenAccount,
      need,
      baseUnits: transfer.baseUnits,
      packLimit: transfer.packLimit,
    })
  }
  return { payable, unpayable }
}
