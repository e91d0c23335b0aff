import type { Address } from '@solana/kit'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BaseUnits } from '#domain/amounts.ts'
import type { Distribution } from '#domain/payout-source.ts'
import type { PaidFile, RepeatedPayments, RepeatKind } from '#domain/repeated-payments.ts'
import { sumDecimals } from '#store/database/column-readers.ts'
import type { Dialect } from '#store/database/database.ts'
import type { Schema } from '#store/database/schema.ts'
import { mayBeListedAgain } from './run-lists.ts'

const UNFINISHED = sql`(select run.id from run where run.state in ('running', 'stopping'))`

/** By a transaction that has not failed or expired. */
const IS_SIGNED = sql`exists (select 1 from attempt_transfer
  where attempt_transfer.transfer_id = other.id and attempt_transfer.in_flight = 1)`

/** Where another payment counts as made, and how. */
const KINDS: Record<RepeatKind, RawBuilder<unknown>> = {
  paid: sql`other.state = 'paid'`,
  on_hold: sql`(other.state = 'hold' and ${IS_SIGNED})`,
  under_way: sql`(other.state = 'in_flight' or (other.state = 'queued' and other.run_id in ${UNFINISHED}))`,
}

/**
 * Payments from the chain that settle nothing yet are left aside: the start settles rows by them, or withholds those (see take-overs.ts),
 * unless they were acknowledged as something else.
 */
const SETTLES_NO_ROW = sql`(other.claim_id is not null or other.distribution_id is not null
  or other.evm_address is not null or coalesce(other.recorded_by, '') <> 'take_over'
  or exists (select 1 from acknowledged_transaction as acknowledged
    where acknowledged.genesis_hash = other.genesis_hash and acknowledged.signature = other.paid_tx))`

/** A row of a distribution that was paid before, and the payment by which it was. */
export interface RepeatedRow {
  rowNumber: number
  recipient: Address
  baseUnits: BaseUnits
  /** It was left out of a run for that. */
  isLeftOut: boolean
  by: {
    kind: RepeatKind
    /** The claim's, also where it was reset since. */
    claimId: string | null
    evmAddress: string | null
    distributionId: string | null
    fileName: string | null
    rowNumber: number | null
    signature: string | null
    /** When it was settled, or else signed; null where it is still to be. */
    atMs: number | null
  }
}

/** Compares the rows that a start of a distribution would pay with all payments of its token by claims and other distributions. */
export async function readRepeatedPayments(
  db: Kysely<Schema>,
  dialect: Dialect,
  distribution: Distribution,
): Promise<RepeatedPayments> {
  const rows = await db
    .selectFrom('transfer')
    .select(({ fn, ref }) => [
      kindOf(distribution).as('kind'),
      fn.countAll<number>().as('count'),
      sumDecimals.of(dialect, ref('transfer.baseUnits')).as('sum'),
    ])
    .where('transfer.distributionId', '=', distribution.id)
    .where(mayBeListedAgain)
    .groupBy('kind')
    .execute()
  const sameFile = await findPaidFile(db, distribution)
  const repeated: RepeatedPayments = {
    ...{ of: 0, rows: 0, baseUnits: 0n, byKind: { paid: 0, on_hold: 0, under_way: 0 } },
    mintDecimals: distribution.mintDecimals,
    sameFile,
  }
  for (const { kind, count, sum } of rows) {
    repeated.of += Number(count)
    if (kind === null) continue
    repeated.rows += Number(count)
    repeated.baseUnits += BigInt(sum)
    repeated.byKind[kind] += Number(count)
  }
  return repeated
}

/** Lists a page of the rows that were paid before, in the order of the file: those that a start would pay, and those left out. */
export async function listRepeatedRows(
  db: Kysely<Schema>,
  distribution: Distribution,
  { afterRow, limit }: { afterRow: number; limit: number },
): Promise<RepeatedRow[]> {
  const rows = await db
    .selectFrom('transfer')
    .select([
      'transfer.rowNumber',
      'transfer.recipient',
      'transfer.baseUnits',
      'transfer.state',
      madeBy(distribution).as('byId'),
    ])
    .where('transfer.distributionId', '=', distribution.id)
    .where('transfer.rowNumber', '>', afterRow)
    .where((is) => is.or([is('transfer.state', '=', 'left_out'), mayBeListedAgain(is)]))
    .where(sql<boolean>`${kindOf(distribution)} is not null`)
    .orderBy('transfer.rowNumber')
    .limit(limit)
    .execute()
  const payments = await readPayments(
    db,
    rows.map(({ byId }) => byId),
  )
  return rows.flatMap(({ rowNumber, recipient, baseUnits, state, byId }) => {
    const by = payments.get(byId)
    // It may have failed meanwhile.
    return by === undefined
      ? []
      : [{ rowNumber: rowNumber ?? 0, recipient, baseUnits, isLeftOut: state === 'left_out', by }]
  })
}

