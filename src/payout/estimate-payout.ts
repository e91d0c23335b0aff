import type { Address } from '@solana/kit'
import { type AmountUA, type BaseUnits, sumAmounts, toBaseUnits } from '#domain/amounts.ts'
import type { Cluster } from '#solana/cluster.ts'
import { priorityPrice, transactionFeeLamports } from '#solana/fees.ts'
import type { Mint } from '#solana/mint.ts'
import { packBatch } from '#solana/packing.ts'
import { associatedTokenAccount, inspectRecipients, type TokenAccountNeed } from '#solana/recipients.ts'
import type { Store } from '#store/store.ts'

/** What paying every queued claim will take. Lamports and base units are exact integers. */
export interface PayoutEstimate {
  claimCount: number
  transactions: number
  newTokenAccounts: number
  feeLamports: bigint
  rentLamports: bigint
  totalBaseUnits: bigint
  /** What the token's decimals can not hold, over all claims, in whole tokens. */
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
}

/** Reckons up the queued claims. Looks the first thousand recipients up on the cluster. */
export async function estimatePayout(claims: Store['claims'], terms: EstimateTerms): Promise<PayoutEstimate> {
  const owed = await addUpQueued(claims, terms.mint.decimals)
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
    claimCount: owed.count,
    transactions,
    newTokenAccounts,
    feeLamports:
      BigInt(transactions) * transactionFeeLamports(unitsPerTransaction, priorityPrice(recentPrices)),
    rentLamports: BigInt(newTokenAccounts) * rentPerAccount,
    totalBaseUnits: owed.totalBaseUnits,
    dustUA: owed.dustUA,
    durationMs: owed.count === 0 ? 0 : Math.max(batches - 1, 0) * terms.delayMs + FINALITY_MS,
  }
}

async function addUpQueued(claims: Store['claims'], mintDecimals: number) {
  const firstRecipients: Address[] = []
  const dusts: AmountUA[] = []
  let totalBaseUnits = 0n
  let count = 0
  let afterSeq = 0
  for (;;) {
    const page = await claims.pageOfQueued(afterSeq, CLAIMS_PER_PAGE)
    const last = page.at(-1)
    if (!last) break
    afterSeq = last.seq
    count += page.length
    for (const claim of page) {
      const { baseUnits, dustUA }: { baseUnits: BaseUnits; dustUA: AmountUA } = toBaseUnits(
        claim.amount_ua as AmountUA,
        mintDecimals,
      )
      totalBaseUnits += baseUnits
      if (dustUA !== '0') dusts.push(dustUA)
      if (firstRecipients.length < SAMPLE_SIZE) firstRecipients.push(claim.sol_address as Address)
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
