import type { Address } from '@solana/kit'
import { type AmountUA, parseBaseUnits, sumAmounts, toBaseUnits } from '#domain/amounts.ts'
import type { Cluster } from '#solana/cluster.ts'
import { priorityPrice, transactionFeeLamports } from '#solana/fees.ts'
import type { Mint } from '#solana/mint.ts'
import { packBatch } from '#solana/packing.ts'
import { associatedTokenAccount, inspectRecipients, type TokenAccountNeed } from '#solana/recipients.ts'
import type { Store } from '#store/store.ts'

/** What paying all that is owed will take. Lamports and base units are exact integers. */
export interface PayoutEstimate {
  transferCount: number
  transactions: number
  newTokenAccounts: number
  feeLamports: bigint
  rentLamports: bigint
  totalBaseUnits: bigint
  /** What the token's decimals can not hold, over all of it, in whole tokens. */
  dustUA: AmountUA
  durationMs: number
}

/** Recipients that are looked up; what is found of them is taken to hold for the rest. */
const SAMPLE_SIZE = 1000
const CLAIMS_PER_PAGE = 1000

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
}

/** One payment owed, as far as its cost is concerned. */
export interface OwedPayment {
  recipient: Address
  baseUnits: bigint
  dustUA: AmountUA
}

/** Every queued claim, page by page. */
export async function* queuedPayments(
  claims: Store['claims'],
  mintDecimals: number,
): AsyncGenerator<OwedPayment[]> {
  let afterSeq = 0
  for (;;) {
    const page = await claims.pageOfQueued(afterSeq, CLAIMS_PER_PAGE)
    const last = page.at(-1)
    if (!last) return
    afterSeq = last.seq
    yield page.map((claim) => ({
      recipient: claim.sol_address as Address,
      ...toBaseUnits(claim.amount_ua as AmountUA, mintDecimals),
    }))
  }
}

/** What a distribution still owes. */
export async function* distributionPayments(
  distributions: Store['distributions'],
  id: string,
): AsyncGenerator<OwedPayment[]> {
  const transfers = await distributions.transfers(id)
  yield transfers
    .filter(({ state }) => state === 'queued' || state === 'failed')
    .map((transfer) => ({
      recipient: transfer.recipient as Address,
      baseUnits: parseBaseUnits(transfer.base_units),
      dustUA: '0' as AmountUA,
    }))
}

/** Reckons up what is owed. Looks the first thousand recipients up on the cluster. */
export async function estimatePayout(
  payments: AsyncIterable<OwedPayment[]>,
  terms: EstimateTerms,
): Promise<PayoutEstimate> {
  const owed = await addUp(payments)
  const { cluster, mint } = terms
  const [needs, rentPerAccount, recentPrices] = await Promise.all([
    lookUpNeeds(cluster, mint, owed.firstRecipients),
    cluster.rentLamports(mint.tokenAccountBytes),
    associatedTokenAccount(mint, terms.walletAddress).then((source) => cluster.recentPriorityFees([source])),
  ])

  const scale = owed.firstRecipients.length === 0 ? 0 : owed.count / owed.firstRecipients.length
  const sampled = countTransactions(needs, terms.batchSize)
  const newInSample = needs.filter(({ need }) => need !== 'existing').length
  const transactions = Math.ceil(sampled.transactions * scale)
  const newTokenAccounts = Math.ceil(newInSample * scale)
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
    dustUA: owed.dustUA,
    durationMs: owed.count === 0 ? 0 : Math.max(batches - 1, 0) * terms.delayMs + FINALITY_MS,
  }
}

async function addUp(payments: AsyncIterable<OwedPayment[]>) {
  const firstRecipients: Address[] = []
  const dusts: AmountUA[] = []
  let totalBaseUnits = 0n
  let count = 0
  for await (const page of payments) {
    count += page.length
    for (const { recipient, baseUnits, dustUA } of page) {
      totalBaseUnits += baseUnits
      if (dustUA !== '0') dusts.push(dustUA)
      if (firstRecipients.length < SAMPLE_SIZE) firstRecipients.push(recipient)
    }
  }
  return { count, totalBaseUnits, dustUA: sumAmounts(dusts), firstRecipients }
}

interface Need {
  tokenAccount: string
  need: TokenAccountNeed
  packLimit: null
}

async function lookUpNeeds(cluster: Cluster, mint: Mint, wallets: readonly Address[]): Promise<Need[]> {
  const recipients = await inspectRecipients(cluster, mint, wallets)
  return recipients.flatMap((recipient) =>
    recipient.payable
      ? [{ tokenAccount: recipient.tokenAccount, need: recipient.need, packLimit: null }]
      : [],
  )
}

/** Walks the batches as the runner will: each ends at its last full transaction while more is queued. */
function countTransactions(
  needs: readonly Need[],
  batchSize: number,
): { transactions: number; batches: number } {
  let batches = 0
  let transactions = 0
  let next = 0
  while (next < needs.length) {
    const moreQueued = next + batchSize < needs.length
    const groups = packBatch(needs.slice(next, next + batchSize), moreQueued)
    next += groups.reduce((sum, group) => sum + group.length, 0)
    transactions += groups.length
    batches += 1
  }
  return { transactions, batches }
}
