import type { Address } from '@solana/kit'
import { type AmountUA, sumAmounts } from '#domain/amounts.ts'
import { LESS_THAN_ONE_UNIT } from '#payout/fill-run.ts'
import type { OwedPayment } from '#payout/owed-payments.ts'
import { askFormat } from '#solana/ask-format.ts'
import type { Cluster } from '#solana/cluster.ts'
import { priorityPrice, transactionFeeLamports } from '#solana/fees.ts'
import type { Mint } from '#solana/mint.ts'
import { countNewTokenAccounts, type Packable, packBatch } from '#solana/packing.ts'
import { associatedTokenAccount, inspectRecipients, type Recipient } from '#solana/recipients.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'
import type { RunRow } from '#store/schema.ts'

/** What paying all that is owed will take. Lamports and base units are exact integers. */
export interface PayoutEstimate {
  transferCount: number
  transactions: number
  newTokenAccounts: number
  feeLamports: bigint
  rentLamports: bigint
  totalBaseUnits: bigint
  /** The same without what was found to be unpayable: what the wallet has to hold. */
  neededBaseUnits: bigint
  /** What the token's decimals can not hold, over all of it, in whole tokens. */
  dustUA: AmountUA
  durationMs: number
  /** How many payments' recipients were looked up: all of them, up to 20,000. */
  recipientsChecked: number
  /** Those among them that can not be paid, in the order in which they are owed. */
  unpayable: UnpayablePayment[]
}

export interface UnpayablePayment extends OwedPayment {
  reason: string
}

/** Recipients that are looked up; what is found of them is taken to hold for the rest. */
const MAX_CHECKED = 20_000

/** Two accounts each: as many as fit one request. */
const WALLETS_PER_LOOKUP = 50
const LOOKUPS_AT_ONCE = 4

/** Compute units to reckon with: creating an account costs 13,500 to 28,500, a transfer up to 6,200. */
const UNITS_PER_NEW_ACCOUNT = 30_000
const UNITS_PER_TRANSFER = 7_000

/** From the last broadcast to finality: 32 slots of 400 ms, and a look at the end. */
const FINALITY_MS = 15_000

export interface EstimateTerms {
  cluster: Cluster
  mint: Mint
  walletAddress: Address
  batchSize: number
  delayMs: number
  priceCap: number
  /** The wallet's newest run that went to its end, if any: it shows what a batch takes besides its delay. */
  observedRun: ObservedRun | undefined
  /** The most recipients that are looked up: 20,000 unless given. */
  maxChecked?: number
}

export type ObservedRun = Pick<RunRow, 'started_at_ms' | 'finished_at_ms' | 'batch_count' | 'delay_ms'>

/** Reckons up what is owed. Looks the first 20,000 recipients up on the cluster. */
export async function estimatePayout(
  payments: AsyncIterable<OwedPayment[]>,
  terms: EstimateTerms,
): Promise<PayoutEstimate> {
  const owed = await addUp(payments, terms.maxChecked ?? MAX_CHECKED)
  const { cluster, mint } = terms
  const [{ needs, unpayable }, rentPerAccount, recentPrices, format] = await Promise.all([
    lookUp(cluster, mint, owed.checked),
    cluster.rentLamports(mint.tokenAccountBytes),
    associatedTokenAccount(mint, terms.walletAddress).then((source) => cluster.recentPriorityFees([source])),
    askFormat(cluster, terms.walletAddress),
  ])

  const scale = owed.checked.length === 0 ? 0 : owed.count / owed.checked.length
  const sampled = countTransactions(needs, terms.batchSize, format)
  const transactions = Math.ceil(sampled.transactions * scale)
  const newTokenAccounts = Math.ceil(countNewTokenAccounts(needs) * scale)
  const units = newTokenAccounts * UNITS_PER_NEW_ACCOUNT + owed.count * UNITS_PER_TRANSFER
  const unitsPerTransaction = transactions === 0 ? 0 : Math.ceil(units / transactions)
  const batches = Math.ceil(sampled.batches * scale)
  return {
    transferCount: owed.count,
    transactions,
    newTokenAccounts,
    feeLamports:
      BigInt(transactions) *
      transactionFeeLamports(unitsPerTransaction, priorityPrice(recentPrices, { cap: terms.priceCap })),
    rentLamports: BigInt(newTokenAccounts) * rentPerAccount,
    totalBaseUnits: owed.totalBaseUnits,
    neededBaseUnits: unpayable.reduce((left, { baseUnits }) => left - baseUnits, owed.totalBaseUnits),
    dustUA: owed.dustUA,
    durationMs: transactions === 0 ? 0 : Math.max(batches - 1, 0) * batchMs(terms) + FINALITY_MS,
    recipientsChecked: owed.checked.length,
    unpayable,
  }
}

