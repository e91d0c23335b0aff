import type { Kysely } from 'kysely'
import { CHAIN_BEGIN, hashAction } from '#domain/action-chain.ts'

interface Before {
  operator_action: {
    id: number
    atMs: number
    action: string
    subject: string
    detail: string
    previous: string
    hash: string
  }
  action_head: { id: number; hash: string; toldId: number }
}

const ROWS_PER_PAGE = 1000

/** Who acted, and the hashes that chain the actions, those of before as they are found; and what a session was opened with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('admin_session').addColumn('browser', 'text').execute()
  for (const column of ['session', 'person']) {
    await db.schema.alterTable('operator_action').addColumn(column, 'text').execute()
  }
  for (const column of ['previous', 'hash']) {
    await db.schema
      .alterTable('operator_action')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  }
  await db.schema
    .createTable('action_head')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('told_id', 'bigint', (c) => c.notNull())
    .execute()
  await chain(db as Kysely<Before>)
}

async function chain(db: Kysely<Before>): Promise<void> {
  let [previous, lastId] = [CHAIN_BEGIN, 0]
  for (let isMore = true; isMore; ) {
    const page = await db
      .selectFrom('operator_action')
      .select(['id', 'atMs', 'action', 'subject', 'detail'])
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(ROWS_PER_PAGE)
      .execute()
    for (const { id, atMs, action, subject, detail } of page) {
      const facts = { subject, detail, person: null }
      const at = Math.floor(Number(atMs) / 1000)
      const hash = hashAction(previous, { at, session: null, action, facts })
      await db.updateTable('operator_action').set({ previous, hash }).where('id', '=', id).execute()
      ;[previous, lastId] = [hash, Number(id)]
    }
    isMore = page.length === ROWS_PER_PAGE
  }
  if (lastId > 0)
    await db.insertInto('action_head').values({ id: 1, hash: previous, toldId: lastId }).execute()
}
