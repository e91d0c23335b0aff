import type { Address } from '@solana/kit'
import type { Kysely } from 'kysely'
import { type AmountUA, fitBaseUnits } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import { matchPayments, type PaymentMatch, type WalletAmount } from '#domain/match-payments.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import { keepUncorrected } from '#store/claims/claim-corrections.ts'
import type { Dialect } from '#store/database/database.ts'
import { chunksOf, readInChunks } from '#store/database/queries.ts'
import type { NewTransfer, Schema } from '#store/database/schema.ts'
import { recordAction } from '#store/operator-actions.ts'
import { acknowledgedAmong } from '#store/records/known-transactions.ts'
import type { Transaction } from './attempt-endings.ts'
import { newestRunId } from './listed-runs.ts'

/**
 * The functions below settle debts by payments that were recorded from the chain, within the transaction that
 * take-overs.ts opens.
 */

/** The debts that payments recorded from the chain may settle. */
export interface Debts {
  claims: boolean
  /** Rows of distributions of the same token. */
  rows: boolean
}

/**
 * The time at which a payment was recorded from the chain, and the newest run then: see `recordedAfterRun`.
 */
export interface RecordedWhen {
  nowMs: number
  afterRun: number
}

type Unmatched = WalletAmount & { id: number; signature: string }

/** Replaces unmatched payments by the debts that they pay exactly. Returns the number of settled claims. */
export async function settleDebts(
  tx: Transaction,
  { seals, dialect }: { seals: RecordSeal; dialect: Dialect },
  token: TokenKey,
  debts: Debts,
  nowMs: number,
): Promise<number> {
  await keepUncorrected(tx, dialect)
  const unmatched = await unmatchedPayments(tx, seals, token)
  const recipients = [...new Set(unmatched.map(({ recipient }) => recipient))]
  const claims = debts.claims
    ? matchPayments(unmatched, await claimDebts(tx, token.mintDecimals, recipients))
    : []
  const settled = new Set(claims.map(({ payment }) => payment))
  const rest = unmatched.filter((payment) => !settled.has(payment))
  const rows = debts.rows ? matchPayments(rest, await rowDebts(tx, token, recipients)) : []
  await removeUnmatched(tx, [...claims, ...rows])
  const when = { nowMs, afterRun: await newestRunId(tx) }
  for (const match of claims) await settleClaims(tx, token, match, when)
  for (const match of rows) await settleRows(tx, match, when)
  return claims.reduce((count, match) => count + match.debts.length, 0)
}

async function removeUnmatched(tx: Transaction, matches: readonly { payment: Unmatched }[]): Promise<void> {
  for (const page of chunksOf(matches)) {
    const ids = page.map(({ payment }) => payment.id)
    const removed = await tx
      .deleteFrom('transfer')
      .where('id', 'in', ids)
      .where('claimId', 'is', null)
      .executeTakeFirst()
    assertAll(removed.numDeletedRows, ids.length)
  }
}

async function settleClaims(
  tx: Transaction,
  token: TokenKey,
  { payment, debts }: PaymentMatch<Unmatched, ClaimDebt>,
  when: RecordedWhen,
): Promise<void> {
  const { nowMs } = when
  const values = paidTransfer(token, payment.signature, when)
  for (const { claim, recipient, baseUnits, dustUA } of debts) {
    const change = {
      ...values,
      recipient,
      baseUnits,
      dustUA,
    }
    const recorded = await tx
      .insertInto('transfer')
      .values({ ...change, claimId: claim.id, evmAddress: claim.evmAddress } satisfies NewTransfer)
      .onConflict((conflict) =>
        conflict.column('claimId').doUpdateSet(change).where('transfer.state', 'in', ['queued', 'failed']),
      )
      .executeTakeFirst()
    assertAll(recorded.numInsertedOrUpdatedRows, 1)
  }
  const ids = debts.map(({ claim }) => claim.id)
  const sent = await tx
    .updateTable('claim')
    .set({ status: 'sent', solTx: payment.signature, settledAtMs: nowMs })
    .where('id', 'in', ids)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  assertAll(sent.numUpdatedRows, ids.length)
  for (const { claim, recipient } of debts) {
    const to =
      recipient === claim.solAddress ? '' : `, to ${recipient}, which the claim named before it was corrected`
    await recordAction(tx, {
      atMs: nowMs,
      action: 'take_over',
      subject: claim.id,
      detail: `${claim.evmAddress}: ${payment.signature}: paid as the chain shows, booked from there${to}`,
    })
  }
}

async function settleRows(
  tx: Transaction,
  { payment, debts }: PaymentMatch<Unmatched, RowDebt>,
  { nowMs, afterRun }: RecordedWhen,
): Promise<void> {
  const ids = debts.map(({ transferId }) => transferId)
  const recorded = await tx
    .updateTable('transfer')
    .set({
      state: 'paid',
      runId: null,
      paidTx: payment.signature,
      recordedBy: 'take_over',
      recordedAfterRun: afterRun,
      failure: null,
      settledAtMs: nowMs,
    })
    .where('id', 'in', ids)
    .where('state', 'in', ['queued', 'failed'])
    .executeTakeFirst()
  assertAll(recorded.numUpdatedRows, ids.length)
}

