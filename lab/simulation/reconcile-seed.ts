import type { Attempt } from '#domain/attempt.ts'
import { DENIAL } from '#domain/denied-address.ts'
import { comparePayments } from '#domain/match-payments.ts'
import type { ListedClaim } from '#store/claims/claim-lists.ts'
import type { NewClaim } from '#store/database/schema.ts'
import type { FaultCounts } from './fault-injector.ts'
import { OTHER_WALLETS_FROM, type TokenHolder } from './fixtures.ts'
import type { ModelChain } from './model-chain.ts'
import { readModelTransaction } from './model-transaction.ts'

/** Counts of what must never happen: every one of them is 0, or the seed is broken. */
export const INVARIANTS = [
  /** Paid more than once on the finalized chain. */
  'paidTwice',
  /** The records and the finalized chain differ on whether it was paid. */
  'lost',
  'wrongAmount',
  /** Paid, or about to be, to another address than its claim had then. */
  'misdirected',
  /** Journaled while their wallet or their holder was on the deny list. */
  'signedThoughDenied',
  /** Journaled after the run was told to stop. */
  'afterStop',
  /** Batches journaled by a runner that had lost the wallet to another. */
  'outOfTurn',
  /** Neither terminal nor on hold in the end; or on hold, where one more payment of the wallet settles it. */
  'stuck',
  /** Runs that made no progress for ten minutes without a message. */
  'silent',
  /** Runs without progress for ten minutes after faults stopped, whatever they say. */
  'slow',
  /** Transactions, and accounts of several claims, whose rent the ledger has otherwise than the chain had it while they were on their way. */
  'wrongRent',
] as const

const TALLIES = [
  'transfers',
  /** On hold in the end: the evidence never sufficed, and an operator settles it. */
  'held',
  /** Not paid, since the server reports that its records are behind the chain and signs nothing. */
  'behind',
  /** Claims of seeds in which rows were altered: of these, only what is paid twice is judged. */
  'altered',
  /** Finalized transactions in the larger format. */
  'v1Transactions',
  'crashes',
  /** Batches that were journaled, and those of them before faults stopped: these went on, or began while the batches were on their way. */
  'batches',
  'batchesAmidFaults',
] as const

export const COUNTS = [...INVARIANTS, ...TALLIES]

/** The results of the payments of seeds. */
export type SeedCounts = Record<(typeof COUNTS)[number], number>

/** Counted while a seed is played. */
export type WatchedCounts = Pick<
  SeedCounts,
  | 'misdirected'
  | 'signedThoughDenied'
  | 'afterStop'
  | 'outOfTurn'
  | 'stuck'
  | 'silent'
  | 'slow'
  | 'batches'
  | 'batchesAmidFaults'
>

/** The result of one seed. */
export interface SeedOutcome extends SeedCounts {
  seed: number
  faults: FaultCounts
  /** The errors that the server called unexpected, for debugging a seed. */
  errors: string[]
}

/** An attempt's part of the ledger. */
export type LedgerEntry = Pick<Attempt, 'signature' | 'state' | 'contextSlot' | 'rentLamports' | 'wireBytes'>

export interface EndedSeed {
  seed: number
  claims: readonly NewClaim[]
  records: readonly ListedClaim[]
  attempts: readonly LedgerEntry[]
  /** True where the server reports it. */
  areRecordsBehind: boolean
  watched: WatchedCounts
  chain: ModelChain
  sourceTokenAccount: string
  /** The wallets of the claimants, in the order of the claims, and then their other ones. */
  holders: readonly TokenHolder[]
  /** Where rows were altered: the number of the claim that was put back beside another. */
  altered: { doubled: number | null } | null
  /** True of a claim whose wallet or holder is on the deny list in the end. */
  isDenied(claim: ListedClaim): boolean
  owedTo(index: number): bigint
  faults: FaultCounts
  errors: string[]
}