/** Leaves the rows that were paid before out of a run for good: no later one takes them. Returns their number. */
export async function leaveOutRepeats(
  tx: Kysely<Schema>,
  distribution: Distribution,
  runId: number,
): Promise<number> {
  const left = await tx
    .updateTable('transfer')
    .set({ state: 'left_out', runId, packLimit: null, failure: LEFT_OUT })
    .where('transfer.distributionId', '=', distribution.id)
    .where(mayBeListedAgain)
    .where(sql<boolean>`${kindOf(distribution)} is not null`)
    .executeTakeFirst()
  return Number(left.numUpdatedRows)
}

const LEFT_OUT = 'Left out: the same amount was paid to this wallet before'

/** Returns how a row was paid before; null where it was not. */
function kindOf(distribution: Distribution): RawBuilder<RepeatKind | null> {
  const isMade = (kind: RepeatKind) => sql`exists (select 1 ${others(distribution)} and ${KINDS[kind]})`
  return sql<RepeatKind | null>`case when ${isMade('paid')} then 'paid' when ${isMade('on_hold')} then 'on_hold'
    when ${isMade('under_way')} then 'under_way' end`
}

/** Returns the id of the payment by which a row was paid before, the newest of the first kind. */
function madeBy(distribution: Distribution): RawBuilder<number> {
  const { paid, on_hold: onHold, under_way: underWay } = KINDS
  const rank = sql`case when ${paid} then 0 when ${onHold} then 1 when ${underWay} then 2 else 3 end`
  return sql<number>`(select other.id ${others(distribution)} order by ${rank}, other.id desc limit 1)`
}

/** From all other payments of the same amount to the same wallet. */
function others({ id, mintAddress, genesisHash }: Distribution): RawBuilder<unknown> {
  return sql`from transfer as other where other.recipient = transfer.recipient
    and other.base_units = transfer.base_units and other.mint_address = ${mintAddress}
    and other.genesis_hash = ${genesisHash} and coalesce(other.distribution_id, '') <> ${id}
    and ${SETTLES_NO_ROW}`
}

/** Reads payments as they are told beside the rows that they repeat, by their ids. */
async function readPayments(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<Map<number, RepeatedRow['by']>> {
  if (ids.length === 0) return new Map()
  const payments = await db
    .selectFrom('transfer as other')
    .leftJoin('distribution', 'distribution.id', 'other.distributionId')
    .leftJoin('attempt_transfer', (join) =>
      join
        .onRef('attempt_transfer.transferId', '=', 'other.id')
        .on('attempt_transfer.inFlight', '=', sql.lit(1)),
    )
    .leftJoin('attempt', 'attempt.id', 'attempt_transfer.attemptId')
    .select(({ fn }) => [
      'other.id',
      'other.state',
      fn.coalesce('other.claimId', 'other.formerClaimId').as('claimId'),
      'other.evmAddress',
      'other.distributionId',
      'distribution.fileName',
      'other.rowNumber',
      fn.coalesce('other.paidTx', 'attempt.signature').as('signature'),
      fn.coalesce('other.settledAtMs', 'attempt.journaledAtMs').as('atMs'),
    ])
    .where('other.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    payments.map(({ id, state, atMs, ...by }) => {
      const kind = state === 'paid' ? 'paid' : state === 'hold' ? 'on_hold' : 'under_way'
      return [id, { ...by, kind, atMs: atMs === null ? null : Number(atMs) }]
    }),
  )
}

/** Finds the newest other distribution of the same file and token of which anything was paid, or is about to be. */
async function findPaidFile(
  db: Kysely<Schema>,
  { id, fileHash, mintAddress, genesisHash }: Distribution,
): Promise<PaidFile | null> {
  const { paid, on_hold: onHold, under_way: underWay } = KINDS
  const found = await db
    .selectFrom('distribution')
    .innerJoin('run', 'run.distributionId', 'distribution.id')
    .select(['distribution.id', 'distribution.fileName'])
    .select(sql<number>`coalesce(run.finished_at_ms, run.started_at_ms)`.as('paidAtMs'))
    .where('distribution.fileHash', '=', fileHash)
    .where('distribution.id', '<>', id)
    .where('distribution.mintAddress', '=', mintAddress)
    .where('distribution.genesisHash', '=', genesisHash)
    .where(
      sql<boolean>`exists (select 1 from transfer as other where other.distribution_id = distribution.id
        and (${paid} or ${onHold} or ${underWay}))`,
    )
    .orderBy('run.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ? { ...found, paidAtMs: Number(found.paidAtMs) } : null
}
