import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

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
export async function removeLostUploadChunks(db: Kysely<Schema>): Promise<void> {
  const lost = await db
    .selectFrom('list_upload_chunk')
    .select('uploadId')
    .distinct()
    .where('uploadId', 'not in', (query) => query.selectFrom('list_upload').select('id'))
    .execute()
  for (const { uploadId } of lost) await removeUploadChunks(db, uploadId)
}
