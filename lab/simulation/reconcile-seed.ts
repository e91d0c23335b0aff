import { comparePayments } from '#domain/compare-payments.ts'
import { DENIAL } from '#domain/denial.ts'
import type { ListedClaim } from '#store/claim-lists.ts'
import type { NewClaim } from '#store/schema.ts'
import type { FaultCounts } from './fault-injector.ts'
import { OTHER_WALLETS_FROM, type TokenHolder } from './fixtures.ts'
import type { ModelChain } from './model-chain.ts'

/**
 * The results of the payments of seeds. Everything but `transfers`, `held`, `behind`, `v1Transactions` and
 * `crashes` must be 0.
 */
export interface SeedCounts {
  transfers: number
  /** Paid more than once on the finalized chain. */
  paidTwice: number
  /** The records and the finalized chain differ on whether it was paid. */
  lost: number
  wrongAmount: number
  /** Neither terminal nor on hold in the end. */
  stuck: number
  /** Runs that made no progress for ten minutes without a message. */
  silent: number
  /** Paid, or about to be, to another address than its claim had then. */
  misdirected: number
  /** Journaled while their wallet or their holder was on the deny list. */
  signedThoughDenied: number
  /** Batches journaled by a runner that had lost the wallet to another. */
  outOfTurn: number
  /** On hold in the end: the evidence never sufficed, and an operator settles it. */
  held: number
  /** Not paid, since the server reports that its records are behind the chain and signs nothing. */
  behind: number
  /** Finalized transactions in the larger format. */
  v1Transactions: number
  crashes: number
}

/** The result of one seed. */
export interface SeedOutcome extends SeedCounts {
  seed: number
  faults: FaultCounts
  /** The errors that the server called unexpected, for debugging a seed. */
  errors: string[]
}

export interface EndedSeed {
  seed: number
  claims: readonly NewClaim[]
  records: readonly ListedClaim[]
  /** True where the server reports it. */
  areRecordsBehind: boolean
  silent: number
  chain: ModelChain
  sourceTokenAccount: string
  /** The wallets of the claimants, in the order of the claims, and then their other ones. */
  holders: readonly TokenHolder[]
  /** Payments that were not to their claim's address when they were about to be signed. */
  misdirected: number
  signedThoughDenied: number
  /** True of a claim whose wallet or holder is on the deny list in the end. */
  isDenied(claim: ListedClaim): boolean
  owedTo(index: number): bigint
  faults: FaultCounts
  outOfTurn: number
  errors: string[]
}

export function noCounts(): SeedCounts {
  return {
    transfers: 0,
    paidTwice: 0,
    lost: 0,
    wrongAmount: 0,
    stuck: 0,
    silent: 0,
    misdirected: 0,
    signedThoughDenied: 0,
    outOfTurn: 0,
    held: 0,
    behind: 0,
    v1Transactions: 0,
    crashes: 0,
  }
}

/**
 * Compares the debts, the records and the finalized chain, claim by claim. The debts are the scenario's own,
 * and the chain is read from the model: neither comes from the code under test. Every single payment must
 * equal the debt, where the product compares sums only.
 */
export function reconcileSeed({
  seed,
  claims,
  records,
  areRecordsBehind,
  silent,
  chain,
  sourceTokenAccount,
  holders,
  misdirected,
  signedThoughDenied,
  isDenied,
  owedTo,
  faults,
  outOfTurn,
  errors,
}: EndedSeed): SeedOutcome {
  const outcome: SeedOutcome = {
    ...noCounts(),
    seed,
    transfers: claims.length,
    silent,
    misdirected,
    signedThoughDenied,
    outOfTurn,
    v1Transactions: chain.landedUpTo().filter(({ transaction }) => transaction.format === 'v1').length,
    faults,
    crashes: faults.crash,
    errors,
  }
  const paid = paymentsByAccount(chain, sourceTokenAccount)
  for (const [index, claim] of claims.entries()) {
    const record = records.find(({ id }) => id === claim.id)
    const owed = { baseUnits: owedTo(index) }
    const own = [index, OTHER_WALLETS_FROM + index].flatMap((place) => holders[place] ?? [])
    const payments = own.flatMap(({ tokenAccount }) => paid.get(tokenAccount) ?? [])
    const inForce = own.find(({ wallet }) => wallet === record?.solAddress)
    const paidInForce = paid.get(inForce?.tokenAccount ?? '') ?? []
    // Records that were restored lack payments, which may settle a claim that was corrected since.
    if (faults.restored === 0 && paidInForce.length !== payments.length) outcome.misdirected += 1
    const isSent = record?.status === 'sent'
    if (payments.length > 1) outcome.paidTwice += 1
    if (payments.some(({ baseUnits }) => baseUnits !== owed.baseUnits)) outcome.wrongAmount += 1
    const difference = comparePayments(isSent ? [owed] : [], payments)
    if (record?.attemptState === 'hold') outcome.held += 1
    else if (areRecordsBehind && !isSent) outcome.behind += 1
    else if (difference === 'missing' || difference === 'unexpected') outcome.lost += 1
    else if (record?.status === 'queued' && waitsForNothing(record, isDenied)) outcome.stuck += 1
  }
  return outcome
}

/** True of a claim that is owed without a reason in words, or for a denial that is over. */
function waitsForNothing(record: ListedClaim, isDenied: EndedSeed['isDenied']): boolean {
  return record.failure === null || (record.failure.includes(DENIAL) && !isDenied(record))
}

/** Groups the transfers out of the source account by recipient: those of a stranger are no payments. */
function paymentsByAccount(
  chain: ModelChain,
  sourceTokenAccount: string,
): Map<string, { baseUnits: bigint }[]> {
  const payments = new Map<string, { baseUnits: bigint }[]>()
  for (const { transaction, error } of chain.landedUpTo()) {
    if (error !== null) continue
    for (const { source, tokenAccount, amount } of transaction.transfers) {
      if (source !== sourceTokenAccount) continue
      payments.set(tokenAccount, [...(payments.get(tokenAccount) ?? []), { baseUnits: amount }])
    }
  }
  return payments
}
