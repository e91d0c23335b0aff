import type { Kysely } from 'kysely'
import { actingOperator } from '#domain/acting-operator.ts'
import { CHAIN_BEGIN, type ChainedAction, hashAction } from '#domain/action-chain.ts'
import type { Database } from './database/database.ts'
import type { NewOperatorAction, OperatorAction, RecordedAction, Schema } from './database/schema.ts'

const NO_DECISIONS: readonly OperatorAction[] = [
  'sign_in',
  'sign_in_unknown_browser',
  'end_session',
  'end_all_sessions',
  'configure_sender',
  'upload_distribution',
  'start_run',
  'stop_run',
  'reach_cap',
]

const HEAD = 1
const EMPTY = { hash: CHAIN_BEGIN, toldId: 0 }

/** Keeps the record of what operators did. */
export function createOperatorActionStore({ db }: Database) {
  return {
    record: (action: NewOperatorAction): Promise<void> =>
      db.transaction().execute((tx) => recordAction(tx, action)),

    /** Newest first. */
    list(limit: number, beforeId?: number): Promise<RecordedAction[]> {
      return db
        .selectFrom('operator_action')
        .selectAll()
        .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? 0))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
    },

    /** Those alone that the panel does not tell of otherwise, newest first. */
    decisions(limit: number): Promise<RecordedAction[]> {
      return db
        .selectFrom('operator_action')
        .selectAll()
        .where('action', 'not in', NO_DECISIONS)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
    },

    /** Oldest first, from the one after `afterId` on. */
    after(afterId: number, limit: number): Promise<RecordedAction[]> {
      return db
        .selectFrom('operator_action')
        .selectAll()
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute()
    },

    /** Those of some actions since a time, oldest first, from the one after `afterId` on. */
    news(
      afterId: number,
      { sinceMs, of, limit }: { sinceMs: number; of: readonly OperatorAction[]; limit: number },
    ): Promise<RecordedAction[]> {
      return db
        .selectFrom('operator_action')
        .selectAll()
        .where('id', '>', afterId)
        .where('atMs', '>', sinceMs)
        .where('action', 'in', of)
        .orderBy('id')
        .limit(limit)
        .execute()
    },

    /** Returns the hash of the newest entry, and the id of the newest that was told. */
    async head(): Promise<{ hash: string; toldId: number }> {
      const head = await db
        .selectFrom('action_head')
        .select(['hash', 'toldId'])
        .where('id', '=', HEAD)
        .executeTakeFirst()
      return head ?? EMPTY
    },

    async noteTold(toldId: number): Promise<void> {
      await db.updateTable('action_head').set({ toldId }).where('id', '=', HEAD).execute()
    },
  }
}

/** Records an action, with who asks for it, in the commit that carries it out: best last, for the next one waits for that commit. */
export async function recordAction(tx: Kysely<Schema>, action: NewOperatorAction): Promise<void> {
  const { session = null, person = null } = actingOperator() ?? {}
  // A write, not a read: of two servers the second waits, and follows the entry of the first.
  const { hash: previous } = await tx
    .insertInto('action_head')
    .values({ id: HEAD, ...EMPTY })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({ hash: ref('action_head.hash') })),
    )
    .returning('hash')
    .executeTakeFirstOrThrow()
  const entry = { ...action, session, person, previous }
  const hash = hashAction(previous, describeAction({ ...entry, hash: '' }))
  await tx
    .insertInto('operator_action')
    .values({ ...entry, hash })
    .execute()
  await tx.updateTable('action_head').set({ hash }).where('id', '=', HEAD).execute()
}

/** Returns an entry as it is shown, exported and hashed. */
export function describeAction({
  atMs,
  session,
  person,
  action,
  subject,
  detail,
  previous,
  hash,
}: Omit<RecordedAction, 'id'>): ChainedAction {
  return { at: Math.floor(atMs / 1000), session, action, facts: { subject, detail, person }, previous, hash }
}
