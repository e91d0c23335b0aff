import { type Kysely, type SqlBool, sql } from 'kysely'
import { NO_WEI, type Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import { recountListed } from './claim-tallies.ts'
import { selectClaimsAbove } from './claims-above-list.ts'
import type { Database } from './database.ts'
import { databaseNow } from './database-now.ts'
import { inLongTransaction } from './long-statements.ts'
import type { NewOperatorAction, Schema } from './schema.ts'

export interface StagedAllocation {
  address: EvmAddress
  amountWei: Wei
  seal: string
}

export interface SnapshotInForce extends Snapshot {
  /** A version with a higher id was published, which the one in force never is older than. */
  hasNewer: boolean
}

/** What a version gives an address. */
export interface StoredAllocation {
  snapshot: SnapshotInForce
  /** Undefined when the address is not in the snapshot. The amount is unread: its seal says first whether it is the published one. */
  row: { storedWei: unknown; seal: string } | undefined
}

/** The facts of a version that is to be published. */
export interface PublishedFacts {
  fileHash: string
  root: string
  addressCount: number
  totalWei: Wei
  nowMs: number
  seal: string
  /** The version that it replaces, null for none: nothing is written where another is in force. Left out, it replaces any. */
  replaces?: number | null
  /** The seal of the replaced version from then on; without one it can not be restored. */
  replacedSeal?: string
  /** Nothing is written where a claim, queued or sent, is for more than the version gives. */
  keepsClaims?: boolean
  action?: NewOperatorAction
}

export type PublishOutcome = 'published' | 'replaced_meanwhile' | 'below_claims'

/** A staged version is not there any more: another server discarded it, since its import had no recent heartbeat. */
export class SnapshotGoneError extends Error {
  override name = 'SnapshotGoneError'
}

/** Of the advisory lock under which lists are published. */
const PUBLISH_LOCK = sql.lit(7_026_301)

/** How long an import that gives no sign of life is believed to live. */
const GIVEN_UP_AFTER_MS = 60_000

export function createSnapshotStore({ db, dialect }: Database) {
  const nowMs = databaseNow(dialect)

  /** The rows go with the version in one commit, and not at all where it is not staged: then they are those in force. */
  const discard = (snapshotId: number, heardBeforeMs?: number): Promise<void> =>
    inLongTransaction({ db, dialect }, async (tx) => {
      const discarded = await tx
        .deleteFrom('snapshot')
        .where('id', '=', snapshotId)
        .where('state', '=', 'staging')
        .$if(heardBeforeMs !== undefined, (query) => query.where('heartbeatAtMs', '=', heardBeforeMs ?? 0))
        .executeTakeFirst()
      if (discarded.numDeletedRows !== 1n) return
      await tx.deleteFrom('allocation').where('snapshotId', '=', snapshotId).execute()
    })

  /** Throws SnapshotGoneError when the version is not staged any more. */
  async function beat(to: Kysely<Schema>, snapshotId: number): Promise<void> {
    const beaten = await to
      .updateTable('snapshot')
      .set({ heartbeatAtMs: nowMs })
      .where('id', '=', snapshotId)
      .where('state', '=', 'staging')
      .executeTakeFirst()
    if (beaten.numUpdatedRows !== 1n) throw new SnapshotGoneError(`Snapshot ${snapshotId} is not staged`)
  }

  const inForce = () =>
    db
      .selectFrom('snapshot')
      .selectAll('snapshot')
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('snapshot as newer')
            .select('newer.id')
            .whereRef('newer.id', '>', 'snapshot.id')
            .where('newer.state', '!=', 'staging'),
        ).as('hasNewer'),
      )
      .where('snapshot.state', '=', 'published')

  return {
    /** Begins a version that nobody sees until it is published. */
    async stage(fileName: string, nonce: string, createdAtMs: number): Promise<number> {
      const row = await db
        .insertInto('snapshot')
        .values({
          state: 'staging',
          fileName,
          nonce,
          fileHash: null,
          root: null,
          addressCount: 0,
          payableCount: 0,
          totalWei: NO_WEI,
          createdAtMs,
          heartbeatAtMs: nowMs,
          publishedAtMs: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    /** Says that the import of a staged version is alive. Throws SnapshotGoneError. */
    beat: (snapshotId: number): Promise<void> => beat(db, snapshotId),

    /** Adds rows to a staged version. One statement whatever their number, so that a million rows go in quickly. Throws SnapshotGoneError. */
    async addRows(snapshotId: number, rows: readonly StagedAllocation[]): Promise<void> {
      if (rows.length === 0) return
      const records = JSON.stringify(rows.map((row) => [row.address, row.amountWei.toString(), row.seal]))
      const select =
        dialect === 'sqlite'
          ? sql`select ${snapshotId}, value ->> 0, value ->> 1, value ->> 2 from json_each(${records})`
          : sql`select ${snapshotId}::bigint, value ->> 0, value ->> 1, value ->> 2
              from json_array_elements(${records}::json)`
      await db.transaction().execute(async (tx) => {
        // Holds the version's row: none is discarded while rows come in.
        await beat(tx, snapshotId)
        await sql`insert into allocation (snapshot_id, evm_address, amount_wei, seal) ${select}`.execute(tx)
      })
    },

    /**
     * Makes a staged version the one in force, and keeps the one before it under a seal of another kind: as it is nobody who can
     * write to the database puts that one back in force. Tells why nothing was written. Throws SnapshotGoneError when it is not
     * staged any more, or does not hold as many rows as it says.
     */
    async publish(snapshotId: number, facts: PublishedFacts): Promise<PublishOutcome> {
      return await inLongTransaction({ db, dialect }, async (tx) => {
        // Of two at once the second sees the first one's. On SQLite a write at the beginning does the same.
        if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${PUBLISH_LOCK})`.execute(tx)
        await beat(tx, snapshotId)
        if (facts.replaces !== undefined && (await publishedId(tx)) !== facts.replaces)
          return 'replaced_meanwhile'
        await assertRowCount(tx, snapshotId, facts.addressCount)
        // No claim comes in between the count of those that the list names and the commit. SQLite has one writer anyway.
        if (dialect === 'postgres') await sql`lock table claim in share row exclusive mode`.execute(tx)
        if (facts.keepsClaims && (await isBelowClaims(tx, snapshotId))) return 'below_claims'
        await tx
          .updateTable('snapshot')
          .set({ state: 'superseded', seal: facts.replacedSeal ?? '' })
          .where('state', '=', 'published')
          .execute()
        await tx
          .updateTable('snapshot')
          .set(({ selectFrom, fn }) => ({
            state: 'published',
            payableCount: selectFrom('allocation')
              .select(fn.countAll<number>().as('count'))
              .where('snapshotId', '=', snapshotId)
              .where('amountWei', '!=', NO_WEI),
            fileHash: facts.fileHash,
            root: facts.root,
            addressCount: facts.addressCount,
            totalWei: facts.totalWei,
            publishedAtMs: facts.nowMs,
            seal: facts.seal,
          }))
          .where('id', '=', snapshotId)
          .execute()
        await recountListed(tx, snapshotId)
        if (facts.action) await tx.insertInto('operator_action').values(facts.action).execute()
        return 'published'
      })
    },

    discard: (snapshotId: number): Promise<void> => discard(snapshotId),

    /** Clears what imports left behind that have not been heard of for long: their processes died in the middle of them. */
    async discardUnfinished(): Promise<void> {
      const rows = await db
        .selectFrom('snapshot')
        .select(['id', 'heartbeatAtMs'])
        .where('state', '=', 'staging')
        .where('heartbeatAtMs', '<', sql<number>`${nowMs} - ${sql.lit(GIVEN_UP_AFTER_MS)}`)
        .execute()
      for (const { id, heartbeatAtMs } of rows) await discard(id, heartbeatAtMs)
    },

    /** The version in force, or undefined before the first. */
    async current(): Promise<SnapshotInForce | undefined> {
      const row = await inForce().executeTakeFirst()
      return row && withFlag(row)
    },

    /**
     * What the version before the one in force gave an address; undefined where it was not in it. Its seal
     * is not looked at: nothing may be decided by it.
     */
    allocationBefore(address: EvmAddress): Promise<{ fileHash: string | null; amountWei: Wei } | undefined> {
      return db
        .selectFrom('snapshot')
        .innerJoin('allocation', 'allocation.snapshotId', 'snapshot.id')
        .select(['snapshot.fileHash', 'allocation.amountWei'])
        .where('snapshot.state', '=', 'superseded')
        .where('allocation.evmAddress', '=', address)
        .orderBy('snapshot.publishedAtMs', 'desc')
        .orderBy('snapshot.id', 'desc')
        .executeTakeFirst()
    },

    /** What the version in force gives an address; undefined when there is no version yet. */
    async findAllocation(address: EvmAddress): Promise<StoredAllocation | undefined> {
      const found = await inForce()
        .leftJoin('allocation', (join) =>
          join.onRef('allocation.snapshotId', '=', 'snapshot.id').on('allocation.evmAddress', '=', address),
        )
        .select(['allocation.amountWei as storedWei', 'allocation.seal as rowSeal'])
        .executeTakeFirst()
      if (!found) return undefined
      const { storedWei, rowSeal: seal, ...snapshot } = found
      return {
        snapshot: withFlag(snapshot),
        row: seal === null ? undefined : { storedWei, seal },
      }
    },
  }
}

async function publishedId(tx: Kysely<Schema>): Promise<number | null> {
  const row = await tx.selectFrom('snapshot').select('id').where('state', '=', 'published').executeTakeFirst()
  return row?.id ?? null
}

async function isBelowClaims(tx: Kysely<Schema>, snapshotId: number): Promise<boolean> {
  const row = await selectClaimsAbove(tx, snapshotId).select('claim.seq').limit(1).executeTakeFirst()
  return row !== undefined
}

async function assertRowCount(tx: Kysely<Schema>, snapshotId: number, expected: number): Promise<void> {
  const { rows } = await tx
    .selectFrom('allocation')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('snapshotId', '=', snapshotId)
    .executeTakeFirstOrThrow()
  if (rows !== expected) {
    throw new SnapshotGoneError(`Snapshot ${snapshotId} holds ${rows} rows instead of ${expected}`)
  }
}

function withFlag({ hasNewer, ...row }: Snapshot & { hasNewer: SqlBool }): SnapshotInForce {
  return { ...row, hasNewer: Boolean(hasNewer) }
}
