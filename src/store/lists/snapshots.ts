import { type Kysely, type SqlBool, sql } from 'kysely'
import { NO_WEI, type Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Observe } from '#domain/portal-event.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import { recountListed } from '#store/claims/claim-tallies.ts'
import { type Database, databaseNow } from '#store/database/database.ts'
import { batchedLookup, inArray, preparedQuery, textsFor } from '#store/database/queries.ts'
import type { NewOperatorAction, Schema } from '#store/database/schema.ts'
import { inLongTransaction, inStagingTransaction } from '#store/database/transactions.ts'
import { recordAction } from '#store/operator-actions.ts'
import {
  createListPageRelease,
  deleteListRows,
  digestOfText,
  insertRows,
  textOfRows,
  versionsOfLostRows,
} from './list-rows.ts'
import { removeUploadChunks } from './list-uploads.ts'
import { selectClaimsAbove } from './list-versions.ts'

interface StagedAllocation {
  address: EvmAddress
  /** As a number, or in its digits. */
  amountWei: Wei | string
  seal: string
}

export interface SnapshotInForce extends Snapshot {
  /** A version with a higher id was published, which the one in force never is older than. */
  hasNewer: boolean
}

/** What a version gives an address. */
interface StoredAllocation {
  snapshot: SnapshotInForce
  /** Undefined when the address is not in the snapshot. The amount is unread: its seal says first whether it is the published one. */
  row: { storedWei: unknown; seal: string } | undefined
}

/** The facts of a version that is to be published. */
interface PublishedFacts {
  fileHash: string
  root: string
  addressCount: number
  /** The rows with an amount. Left out, all rows are counted, which takes a moment for each thousand. */
  payableCount?: number
  totalWei: Wei
  nowMs: number
  seal: string
  /** The version that it replaces, null for none: nothing is written where another is in force. Left out, it replaces any. */
  replaces?: number | null
  /** The seal of the replaced version from then on; without one it can not be restored. */
  replacedSeal?: string
  unseenWarnings?: Snapshot['unseenWarnings']
  /** Nothing is written where a claim, queued or sent, is for more than the version gives. */
  keepsClaims?: boolean
  /** The kept file that it is of: it goes with the commit, and nothing is written where it was dropped before. */
  uploadId?: string
  action?: NewOperatorAction
}

export type PublishOutcome = 'published' | 'replaced_meanwhile' | 'below_claims' | 'upload_dropped'

/** A staged version is not there any more: another server discarded it, since its import had no recent heartbeat. */
export class SnapshotGoneError extends Error {
  override name = 'SnapshotGoneError'
}

/** Of the advisory lock under which lists are published. */
const PUBLISH_LOCK = sql.lit(7_026_301)

/** How long an import that gives no sign of life is believed to live. */
const GIVEN_UP_AFTER_MS = 60_000

