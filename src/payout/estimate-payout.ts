import { setImmediate } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import { type AmountUA, sumAmounts } from '#domain/amounts.ts'
import { isUnsettled, LEFT_OUT_REASONS, type LeftOutReason, type Payment } from '#domain/payment.ts'
import { askFormat } from '#solana/ask-format.ts'
import { priorityPrice, transactionFeeLamports } from '#solana/fees.ts'
import type { Mint } from '#solana/mint.ts'
import { createdAccounts, type Packable, packBatch } from '#solana/packing.ts'
import type { Recipient } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'
import type { RunPace } from '#store/payouts/runs.ts'
import { readRecentPrices } from './nodes/fee-source.ts'
import type { OwedPayment, OwedPayments } from './owed-payments.ts'
import { judgePayment, type Objection } from './send/judge-payment.ts'
import type { PaidSince, RecipientCache } from './send/look-up-recipients.ts'
import { lookUpRecipients } from './send/look-up-recipients.ts'

/** The estimated cost and duration of paying what is owed and can be paid. Lamports and base units are exact integers. */
export interface PayoutEstimate {
  /** All that is owed, also what is left out. */
  transferCount: number
  /** The payments that will be made, as far as is known: all but those left out. */
  payableCount: number
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
  /** Their sum: the wallet has to hold that much. */
  neededBaseUnits: bigint
  /** The sum of the remainders that the token's decimals can not hold, in whole tokens, over all that is owed. */
  dustUA: AmountUA
  durationMs: number
  /**
   * The number of payments whose recipient was looked up, now or shortly before: of those that the records do not object to all, up to
   * 20,000, unless fewer were asked for.
   */
  recipientsChecked: number
  /** The payable ones whose recipient was not looked up: some of them may turn out to be unpayable. */
  notLookedUp: number
  /** The payments that are left out, by reason. */
  leftOut: LeftOut[]
  /** The number of those that can not be paid as things stand: all that are left out but those under way or on hold. */
  unpayableCount: number
  /** The first 100 of them, in the order in which they are owed. */
  unpayable: UnpayablePayment[]
}

export interface LeftOut {
  reason: LeftOutReason
  count: number
}

export interface UnpayablePayment extends Pick<Payment, 'recipient' | 'claimId' | 'rowNumber'> {
  /** In words. */
  reason: string
  cause: LeftOutReason
}

/** The most unpayable payments that are listed: more than a person reads. */
const MAX_LISTED = 100

/** The most recipients that are looked up; the rest is extrapolated from them. */
const MAX_CHECKED = 20_000

/** The batches of a sample that are packed without a pause. */
const BATCHES_PER_TURN = 8

/** Compute units assumed in estimates: creating an account costs 13,500 to 28,500, a transfer up to 6,200. */
const UNITS_PER_NEW_ACCOUNT = 30_000
const UNITS_PER_TRANSFER = 7_000

/** The slots from the last broadcast to finality, and the time until a status shows it. */
const FINALITY_SLOTS = 32
const READING_MS = 2_200