export function noCounts(): SeedCounts {
  return Object.fromEntries(COUNTS.map((name) => [name, 0])) as SeedCounts
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
  attempts,
  areRecordsBehind,
  watched,
  chain,
  sourceTokenAccount,
  holders,
  altered,
  isDenied,
  owedTo,
  faults,
  errors,
}: EndedSeed): SeedOutcome {
  const outcome: SeedOutcome = {
    ...noCounts(),
    ...watched,
    seed,
    transfers: claims.length,
    wrongRent: countWrongRents(chain, attempts, accountsOfSeveral(holders, claims.length), altered !== null),
    v1Transactions: chain.landedUpTo().filter(({ transaction }) => transaction.format === 'v1').length,
    faults,
    crashes: faults.crash,
    errors,
  }
  const paid = paymentsByAccount(chain, sourceTokenAccount)
  for (const [index, claim] of claims.entries()) {
    const record = records.find(({ id }) => id === claim.id)
    const owed = { baseUnits: owedTo(index) }
    const places = [
      index,
      OTHER_WALLETS_FROM + index,
      ...(altered?.doubled === index ? [holders.length - 1] : []),
    ]
    const own = places.flatMap((place) => holders[place] ?? [])
    const ofOthers = owedToSame(holders, index, claims.length).map(owedTo)
    const paidTo = (account = '') =>
      (paid.get(account) ?? []).filter(({ baseUnits }) => !ofOthers.includes(baseUnits))
    const payments = own.flatMap(({ tokenAccount }) => paidTo(tokenAccount))
    if (altered) {
      outcome.altered += 1
      if (payments.length > 1) outcome.paidTwice += 1
      continue
    }
    const inForce = own.find(({ wallet }) => wallet === record?.solAddress)
    const paidInForce = paidTo(inForce?.tokenAccount)
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

/** A blockhash is looked for while a batch is prepared, and a rent is read with it. */
const RENT_KNOWN_SLOTS = 150

/**
 * Counts the transactions whose rent is none that the chain had for their accounts some time while they were prepared or on their way. An
 * account that several claims name is created once: it is counted where its rent is booked twice, or for none of its transactions
 * though all of them paid.
 */
function countWrongRents(
  chain: ModelChain,
  attempts: readonly LedgerEntry[],
  shared: ReadonlySet<string>,
  isAltered: boolean,
): number {
  const [created, named] = [new Set<string>(), new Set<string>()]
  const booked = { least: 0, most: 0 }
  let wrong = 0
  for (const { signature, state, contextSlot, rentLamports, wireBytes } of attempts) {
    const landed = chain.landed.get(signature)
    if (state !== 'paid' || !landed) {
      for (const { tokenAccount } of readModelTransaction(wireBytes).creates) named.add(tokenAccount)
      continue
    }
    const accounts = landed.transaction.creates.map(({ tokenAccount }) => tokenAccount)
    const ofSeveral = accounts.filter((account) => shared.has(account))
    for (const account of ofSeveral) created.add(account)
    const rents = [contextSlot - RENT_KNOWN_SLOTS, contextSlot, landed.slot].map((slot) => chain.rentAt(slot))
    const own = accounts.length - ofSeveral.length
    const counts = Array.from({ length: ofSeveral.length + 1 }, (_, several) => several).filter((several) =>
      rents.some((rent) => rentLamports === BigInt(own + several) * rent),
    )
    if (counts.length === 0) wrong += 1
    else {
      booked.least += Math.min(...counts)
      booked.most += Math.max(...counts)
    }
  }
  if (isAltered) return wrong
  const certain = [...created].filter((account) => !named.has(account)).length
  return wrong + Math.max(booked.least - created.size, certain - booked.most, 0)
}

/** The token accounts of wallets that several claims name. */
function accountsOfSeveral(holders: readonly TokenHolder[], claims: number): ReadonlySet<string> {
  const several = holders.slice(0, claims).filter((_, index) => owedToSame(holders, index, claims).length > 0)
  return new Set(several.map(({ tokenAccount }) => tokenAccount))
}

/** The other claims that name the wallet of a claim. */
function owedToSame(holders: readonly TokenHolder[], index: number, claims: number): number[] {
  return holders
    .slice(0, claims)
    .flatMap(({ wallet }, other) => (other !== index && wallet === holders[index]?.wallet ? [other] : []))
}

/** True of a claim that is owed without a reason in words, or for a denial that is over. */
function waitsForNothing(record: ListedClaim, isDenied: EndedSeed['isDenied']): boolean {
  return record.failure === null || (record.failure.includes(DENIAL) && !isDenied(record))
}

interface Payment {
  baseUnits: bigint
}

/** Groups the transfers out of the source account by recipient: those of a stranger are no payments. */
function paymentsByAccount(chain: ModelChain, sourceTokenAccount: string): Map<string, Payment[]> {
  const payments = new Map<string, Payment[]>()
  for (const { transaction, error } of chain.landedUpTo()) {
    if (error !== null) continue
    for (const { source, tokenAccount, amount } of transaction.transfers) {
      if (source !== sourceTokenAccount) continue
      payments.set(tokenAccount, [...(payments.get(tokenAccount) ?? []), { baseUnits: amount }])
    }
  }
  return payments
}
