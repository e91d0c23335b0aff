import type { AskedUpload } from '#domain/list-upload-seal.ts'
import type { Database } from './database.ts'
import { inLongTransaction } from './long-statements.ts'

/** So many bytes are kept in one row. */
const CHUNK_BYTES = 1024 ** 2

/** Keeps the files of holder lists that wait for a person's answer, and what was asked of each. */
export function createListUploadStore({ db, dialect }: Database) {
  const remove = (ids: readonly string[]): Promise<boolean> =>
    inLongTransaction({ db, dialect }, async (tx) => {
      if (ids.length === 0) return false
      const removed = await tx.deleteFrom('list_upload').where('id', 'in', ids).executeTakeFirst()
      await tx.deleteFrom('list_upload_chunk').where('uploadId', 'in', ids).execute()
      return removed.numDeletedRows > 0n
    })

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
      let seq = 0
      let waiting: Uint8Array[] = []
      let byteCount = 0
      const write = async () => {
        const chunk = Buffer.concat(waiting)
        waiting = []
        byteCount = 0
        await db.insertInto('list_upload_chunk').values({ uploadId, seq, bytes: chunk }).execute()
        seq += 1
      }
      for await (const slice of bytes) {
        // The source may use its buffer again.
        waiting.push(Uint8Array.from(slice))
        byteCount += slice.length
        if (byteCount >= CHUNK_BYTES) await write()
        yield slice
      }
      if (byteCount > 0) await write()
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
        yield row.bytes
      }
    },

    /** False where there is none. */
    remove: (id: string): Promise<boolean> => remove([id]),

    /** Removes those that were begun before. */
    async prune(beforeMs: number): Promise<void> {
      const rows = await db
        .selectFrom('list_upload')
        .select('id')
        .where('createdAtMs', '<', beforeMs)
        .execute()
      await remove(rows.map(({ id }) => id))
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