export interface EstimateTerms {
  rpc: SolanaRpc
  genesisHash: string
  mint: Mint
  recipients: RecipientCache
  paidSince: PaidSince
  walletAddress: Address
  sourceTokenAccount: Address
  batchSize: number
  delayMs: number
  /** The number of payments that have to be final before the rest is sent, if any. */
  canary: number | null
  priceCap: number
  /** The wallet's newest run that went to its end, if any: it shows what a batch takes besides its delay. */
  pace: RunPace | undefined
  /** The length of the cluster's slots. */
  slotMs: number
  /** The most recipients to ask the cluster for. All of the first 20,000 unless given. */
  maxLookUps?: number | undefined
  readLast?: (() => Promise<void>) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Estimates the payout of what is owed, without what the records object to. Of the rest it looks the first 20,000 recipients up on the
 * cluster, except for cached ones. Throws OtherClusterError or RpcUnavailableError.
 */
export async function estimatePayout(payments: OwedPayments, terms: EstimateTerms): Promise<PayoutEstimate> {
  const owed = await addUp(payments)
  const { rpc, mint } = terms
  const [accountRent, walletRent, { prices }, format] = await Promise.all([
    rpc.rent(mint.tokenAccountBytes),
    rpc.rent(0),
    readRecentPrices(rpc, terms.sourceTokenAccount),
    askFormat(rpc, terms.walletAddress),
  ])
  // Last: it ends with a check of the genesis hash, which verifies what was read before.
  const found = await lookUpRecipients(
    owed.first.filter(isUnobjected).map(({ payment }) => payment.recipient),
    { ...terms, maxFresh: terms.maxLookUps ?? MAX_CHECKED },
  )
  const { checked, queue } = leaveOutUnpayable(owed, found)
  const needs = queue.filter((need) => need !== LEFT_OUT)
  const payableCount = owed.count - owed.leftOut.count
  const price = priorityPrice(prices, { cap: terms.priceCap })
  const feeLamports = (transactions: number, newTokenAccounts: number, transfers: number) => {
    const units = newTokenAccounts * UNITS_PER_NEW_ACCOUNT + transfers * UNITS_PER_TRANSFER
    const unitsPerTransaction = transactions === 0 ? 0 : Math.ceil(units / transactions)
    return BigInt(transactions) * transactionFeeLamports(unitsPerTransaction, price)
  }
  const rentLamports = (newTokenAccounts: number) => BigInt(newTokenAccounts) * accountRent.lamports

  const scale = needs.length === 0 ? 0 : payableCount / needs.length
  const sampled = await countTransactions(queue, terms, format)
  const sampledAccounts = createdAccounts(needs).size
  const transactions = Math.ceil(sampled.transactions * scale)
  const newTokenAccounts = Math.ceil(sampledAccounts * scale)
  const batches = Math.ceil(sampled.batches * scale)
  const waits = terms.canary !== null && terms.canary < payableCount ? 2 : 1
  const cost = {
    feeLamports: feeLamports(transactions, newTokenAccounts, payableCount),
    rentLamports: rentLamports(newTokenAccounts),
  }
  const keptLamports = transactions === 0 ? 0n : walletRent.lamports
  const isComplete = checked === owed.unobjected
  const leastCost = isComplete
    ? cost.feeLamports + cost.rentLamports
    : feeLamports(sampled.transactions, sampledAccounts, needs.length) + rentLamports(sampledAccounts)
  return {
    transferCount: owed.count,
    payableCount,
    transactions,
    newTokenAccounts,
    ...cost,
    accountRentLamports: accountRent.lamports,
    keptLamports,
    format,
    leastLamports: leastCost + keptLamports,
    neededBaseUnits: owed.neededBaseUnits,
    dustUA: owed.dustUA,
    durationMs:
      transactions === 0 ? 0 : Math.max(batches - 1, 0) * batchMs(terms) + waits * finalityMs(terms),
    recipientsChecked: checked,
    notLookedUp: payableCount - needs.length,
    ...owed.leftOut.described(),
  }
}

/** What of the owed payments will be made, as far as records and known recipients say. */
export interface PayableCount
  extends Pick<PayoutEstimate, 'payableCount' | 'neededBaseUnits' | 'notLookedUp' | 'leftOut'> {
  /** The most token accounts that are to be created. */
  newTokenAccounts: number
}

/** Counts what of the owed payments will be made, as estimatePayout does, by recipients that are known already. */
export async function countPayable(
  payments: OwedPayments,
  recall: (wallets: readonly Address[]) => Promise<ReadonlyMap<Address, Recipient>>,
): Promise<PayableCount> {
  const owed = await addUp(payments)
  const found = await recall(owed.first.map(({ payment }) => payment.recipient))
  const needs = leaveOutUnpayable(owed, found).queue.filter((need) => need !== LEFT_OUT)
  const payableCount = owed.count - owed.leftOut.count
  const notLookedUp = payableCount - needs.length
  const { leftOut } = owed.leftOut.described()
  const newTokenAccounts = createdAccounts(needs).size + notLookedUp
  return { payableCount, neededBaseUnits: owed.neededBaseUnits, notLookedUp, leftOut, newTokenAccounts }
}

/**
 * Estimates the time from one batch to the next: the delay, and the time that looking up, simulating and
 * signing took in the run before.
 */
export function batchMs({ delayMs, pace }: Pick<EstimateTerms, 'delayMs' | 'pace'>): number {
  return delayMs + (pace ? Math.max(pace.betweenBatchesMs - pace.delayMs, 0) : 0)
}

function finalityMs({ slotMs }: Pick<EstimateTerms, 'slotMs'>): number {
  return Math.round(FINALITY_SLOTS * slotMs) + READING_MS
}

/** Payments that are left out, by reason, and the first of them that can not be paid. */
class LeftOutPayments {
  readonly #counts = new Map<LeftOutReason, number>()
  #unpayable: { place: number; payment: UnpayablePayment }[] = []
  count = 0

  add(place: number, { recipient, claimId, rowNumber }: Payment, { reason, words }: Objection): void {
    this.count += 1
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1)
    if (isUnsettled(reason)) return
    this.#unpayable.push({ place, payment: { recipient, claimId, rowNumber, reason: words, cause: reason } })
    if (this.#unpayable.length >= 2 * MAX_LISTED) this.#unpayable = this.#first()
  }

