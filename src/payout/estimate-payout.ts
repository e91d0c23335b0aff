import { setImmediate } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import { type AmountUA, sumAmounts } from '#domain/amounts.ts'
import type { Payment } from '#domain/payment.ts'
import type { Run } from '#domain/run.ts'
import { askFormat } from '#solana/ask-format.ts'
import { priorityPrice, transactionFeeLamports } from '#solana/fees.ts'
import type { Mint } from '#solana/mint.ts'
import { countNewTokenAccounts, type Packable, packBatch } from '#solana/packing.ts'
import { associatedTokenAccount, type Recipient } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'
import { LESS_THAN_ONE_UNIT } from './fill-run.ts'
import { lookUpRecipients } from './look-up-recipients.ts'
import type {} from './owed-payments.ts'
import type { RecipientCache } from './recipient-cache.ts'

/** The estimated cost and duration of paying all that is owed. Lamports and base units are exact integers. */
export interface PayoutEstimate {
  transferCount: number
  transactions: number
  newTokenAccounts: number
  feeLamports: bigint
  rentLamports: bigint
  /** The rent that stays in each new token account. */
  accountRentLamports: bigint
  /** The lamports that the wallet itself has to keep: an account with fewer does not exist. Zero where nothing is sent. */
  keptLamports: bigint
  /** The largest format of transactions that the cluster took. */
  format: TransactionFormat
  /**
   * The balance that is needed for certain: the fees and rent of the recipients looked up so far, while more could
   * be looked up, and what the wallet keeps.
   */
  leastLamports: bigint
  totalBaseUnits: bigint
  /** The total without payments known to be unpayable: the wallet has to hold that much. */
  neededBaseUnits: bigint
  /** The sum of the remainders that the token's decimals can not hold, in whole tokens. */
  dustUA: AmountUA
  durationMs: number
  /**
   * The number of payments whose recipient was looked up, now or shortly before: all, up to 20,000, unless
   * fewer were asked for.
   */
  recipientsChecked: number
  /** Those among them that can not be paid, in the order in which they are owed. */
  unpayable: UnpayablePayment[]
}

export interface UnpayablePayment extends Payment {
  reason: string
}

/** The most recipients that are looked up; the rest is extrapolated from them. */
const MAX_CHECKED = 20_000

/** The batches of a sample that are packed without a pause. */
const BATCHES_PER_TURN = 8

/** Compute units assumed in estimates: creating an account costs 13,500 to 28,500, a transfer up to 6,200. */
const UNITS_PER_NEW_ACCOUNT = 30_000
const UNITS_PER_TRANSFER = 7_000

/** The time from the last broadcast to finality: 32 slots of 400 ms, and reading the status at the end. */
const FINALITY_MS = 15_000

export interface EstimateTerms {
  rpc: SolanaRpc
  genesisHash: string
  mint: Mint
  recipients: RecipientCache
  walletAddress: Address
  batchSize: number
  delayMs: number
  priceCap: number
  /** The wallet's newest run that went to its end, if any: it shows what a batch takes besides its delay. */
  observedRun: ObservedRun | undefined
  /** The most recipients to ask the cluster for. All of the first 20,000 unless given. */
  maxLookUps?: number | undefined
  readLast?: (() => Promise<void>) | undefined
  signal?: AbortSignal | undefined
}

export type ObservedRun = Pick<Run, 'activeMs' | 'batchCount' | 'delayMs'>

/**
 * Estimates the payout of all that is owed. Looks the first 20,000 recipients up on the cluster, except for
 * cached ones. Throws OtherClusterError or RpcUnavailableError.
 */
