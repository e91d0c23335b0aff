import { CompiledQuery, type RootOperationNode } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#store/database/open-database.ts'
import { UNSEALED } from '#store/store.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import { sampleAttempt } from '../../../test/harness/sample-rows.ts'
import { beginListed, openBeside, signPayments } from '../../../test/harness/store-bed.ts'
import { createAttemptReader } from './attempt-reader.ts'
import { JournalConflictError } from './journal.ts'

describeEachStore('the end of an attempt', (context) => {
  /** Journals the payments of new claims in one transaction. */
  async function journaled(count: number, attempt: Parameters<typeof sampleAttempt>[2] = {}) {
    const { run } = await beginListed(context.store, count)
    const transfers = await context.store.journal.nextTransfers(run.id, count)
    return { run, attempt: await signPayments(context.store, run, transfers, attempt), transfers }
  }

  const write = async (change: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<unknown>) => {
    await using beside = await openBeside(context)
    await change(beside.db)
  }
  const listed = async () => context.store.claims.list({ limit: 9, sort: 'oldest' })

  test('a claim that was rejected in between stays rejected, and its payment is recorded all the same', async () => {
    const { run, attempt } = await journaled(2)
    const [rejected] = await listed()
    await write((db) =>
      db
        .updateTable('claim')
        .set({ status: 'rejected', rejectReason: 'no' })
        .where('id', '=', rejected?.id ?? '')
        .execute(),
    )
    await context.store.journal.settlePaid([{ attempt, slot: 7 }], 9)
    expect((await listed()).map(({ status, solTx }) => [status, solTx])).toEqual([
      ['rejected', null],
      ['sent', attempt.signature],
    ])
    expect(await context.store.runs.transferCounts(run.id)).toMatchObject({ paid: 2 })
  })

  test('of attempts that are settled together, none is when one has ended already', async () => {
    const { run, attempt } = await journaled(1)
    const { journal, runs } = context.store
    const settled = { ...attempt, id: 'settled' }
    const both = [attempt, settled].map((each) => ({ attempt: each, slot: 7 }))
    await expect(journal.settlePaid(both, 9)).rejects.toThrow(JournalConflictError)
    expect(await runs.transferCounts(run.id)).toMatchObject({ paid: 0, in_flight: 1 })

    await journal.settlePaid([{ attempt, slot: 7 }], 9)
    expect(await runs.transferCounts(run.id)).toMatchObject({ paid: 1, in_flight: 0 })
  })

  test('an attempt ends once, and later observations change nothing', async () => {
    const { run, attempt } = await journaled(1)
    const { journal, runs } = context.store
    await journal.settlePaid([{ attempt, slot: 7 }], 9)
    for (const again of [
      () => journal.settlePaid([{ attempt, slot: 8 }], 10),
      () => journal.settleFailed(attempt, failure('late'), { slot: 8, nowMs: 10 }),
      () => journal.settleExpired(attempt, 'late', 10),
    ]) {
      await expect(again()).rejects.toThrow(JournalConflictError)
    }
    await journal.hold(attempt.id, 'late', 10)
    await journal.mark([attempt.id], 'broadcast', 'late')
    expect(await runs.transferCounts(run.id)).toMatchObject({
      paid: 1,
      queued: 0,
      in_flight: 0,
      hold: 0,
      failed: 0,
    })
    expect(await journal.unresolved(attempt.genesisHash)).toEqual([])
  })

  test('the database itself lets no transfer be in two attempts that may land', async () => {
    const { attempt, transfers } = await journaled(1)
    const transferId = transfers[0]?.id ?? 0
    const second = sampleAttempt(attempt.runId, attempt.fence)
    const bind = (inFlight: number) =>
      write(async (db) => {
        const bound = { attemptId: second.id, transferId, position: 0, inFlight, runId: attempt.runId }
        await db.insertInto('attempt_transfer').values(bound).execute()
      })
    await write((db) => db.insertInto('attempt').values(second).execute())
    await expect(bind(1)).rejects.toThrow(/unique/i)
    await expect(bind(0)).resolves.toBeUndefined()
  })

  test('an attempt that carries a transfer no longer does not move it', async () => {
    const { run, attempt, transfers } = await journaled(1)
    const { journal, runs } = context.store
    await journal.settleExpired(attempt, 'proved', 2)
    const second = await signPayments(context.store, run, transfers)
    await journal.hold(attempt.id, 'late', 10)
    expect(await runs.transferCounts(run.id)).toMatchObject({ in_flight: 1, hold: 0 })
    expect(second.state).toBe('journaled')
  })

  test('failures are recorded under the run in which they happened', async () => {
    const { run, attempt } = await journaled(1)
    await context.store.journal.settleFailed(attempt, failure('frozen'), { slot: 7, nowMs: 9 })
    expect(await context.store.runs.outcome(run.id)).toEqual({ paid: 0, held: 0, failed: 1, open: 0 })
  })

  test('a run has cost the fees of all that landed, and the rent of what paid', async () => {
    const terms = { feeLamports: 5000n, rentLamports: 2039280n }
    const { runs, journal } = context.store
    const { run, attempt: failed, transfers } = await journaled(1, terms)
    expect(await runs.cost(run.id)).toEqual({ feeLamports: 0n, rentLamports: 0n, transactions: 0 })
    await journal.settleFailed(failed, failure('frozen'), { slot: 7, nowMs: 9 })
    expect(await runs.cost(run.id)).toEqual({ feeLamports: 5000n, rentLamports: 0n, transactions: 1 })

    await write((db) => db.updateTable('transfer').set({ state: 'queued' }).execute())
    const expired = await signPayments(context.store, run, transfers, terms)
    await journal.hold(expired.id, 'may have landed', 8)
    expect(await runs.cost(run.id)).toMatchObject({ feeLamports: 5000n, transactions: 1 })
    await journal.settleExpired(expired, 'proved', 9)
    expect(await runs.cost(run.id)).toMatchObject({ feeLamports: 5000n, transactions: 1 })
    const paid = await signPayments(context.store, run, transfers, { ...terms, feeLamports: 7000n })
    await journal.settlePaid([{ attempt: paid, slot: 9 }], 11)
    expect(await runs.cost(run.id)).toEqual({
      feeLamports: 12_000n,
      rentLamports: 2_039_280n,
      transactions: 2,
    })
  })
})

const failure = (reason: string) => ({ reason, isSendersFault: false })

test.each(['unresolved', 'isAnyInFlight'] as const)(
  '%s reads no settled attempt: it uses an index',
  async (name) => {
    const database = await openDatabase(':memory:')
    const asked: RootOperationNode[] = []
    const db = database.db.withPlugin({
      transformQuery({ node }) {
        asked.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await createAttemptReader({ ...database, db }, UNSEALED)[name]('genesis')
    const [query] = asked
    if (!query) throw new Error('Nothing was asked')
    const { sql, parameters } = database.db.getExecutor().compileQuery(query, { queryId: 'q' })
    const { rows } = await database.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
    expect(rows[0]?.detail).toContain('USING INDEX unresolved_attempt')
    await database.close()
  },
)