  described(): Pick<PayoutEstimate, 'leftOut' | 'unpayableCount' | 'unpayable'> {
    const leftOut = LEFT_OUT_REASONS.flatMap((reason) => {
      const count = this.#counts.get(reason)
      return count === undefined ? [] : [{ reason, count }]
    })
    const unpayableCount = leftOut.reduce(
      (sum, { reason, count }) => sum + (isUnsettled(reason) ? 0 : count),
      0,
    )
    return { leftOut, unpayableCount, unpayable: this.#first().map(({ payment }) => payment) }
  }

  #first() {
    return this.#unpayable.toSorted((one, other) => one.place - other.place).slice(0, MAX_LISTED)
  }
}

/** All that is owed, added up, and the first payments that a run queues, of which up to 20,000 are objected to by their recipient alone. */
interface Owed {
  count: number
  /** Without what is left out. */
  neededBaseUnits: bigint
  dustUA: AmountUA
  leftOut: LeftOutPayments
  unobjected: number
  first: { place: number; payment: OwedPayment }[]
}

async function addUp(payments: OwedPayments): Promise<Owed> {
  const owed: Owed = {
    count: 0,
    neededBaseUnits: 0n,
    dustUA: sumAmounts([]),
    leftOut: new LeftOutPayments(),
    unobjected: 0,
    first: [],
  }
  for await (const page of payments) {
    owed.dustUA = sumAmounts([owed.dustUA, ...page.map((payment) => payment.dustUA)])
    for (const payment of page) {
      const place = owed.count
      owed.count += 1
      if (payment.objection) owed.leftOut.add(place, payment, payment.objection)
      else owed.neededBaseUnits += payment.baseUnits
      if (owed.unobjected === MAX_CHECKED || !isQueued(payment)) continue
      owed.first.push({ place, payment })
      if (!payment.objection) owed.unobjected += 1
    }
  }
  return owed
}

/** True of a payment that a run puts into its queue: who is on the deny list is left out of a batch, the others before. */
function isQueued({ objection }: OwedPayment): boolean {
  return objection === null || objection.reason === 'denied'
}

const isUnobjected = ({ payment }: Owed['first'][number]) => payment.objection === null

/** Takes a place in a batch, and is left out of it. */
const LEFT_OUT = null

/** Leaves out those of the first payments whose recipient was looked up and can not be paid. Returns the queue, with what the others need. */
function leaveOutUnpayable(owed: Owed, found: ReadonlyMap<Address, Recipient>) {
  const queue: (Packable | typeof LEFT_OUT)[] = []
  let checked = 0
  for (const { place, payment } of owed.first) {
    if (payment.objection) queue.push(LEFT_OUT)
    const recipient = payment.objection ? undefined : found.get(payment.recipient)
    if (!recipient) continue
    checked += 1
    const objection = judgePayment({ baseUnits: payment.baseUnits, recipient })
    if (objection) {
      owed.leftOut.add(place, payment, objection)
      owed.neededBaseUnits -= payment.baseUnits
      queue.push(LEFT_OUT)
    } else if (recipient.payable) {
      queue.push({ tokenAccount: recipient.tokenAccount, need: recipient.need, packLimit: null })
    }
  }
  return { checked, queue }
}

/**
 * Walks the batches as the runner will: the canary's, then the others, and each ends at its last full transaction while more is queued.
 * Other work goes on meanwhile, since packing 20,000 takes hundreds of milliseconds.
 */
async function countTransactions(
  queue: readonly (Packable | typeof LEFT_OUT)[],
  { batchSize, canary }: Pick<EstimateTerms, 'batchSize' | 'canary'>,
  format: TransactionFormat,
): Promise<{ transactions: number; batches: number }> {
  let batches = 0
  let transactions = 0
  let [next, sent] = [0, 0]
  let unsent: Packable[] = []
  while (unsent.length > 0 || next < queue.length) {
    const ofCanary = (canary ?? 0) - sent
    const size = (ofCanary > 0 ? Math.min(ofCanary, batchSize) : batchSize) - unsent.length
    const batch = [...unsent, ...queue.slice(next, next + size).filter((need) => need !== LEFT_OUT)]
    next += size
    const groups = packBatch(batch, { format, moreQueued: next < queue.length })
    const packed = groups.reduce((sum, group) => sum + group.length, 0)
    unsent = batch.slice(packed)
    sent += packed
    transactions += groups.length
    if (groups.length > 0) batches += 1
    if (batches % BATCHES_PER_TURN === 0) await setImmediate()
  }
  return { transactions, batches }
}