export async function estimatePayout(
  payments: AsyncIterable<Payment[]>,
  terms: EstimateTerms,
): Promise<PayoutEstimate> {
  const owed = await addUp(payments)
  const { rpc, mint } = terms
  const [accountRentLamports, walletRentLamports, recentPrices, format] = await Promise.all([
    rpc.rentLamports(mint.tokenAccountBytes),
    rpc.rentLamports(0),
    rpc.recentPriorityFees([associatedTokenAccount(mint, terms.walletAddress)]),
    askFormat(rpc, terms.walletAddress),
  ])
  // Last: it ends with a check of the genesis hash, which verifies what was read before.
  const found = await lookUpRecipients(
    owed.first.map(({ recipient }) => recipient),
    { ...terms, maxFresh: terms.maxLookUps ?? MAX_CHECKED },
  )
  const { checked, needs, unpayable } = classify(owed.first, found)
  const price = priorityPrice(recentPrices, { cap: terms.priceCap })
  const feeLamports = (transactions: number, newTokenAccounts: number, transfers: number) => {
    const units = newTokenAccounts * UNITS_PER_NEW_ACCOUNT + transfers * UNITS_PER_TRANSFER
    const unitsPerTransaction = transactions === 0 ? 0 : Math.ceil(units / transactions)
    return BigInt(transactions) * transactionFeeLamports(unitsPerTransaction, price)
  }
  const rentLamports = (newTokenAccounts: number) => BigInt(newTokenAccounts) * accountRentLamports

  const scale = checked === 0 ? 0 : owed.count / checked
  const sampled = await countTransactions(needs, terms.batchSize, format)
  const sampledAccounts = countNewTokenAccounts(needs)
  const transactions = Math.ceil(sampled.transactions * scale)
  const newTokenAccounts = Math.ceil(sampledAccounts * scale)
  const batches = Math.ceil(sampled.batches * scale)
  const cost = {
    feeLamports: feeLamports(transactions, newTokenAccounts, owed.count),
    rentLamports: rentLamports(newTokenAccounts),
  }
  const keptLamports = transactions === 0 ? 0n : walletRentLamports
  const isComplete = checked === owed.first.length
  const leastCost = isComplete
    ? cost.feeLamports + cost.rentLamports
    : feeLamports(sampled.transactions, sampledAccounts, checked) + rentLamports(sampledAccounts)
  return {
    transferCount: owed.count,
    transactions,
    newTokenAccounts,
    ...cost,
    accountRentLamports,
    keptLamports,
    format,
    leastLamports: leastCost + keptLamports,
    totalBaseUnits: owed.totalBaseUnits,
    neededBaseUnits: unpayable.reduce((left, { baseUnits }) => left - baseUnits, owed.totalBaseUnits),
    dustUA: owed.dustUA,
    durationMs: transactions === 0 ? 0 : Math.max(batches - 1, 0) * batchMs(terms) + FINALITY_MS,
    recipientsChecked: checked,
    unpayable,
  }
}

/**
 * Estimates the time from one batch to the next: the delay, and the time that looking up, simulating and
 * signing took in the run before.
 */
export function batchMs({ delayMs, observedRun }: Pick<EstimateTerms, 'delayMs' | 'observedRun'>): number {
  if (!observedRun) return delayMs
  const { activeMs, batchCount } = observedRun
  const observedMs = (activeMs - FINALITY_MS) / (batchCount - 1)
  return delayMs + Math.max(Math.round(observedMs - observedRun.delayMs), 0)
}

async function addUp(payments: AsyncIterable<Payment[]>) {
  const first: Payment[] = []
  let dustUA = sumAmounts([])
  let totalBaseUnits = 0n
  let count = 0
  for await (const page of payments) {
    count += page.length
    dustUA = sumAmounts([dustUA, ...page.map((payment) => payment.dustUA)])
    for (const payment of page) {
      totalBaseUnits += payment.baseUnits
      if (first.length < MAX_CHECKED) first.push(payment)
    }
  }
  return { count, totalBaseUnits, dustUA, first }
}

/** Sorts the payments whose recipients were looked up into payable and unpayable ones. */
function classify(payments: readonly Payment[], found: ReadonlyMap<Address, Recipient>) {
  const needs: Packable[] = []
  const unpayable: UnpayablePayment[] = []
  for (const payment of payments) {
    const recipient = found.get(payment.recipient)
    if (!recipient) continue
    if (!recipient.payable) unpayable.push({ ...payment, reason: recipient.reason })
    else if (payment.baseUnits === 0n) unpayable.push({ ...payment, reason: LESS_THAN_ONE_UNIT })
    else needs.push({ tokenAccount: recipient.tokenAccount, need: recipient.need, packLimit: null })
  }
  return { checked: needs.length + unpayable.length, needs, unpayable }
}

/**
 * Walks the batches as the runner will: each ends at its last full transaction while more is queued. Other work goes on meanwhile, since
 * packing 20,000 takes hundreds of milliseconds.
 */
async function countTransactions(
  needs: readonly Packable[],
  batchSize: number,
  format: TransactionFormat,
): Promise<{ transactions: number; batches: number }> {
  let batches = 0
  let transactions = 0
  let next = 0
  while (next < needs.length) {
    const moreQueued = next + batchSize < needs.length
    const groups = packBatch(needs.slice(next, next + batchSize), { format, moreQueued })
    next += groups.reduce((sum, group) => sum + group.length, 0)
    transactions += groups.length
    batches += 1
    if (batches % BATCHES_PER_TURN === 0) await setImmediate()
  }
  return { transactions, batches }
}