/** From one batch to the next: the delay, and what looking up, simulating and signing took in the run before. */
export function batchMs({ delayMs, observedRun }: Pick<EstimateTerms, 'delayMs' | 'observedRun'>): number {
  if (!observedRun?.finished_at_ms) return delayMs
  const { started_at_ms, finished_at_ms, batch_count, delay_ms } = observedRun
  const observedMs = (finished_at_ms - started_at_ms - FINALITY_MS) / (batch_count - 1)
  return delayMs + Math.max(Math.round(observedMs - delay_ms), 0)
}

async function addUp(payments: AsyncIterable<OwedPayment[]>, maxChecked: number) {
  const checked: OwedPayment[] = []
  const dusts: AmountUA[] = []
  let totalBaseUnits = 0n
  let count = 0
  for await (const page of payments) {
    count += page.length
    for (const payment of page) {
      totalBaseUnits += payment.baseUnits
      if (payment.dustUA !== '0') dusts.push(payment.dustUA)
      if (checked.length < maxChecked) checked.push(payment)
    }
  }
  return { count, totalBaseUnits, dustUA: sumAmounts(dusts), checked }
}

async function lookUp(cluster: Cluster, mint: Mint, payments: readonly OwedPayment[]) {
  const recipients = await inspectAll(
    cluster,
    mint,
    payments.map(({ recipient }) => recipient),
  )
  const needs: Packable[] = []
  const unpayable: UnpayablePayment[] = []
  for (const [index, payment] of payments.entries()) {
    const found = recipients[index]
    if (!found) throw new Error('A recipient was not looked up')
    if (!found.payable) unpayable.push({ ...payment, reason: found.reason })
    else if (payment.baseUnits === 0n) unpayable.push({ ...payment, reason: LESS_THAN_ONE_UNIT })
    else needs.push({ tokenAccount: found.tokenAccount, need: found.need, packLimit: null })
  }
  return { needs, unpayable }
}

/** A few at a time: deriving token accounts takes the processor half a millisecond each, and others wait meanwhile. */
async function inspectAll(cluster: Cluster, mint: Mint, wallets: readonly Address[]): Promise<Recipient[]> {
  const recipients: Recipient[] = []
  let next = 0
  async function inspectRest() {
    while (next < wallets.length) {
      const start = next
      next += WALLETS_PER_LOOKUP
      const found = await inspectRecipients(cluster, mint, wallets.slice(start, next))
      for (const [index, recipient] of found.entries()) recipients[start + index] = recipient
    }
  }
  await Promise.all(Array.from({ length: LOOKUPS_AT_ONCE }, inspectRest))
  return recipients
}

/** Walks the batches as the runner will: each ends at its last full transaction while more is queued. */
function countTransactions(
  needs: readonly Packable[],
  batchSize: number,
  format: TransactionFormat,
): { transactions: number; batches: number } {
  let batches = 0
  let transactions = 0
  let next = 0
  while (next < needs.length) {
    const moreQueued = next + batchSize < needs.length
    const groups = packBatch(needs.slice(next, next + batchSize), { format, moreQueued })
    next += groups.reduce((sum, group) => sum + group.length, 0)
    transactions += groups.length
    batches += 1
  }
  return { transactions, batches }
}
