import type { Kysely } from 'kysely'
import { CHAIN_BEGIN, hashAction } from '#domain/action-chain.ts'
import type { Dialect } from '#store/database/database.ts'
import { up as initialSchema } from './001-initial-schema.ts'
import { tallyPaymentsByToken } from './payment-tally.ts'

export type Migrations = Readonly<Record<string, (db: Kysely<unknown>, dialect: Dialect) => Promise<void>>>

export const FIRST_MIGRATION = '001-initial-schema'

/** In their order. One that is released is never edited again: a store knows it by the digest of its statements. */
export const MIGRATIONS: Migrations = {
  [FIRST_MIGRATION]: initialSchema,
  '002-receipt-keys': addReceiptKeys,
  '003-unseen-warnings': addUnseenWarnings,
  '004-paid-from': addPaidFrom,
  '005-who-acted': addWhoActed,
  '006-passkeys': addPasskeys,
  '007-payments-by-token': tallyPaymentsByToken,
}

/** The keys that receipts were signed with, in the order of their use. */
async function addReceiptKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('receipt_key')
    .addColumn('place', 'integer', (c) => c.primaryKey())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('from_ms', 'bigint', (c) => c.notNull())
    .addColumn('signed_by_previous', 'text')
    .addColumn('confirms_previous', 'text')
    .execute()
}

/** What nobody was asked about a holder list that was loaded at a start, as JSON. */
async function addUnseenWarnings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('snapshot').addColumn('unseen_warnings', 'text').execute()
}

/** The token account of somebody else that a sender, and a run, pays from, and its owner; null where it is the wallet's own. */
async function addPaidFrom(db: Kysely<unknown>): Promise<void> {
  for (const table of ['sender', 'run']) {
    for (const column of ['source_owner', 'source_token_account']) {
      await db.schema.alterTable(table).addColumn(column, 'text').execute()
    }
  }
}

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
async function addWhoActed(db: Kysely<unknown>): Promise<void> {
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

/** The passkeys that money asks for, and who uploaded or published what. */
async function addPasskeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkey')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('rp_id', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at_ms', 'bigint')
    .addColumn('answered_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('seal', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('maker')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('seal', 'text', (c) => c.notNull())
    .execute()
}
