import type { Kysely } from 'kysely'
import { matchPayments, type PaymentMatch, type WalletAmount } from '#domain/match-payments.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import { acknowledgedAmong } from './acknowledged.ts'
import type { Transaction } from './attempt-endings.ts'
import { chunksOf } from './chunks-of.ts'
import { type ClaimDebt, claimDebts, type RowDebt, rowDebts, type TokenKey } from './debts.ts'
import { newestRunId } from './newest-run-id.ts'
import type { Schema } from './schema.ts'

/** How payments that were booked from the chain settle what is owed: within the transaction that take-overs.ts opens. */

/** What may be settled by payments that were booked from the chain. */
export interface Debts {
  claims: boolean
  /** Rows of distributions of the same token. */
  rows: boolean
}

/** When a payment was booked from the chain: see `recorded_after_run`. */
export interface RecordedWhen {
  nowMs: number
  afterRun: number
}

type Unmatched = WalletAmount & { id: number; signature: string }

/** Puts what is owed in the place of unmatched payments that pay it exactly. Gives the number of claims. */
export async function settleDebts(
  tx: Transaction,
  seals: RecordSeal,
  token: TokenKey,
  debts: Debts,
  nowMs: number,
): Promise<number> {
  const unmatched = await unmatchedPayments(tx, seals, token)
  const recipients = [...new Set(unmatched.map(({ recipient }) => recipient))]
  const claims = debts.claims
    ? matchPayments(unmatched, await claimDebts(tx, token.mint_decimals, recipients))
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
      .where('claim_id', 'is', null)
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
  for (const { claim, baseUnits, dustUA } of debts) {
    const change = {
      ...values,
      recipient: claim.sol_address,
      base_units: baseUnits.toString(),
      dust_ua: dustUA,
    }
    const booked = await tx
      .insertInto('transfer')
      .values({ ...change, claim_id: claim.id, evm_address: claim.evm_address })
      .onConflict((conflict) =>
        conflict.column('claim_id').doUpdateSet(change).where('transfer.state', 'in', ['queued', 'failed']),
      )
      .executeTakeFirst()
    assertAll(booked.numInsertedOrUpdatedRows, 1)
  }
  const ids = debts.map(({ claim }) => claim.id)
  const sent = await tx
    .updateTable('claim')
    .set({ status: 'sent', sol_tx: payment.signature, settled_at_ms: nowMs })
    .where('id', 'in', ids)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  assertAll(sent.numUpdatedRows, ids.length)
  await tx
    .insertInto('operator_action')
    .values(
      debts.map(({ claim }) => ({
        at_ms: nowMs,
        action: 'take_over' as const,
        subject: claim.id,
        detail: `${claim.evm_address}: ${payment.signature}: paid as the chain shows, booked from there`,
      })),
    )
    .execute()
}

async function settleRows(
  tx: Transaction,
  { payment, debts }: PaymentMatch<Unmatched, RowDebt>,
  { nowMs, afterRun }: RecordedWhen,
): Promise<void> {
  const ids = debts.map(({ transferId }) => transferId)
  const booked = await tx
    .updateTable('transfer')
    .set({
      state: 'paid',
      run_id: null,
      paid_tx: payment.signature,
      recorded_by: 'take_over',
      recorded_after_run: afterRun,
      failure: null,
      settled_at_ms: nowMs,
    })
    .where('id', 'in', ids)
    .where('state', 'in', ['queued', 'failed'])
    .executeTakeFirst()
  assertAll(booked.numUpdatedRows, ids.length)
}

/** Payments from the chain that settle nothing, oldest first; acknowledged ones were for something else. */
export async function unmatchedPayments(
  db: Kysely<Schema>,
  seals: RecordSeal,
  token: TokenKey,
): Promise<Unmatched[]> {
  const rows = await db
    .selectFrom('transfer')
    .select(['id', 'recipient', 'base_units', 'paid_tx'])
    .where('claim_id', 'is', null)
    .where('distribution_id', 'is', null)
    .where('evm_address', 'is', null)
    .where('recorded_by', '=', 'take_over')
    .where('genesis_hash', '=', token.genesis_hash)
    .where('mint_address', '=', token.mint_address)
    .orderBy('id')
    .execute()
  const payments = rows.map(({ id, recipient, base_units, paid_tx }) => ({
    id,
    recipient,
    baseUnits: BigInt(base_units),
    signature: paid_tx ?? '',
  }))
  const signatures = payments.map(({ signature }) => signature)
  const acknowledged = await acknowledgedAmong(db, seals, token.genesis_hash, signatures)
  return payments.filter(({ signature }) => !acknowledged.has(signature))
}

/** What every payment has in common that was booked from the chain for no distribution. */
export function paidTransfer(
  { genesis_hash, mint_address, mint_decimals }: TokenKey,
  signature: string,
  { nowMs, afterRun }: RecordedWhen,
) {
  return {
    genesis_hash,
    mint_address,
    mint_decimals,
    distribution_id: null,
    row_number: null,
    run_id: null,
    state: 'paid' as const,
    pack_limit: null,
    failure: null,
    paid_tx: signature,
    recorded_by: 'take_over' as const,
    recorded_after_run: afterRun,
    settled_at_ms: nowMs,
  }
}

/** Undoes the commit when a row is not as it was read. */
function assertAll(changed: bigint | undefined, expected: number): void {
  if (changed !== BigInt(expected)) throw new Error('What is owed changed while it was settled')
}
