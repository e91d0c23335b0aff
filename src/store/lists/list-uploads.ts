import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { AskedUpload } from '#domain/snapshot.ts'
import type { Database } from '#store/database/database.ts'
import type { Schema } from '#store/database/schema.ts'
import { inStagingTransaction } from '#store/database/transactions.ts'
import { createListPageRelease } from './list-rows.ts'

/** So many bytes are kept in one row: requests are answered between two. */
const CHUNK_BYTES = 256 * 1024

/** Keeps the files of holder lists that wait for a person's answer, and what was asked of each. */
export function createListUploadStore({ db, dialect }: Database) {
  const releasePages = createListPageRelease({ db, dialect })

  /** The files themselves go first: from then on nobody publishes them, and their bytes can go bit by bit. */
  const remove = async (ids: readonly string[]): Promise<boolean> => {
    if (ids.length === 0) return false
    const removed = await db.deleteFrom('list_upload').where('id', 'in', ids).executeTakeFirst()
    for (const id of ids) await removeUploadChunks(db, id)
    return removed.numDeletedRows > 0n
  }

  return {
    /** Begins to keep a file. */
    async begin(upload: AskedUpload, createdAtMs: number): Promise<void> {
      await db
        .insertInto('list_upload')
        .values({ ...upload, createdAtMs })
        .execute()
    },

    /** Yields a file's bytes as they are read, and keeps them. What was not read is not kept. */
    async *keep(uploadId: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
      // Used again for each row: a file's worth of buffers would wait for the collector.
      const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)
      let seq = 0
      let end = 0
      const write = async () => {
        const row = { uploadId, seq, bytes: chunk.subarray(0, end) }
        await inStagingTransaction({ db, dialect }, (tx) =>
          tx.insertInto('list_upload_chunk').values(row).execute(),
        )
        await releasePages()
        seq += 1
        end = 0
      }
      for await (const slice of bytes) {
        for (let start = 0; start < slice.length; ) {
          const part = slice.subarray(start, start + CHUNK_BYTES - end)
          chunk.set(part, end)
          end += part.length
          start += part.length
          if (end === CHUNK_BYTES) await write()
        }
        yield slice
      }
      if (end > 0) await write()
    },

    /** Notes what was asked of a kept file. */
    async ask({ id, ...asked }: AskedUpload): Promise<void> {
      await db.updateTable('list_upload').set(asked).where('id', '=', id).execute()
    },

    find(id: string): Promise<AskedUpload | undefined> {
      return db
        .selectFrom('list_upload')
        .select(['id', 'fileName', 'fileHash', 'baseSnapshotId', 'restoredId', 'asked'])
        .where('id', '=', id)
        .executeTakeFirst()
    },

    /** Reads a kept file. */
    async *bytes(uploadId: string): AsyncGenerator<Uint8Array, void, void> {
      for (let seq = 0; ; seq += 1) {
        const row = await db
          .selectFrom('list_upload_chunk')
          .select('bytes')
          .where('uploadId', '=', uploadId)
          .where('seq', '=', seq)
          .executeTakeFirst()
        if (!row) return
        await releasePages()
        yield row.bytes
      }
    },

    /** False where there is none. */
    remove: (id: string): Promise<boolean> => remove([id]),

    /** Removes those that were begun before, and what a crash has left of others. */
    async prune(beforeMs: number): Promise<void> {
      const rows = await db
        .selectFrom('list_upload')
        .select('id')
        .where('createdAtMs', '<', beforeMs)
        .execute()
      await remove(rows.map(({ id }) => id))
      await removeLostUploadChunks(db)
    },

    /** The choices that a person made for a file with these columns, as JSON. */
    async choicesFor(columns: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('list_choice')
        .select('choices')
        .where('columns', '=', columns)
        .executeTakeFirst()
      return row?.choices
    },

    async rememberChoices(columns: string, choices: string): Promise<void> {
      await db
        .insertInto('list_choice')
        .values({ columns, choices })
        .onConflict((conflict) => conflict.column('columns').doUpdateSet({ choices }))
        .execute()
    },
  }
}

/** So many are deleted in one commit: requests are answered in between. */
const CHUNKS_PER_COMMIT = 16

/** Deletes the bytes of a kept file that nobody can publish any more. */
export async function removeUploadChunks(db: Kysely<Schema>, uploadId: string): Promise<void> {
  for (;;) {
    const some = await db
      .selectFrom('list_upload_chunk')
      .select('seq')
      .where('uploadId', '=', uploadId)
      .orderBy('seq')
      .limit(CHUNKS_PER_COMMIT)
      .execute()
    const last = some.at(-1)
    if (!last) return
    await db
      .deleteFrom('list_upload_chunk')
      .where('uploadId', '=', uploadId)
      .where('seq', '<=', last.seq)
      .execute()
    await setImmediate()
  }
}

/** Deletes the bytes that a crash has left of files that are not kept any more. */
async function removeLostUploadChunks(db: Kysely<Schema>): Promise<void> {
  const lost = await db
    .selectFrom('list_upload_chunk')
    .select('uploadId')
    .distinct()
    .where('uploadId', 'not in', (query) => query.selectFrom('list_upload').select('id'))
    .execute()
  for (const { uploadId } of lost) await removeUploadChunks(db, uploadId)
}
