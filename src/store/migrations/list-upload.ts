import type { ColumnDataType, Kysely } from 'kysely'
import type { Dialect } from '#store/database/database.ts'

/** Makes the tables of the files that wait for a person's answer: any server may publish them. */
export async function createListUploads(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const blob: ColumnDataType = dialect === 'sqlite' ? 'blob' : 'bytea'
  await db.schema
    .createTable('list_upload')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('file_hash', 'text', (c) => c.notNull())
    .addColumn('base_snapshot_id', 'bigint')
    .addColumn('restored_id', 'bigint')
    .addColumn('asked', 'text', (c) => c.notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('list_upload_chunk')
    .addColumn('upload_id', 'text', (c) => c.notNull())
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('bytes', blob, (c) => c.notNull())
    .addPrimaryKeyConstraint('list_upload_chunk_key', ['upload_id', 'seq'])
    .execute()
  await db.schema
    .createTable('list_choice')
    .addColumn('columns', 'text', (c) => c.primaryKey())
    .addColumn('choices', 'text', (c) => c.notNull())
    .execute()
}