/**
 * Lists payments from the chain that settle nothing, oldest first, without acknowledged ones: those were for
 * something else.
 */
export async function unmatchedPayments(
  db: Kysely<Schema>,
  seals: RecordSeal,
  token: TokenKey,
): Promise<Unmatched[]> {
  const rows = await db
    .selectFrom('transfer')
    .select(['id', 'recipient', 'baseUnits', 'paidTx'])
    .where('claimId', 'is', null)
    .where('distributionId', 'is', null)
    .where('evmAddress', 'is', null)
    .where('recordedBy', '=', 'take_over')
    .where('genesisHash', '=', token.genesisHash)
    .where('mintAddress', '=', token.mintAddress)
    .orderBy('id')
    .execute()
  const payments = rows.map(({ id, recipient, baseUnits, paidTx }) => ({
    id,
    recipient,
    baseUnits,
    signature: paidTx ?? '',
  }))
  const signatures = payments.map(({ signature }) => signature)
  const acknowledged = await acknowledgedAmong(db, seals, token.genesisHash, signatures)
  return payments.filter(({ signature }) => !acknowledged.has(signature))
}

/** Returns the fields that all payments recorded from the chain for no distribution have in common. */
export function paidTransfer(
  { genesisHash, mintAddress, mintDecimals }: TokenKey,
  signature: string,
  { nowMs, afterRun }: RecordedWhen,
) {
  return {
    genesisHash,
    mintAddress,
    mintDecimals,
    distributionId: null,
    rowNumber: null,
    runId: null,
    state: 'paid' as const,
    packLimit: null,
    failure: null,
    paidTx: signature,
    recordedBy: 'take_over' as const,
    recordedAfterRun: afterRun,
    settledAtMs: nowMs,
  }
}

/** Throws, which undoes the commit, when a row is not as it was read. */
function assertAll(changed: bigint | undefined, expected: number): void {
  if (changed !== BigInt(expected)) throw new Error('What is owed changed while it was settled')
}

/** A token on a cluster, and its decimals. */
export interface TokenKey {
  genesisHash: string
  mintAddress: Address
  mintDecimals: number
}

type ClaimDebt = WalletAmount & { claim: Claim; dustUA: AmountUA }
type RowDebt = WalletAmount & { transferId: number }

/**
 * Finds queued claims to these wallets with no payment under way, on hold or made, oldest first. One that was corrected since may
 * have been paid to the wallet that it named before: its debt is to that wallet then.
 */
async function claimDebts(
  tx: Transaction,
  mintDecimals: number,
  recipients: readonly Address[],
): Promise<ClaimDebt[]> {
  const debts = new Map<string, ClaimDebt>()
  for (const page of chunksOf(recipients)) {
    const corrected = await correctedFrom(tx, page)
    const claims = await tx
      .selectFrom('claim')
      .selectAll()
      .where('status', '=', 'queued')
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('solAddress', 'in', page),
          eb('id', 'in', selectFrom('claim_correction').select('claimId').where('solAddress', 'in', page)),
        ]),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('transfer')
              .select('transfer.id')
              .whereRef('transfer.claimId', '=', 'claim.id')
              .where('transfer.state', 'in', ['in_flight', 'hold', 'paid']),
          ),
        ),
      )
      .orderBy('seq')
      .execute()
    for (const claim of claims) {
      // What a token account can not hold can not have been paid.
      const owed = fitBaseUnits(claim.amountUA, mintDecimals)
      const isNamed = page.includes(claim.solAddress)
      const recipient = isNamed ? claim.solAddress : corrected.get(claim.id)
      // The address in force before an earlier one: a claim is one debt.
      if (owed && recipient && (isNamed || !debts.has(claim.id)))
        debts.set(claim.id, { ...owed, recipient, claim })
    }
  }
  return [...debts.values()]
}

/** Finds the claims that named one of these wallets before they were corrected, and the last of those that each named. */
async function correctedFrom(tx: Transaction, wallets: readonly Address[]): Promise<Map<string, Address>> {
  const rows = await tx
    .selectFrom('claim_correction')
    .select(['claimId', 'solAddress'])
    .where('solAddress', 'in', [...wallets])
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ claimId, solAddress }) => [claimId, solAddress]))
}

/** Finds the rows of distributions that are owed to these wallets, oldest first. */
async function rowDebts(
  tx: Transaction,
  { genesisHash, mintAddress }: TokenKey,
  recipients: readonly Address[],
): Promise<RowDebt[]> {
  return await readInChunks(recipients, (page) =>
    tx
      .selectFrom('transfer')
      .select(['id as transferId', 'recipient', 'baseUnits'])
      .where('distributionId', 'is not', null)
      .where('state', 'in', ['queued', 'failed'])
      .where('genesisHash', '=', genesisHash)
      .where('mintAddress', '=', mintAddress)
      .where('recipient', 'in', page)
      .orderBy('id')
      .execute(),
  )
}