export function createSnapshotStore({ db, dialect }: Database, observe: Observe) {
  const nowMs = databaseNow(dialect)
  const releasePages = createListPageRelease({ db, dialect })

  /** The version goes first, and only where it is staged: from then on nobody publishes it, and its rows can go one by one. */
  const discard = async (snapshotId: number, heardBeforeMs?: number): Promise<void> => {
    const discarded = await db
      .deleteFrom('snapshot')
      .where('id', '=', snapshotId)
      .where('state', '=', 'staging')
      .$if(heardBeforeMs !== undefined, (query) => query.where('heartbeatAtMs', '=', heardBeforeMs ?? 0))
      .executeTakeFirst()
    if (discarded.numDeletedRows === 1n) await deleteListRows(db, snapshotId)
  }

  /** Throws SnapshotGoneError when the version is not staged any more. */
  async function beat(to: Kysely<Schema>, snapshotId: number, addedRows = 0): Promise<void> {
    const beaten = await to
      .updateTable('snapshot')
      .set(({ eb }) => ({ heartbeatAtMs: nowMs, addressCount: eb('addressCount', '+', addedRows) }))
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

  const findInForce = preparedQuery(db, inForce)

  /** The rows of the version in force, of addresses that are in it. */
  const rowsInForce = preparedQuery(db, (addresses) =>
    db
      .selectFrom('snapshot')
      .leftJoin('allocation', (join) =>
        join
          .onRef('allocation.snapshotId', '=', 'snapshot.id')
          .on(inArray(dialect, 'allocation.evm_address', addresses)),
      )
      .select([
        'snapshot.id',
        'allocation.evmAddress',
        'allocation.amountWei as storedWei',
        'allocation.seal',
      ])
      .where('snapshot.state', '=', 'published'),
  )

  /** The version and its rows are of one moment: where another was published in between, both are read again. */
  async function findAllocations(
    addresses: readonly EvmAddress[],
  ): Promise<(StoredAllocation | undefined)[]> {
    for (;;) {
      const [[found], rows] = await Promise.all([findInForce(), rowsInForce(textsFor(dialect, addresses))])
      if (found?.id !== rows[0]?.id) continue
      if (!found) return addresses.map(() => undefined)
      const snapshot = withFlag(found)
      const byAddress = new Map(rows.map((row) => [row.evmAddress, row]))
      return addresses.map((address) => {
        const { storedWei, seal = null } = byAddress.get(address) ?? {}
        return { snapshot, row: seal === null ? undefined : { storedWei, seal } }
      })
    }
  }

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

    /** Notes how many rows of its file have been read so far, and that its import is alive. */
    async noteRowsRead(snapshotId: number, rowsRead: number): Promise<void> {
      await inStagingTransaction({ db, dialect }, (tx) =>
        tx
          .updateTable('snapshot')
          .set({ heartbeatAtMs: nowMs, rowsRead })
          .where('id', '=', snapshotId)
          .where('state', '=', 'staging')
          // Of two at once the later one may come first.
          .where('rowsRead', '<', rowsRead)
          .execute(),
      )
    },

    /**
     * Adds rows to a staged version, and returns their digest. A million go in most quickly in ascending order of their addresses. Throws
     * SnapshotGoneError.
     */
    async addRows(snapshotId: number, rows: readonly StagedAllocation[]): Promise<string> {
      const text = textOfRows(rows)
      if (rows.length === 0) return digestOfText(text)
      await inStagingTransaction({ db, dialect }, async (tx) => {
        // Holds the version's row: none is discarded while rows come in.
        await beat(tx, snapshotId, rows.length)
        await insertRows(tx, dialect, snapshotId, text)
      })
      await releasePages()
      return digestOfText(text)
    },

    /**
     * Makes a staged version the one in force, and keeps the one before it under a seal of another kind: as it is nobody who can
     * write to the database puts that one back in force. Tells why nothing was written. Throws SnapshotGoneError when it is not
     * staged any more, or does not hold as many rows as it says.
     */
    async publish(snapshotId: number, facts: PublishedFacts): Promise<PublishOutcome> {
      const outcome = await inLongTransaction({ db, dialect }, async (tx) => {
        // Of two at once the second sees the first one's. On SQLite a write at the beginning does the same.
        if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${PUBLISH_LOCK})`.execute(tx)
        await beat(tx, snapshotId)
        if (facts.replaces !== undefined && (await publishedId(tx)) !== facts.replaces)
          return 'replaced_meanwhile'
        const payableCount = facts.payableCount ?? (await countPayable(tx, snapshotId, facts.addressCount))
        // No claim comes in between the count of those that the list names and the commit. SQLite has one writer anyway.
        if (dialect === 'postgres') await sql`lock table claim in share row exclusive mode`.execute(tx)
        if (facts.keepsClaims && (await isBelowClaims(tx, snapshotId))) return 'below_claims'
        if (facts.uploadId !== undefined && !(await takeUpload(tx, facts.uploadId))) return 'upload_dropped'
        await tx
          .updateTable('snapshot')
          .set({ state: 'superseded', seal: facts.replacedSeal ?? '' })
          .where('state', '=', 'published')
          .execute()
        await tx
          .updateTable('snapshot')
          .set({
            state: 'published',
            payableCount,
            fileHash: facts.fileHash,
            root: facts.root,
            addressCount: facts.addressCount,
            totalWei: facts.totalWei,
            publishedAtMs: facts.nowMs,
            seal: facts.seal,
            unseenWarnings: facts.unseenWarnings ? JSON.stringify(facts.unseenWarnings) : null,
          })
          .where('id', '=', snapshotId)
          .execute()
        await recountListed(tx, snapshotId)
        if (facts.action) await recordAction(tx, facts.action)
        return 'published'
      })
      // What is left of it is removed by a later upload.
      if (outcome === 'published' && facts.uploadId !== undefined)
        await removeUploadChunks(db, facts.uploadId).catch(() => {})
      if (outcome === 'published') {
        const { addressCount: addresses, fileHash } = facts
        observe({ event: 'list_published', snapshotId, addresses, fileHash })
      }
      return outcome
    },

    discard: (snapshotId: number): Promise<void> => discard(snapshotId),

    /** The import that was begun last and is alive, with its rows that were read and stored so far. */
    async underWay(): Promise<{ fileName: string; rowsRead: number; rows: number } | undefined> {
      return await db
        .selectFrom('snapshot')
        .select(['fileName', 'rowsRead', 'addressCount as rows'])
        .where('state', '=', 'staging')
        .where('heartbeatAtMs', '>=', sql<number>`${nowMs} - ${sql.lit(GIVEN_UP_AFTER_MS)}`)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    /** Clears what imports left behind that have not been heard of for long: their processes died in the middle of them. */
    async discardUnfinished(): Promise<void> {
      const rows = await db
        .selectFrom('snapshot')
        .select(['id', 'heartbeatAtMs'])
        .where('state', '=', 'staging')
        .where('heartbeatAtMs', '<', sql<number>`${nowMs} - ${sql.lit(GIVEN_UP_AFTER_MS)}`)
        .execute()
      for (const { id, heartbeatAtMs } of rows) await discard(id, heartbeatAtMs)
      for (const id of await versionsOfLostRows(db)) await deleteListRows(db, id)
    },

    /** The version in force, or undefined before the first. */
    async current(): Promise<SnapshotInForce | undefined> {
      const row = await inForce().executeTakeFirst()
      return row && withFlag(row)
    },

    /**
     * What earlier versions gave an address, the newest first, without those that it was not in. Their seals
     * are not looked at: nothing may be decided by them.
     */
    earlierAllocations(address: EvmAddress): Promise<{ fileHash: string | null; amountWei: Wei }[]> {
      return db
        .selectFrom('snapshot')
        .innerJoin('allocation', 'allocation.snapshotId', 'snapshot.id')
        .select(['snapshot.fileHash', 'allocation.amountWei'])
        .where('snapshot.state', '=', 'superseded')
        .where('allocation.evmAddress', '=', address)
        .orderBy('snapshot.publishedAtMs', 'desc')
        .orderBy('snapshot.id', 'desc')
        .execute()
    },

    /** What the version in force gives an address; undefined when there is no version yet. */
    findAllocation: batchedLookup(findAllocations),
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

/** False where somebody dropped it: who did was told that it is not published. */
async function takeUpload(tx: Kysely<Schema>, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('list_upload').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Counts the rows with an amount. Throws SnapshotGoneError where there are not as many rows as expected. */
async function countPayable(tx: Kysely<Schema>, snapshotId: number, expected: number): Promise<number> {
  const { rows, payable } = await tx
    .selectFrom('allocation')
    .select(({ fn }) => [
      fn.countAll<number>().as('rows'),
      fn.countAll<number>().filterWhere('amountWei', '!=', NO_WEI).as('payable'),
    ])
    .where('snapshotId', '=', snapshotId)
    .executeTakeFirstOrThrow()
  if (rows !== expected) {
    throw new SnapshotGoneError(`Snapshot ${snapshotId} holds ${rows} rows instead of ${expected}`)
  }
  return payable
}

function withFlag({ hasNewer, ...row }: Snapshot & { hasNewer: SqlBool }): SnapshotInForce {
  return { ...row, hasNewer: Boolean(hasNewer) }
}
