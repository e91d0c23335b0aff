import { expect, test } from 'vitest'
import type { Claim } from '#domain/claim.ts'
import { CLAIM_REJECTED } from '#domain/payment.ts'
import { RUN_PAYMENT_STATES, type RunPaymentState, TRANSFER_STATES } from '#domain/payout-states.ts'
import type { Run } from '#domain/run.ts'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import type { Database } from '#store/database/database.ts'
import { openDatabase } from '#store/database/open-database.ts'
import type { Store } from '#store/store.ts'
import { describeEachStore, runAtOnce } from '../../../test/harness/each-store.ts'
import {
  GENESIS,
  sampleAttempt,
  sampleClaim,
  sampleEntry,
  samplePayment,
  sampleRun,
  sampleTransfer,
} from '../../../test/harness/sample-rows.ts'
import {
  actionOf,
  beginListed,
  insertClaims,
  openServers,
  sampleDistribution,
  signPayments,
} from '../../../test/harness/store-bed.ts'
import type { DistributionStart } from './distributions.ts'
import { JournalConflictError } from './journal.ts'

/** Begins a run over a distribution with its list, whatever was paid before. */
async function beginDistribution(store: Store, run: DistributionStart['run']): Promise<Run> {
  const outcome = await store.distributions.begin({ run, decide: () => ({ kind: 'pay', action: null }) })
  if (outcome.kind !== 'begun') throw new Error(outcome.kind)
  return outcome.run
}

const STEPS = 60

const action = (subject: string) => actionOf('mark_sent', subject)

/** Counts the results of every run from all rows, and reads them from the store. */
async function bothCounts({ db }: Database, { runs }: Store) {
  const [runRows, transfers, attempts, links, failures] = await Promise.all([
    db.selectFrom('run').selectAll().execute(),
    db.selectFrom('transfer').selectAll().execute(),
    db.selectFrom('attempt').selectAll().execute(),
    db.selectFrom('attempt_transfer').selectAll().execute(),
    db.selectFrom('transfer_failure').selectAll().execute(),
  ])
  const recounted = runRows.map(({ id }) => {
    const list = transfers.filter(({ runId }) => runId === id)
    const own = attempts.filter(({ runId }) => runId === id)
    const paid = own.filter(({ state }) => state === 'paid')
    const landed = own.filter(({ state }) => state === 'paid' || state === 'failed')
    const carried = (state: string) =>
      links.filter(({ attemptId }) => own.some((row) => row.id === attemptId && row.state === state)).length
    return {
      id,
      counts: Object.fromEntries(
        TRANSFER_STATES.map((state) => [state, list.filter((row) => row.state === state).length]),
      ),
      outcome: {
        paid: carried('paid'),
        held: list.filter((row) => row.state === 'hold').length,
        failed: failures.filter(({ runId }) => runId === id).length,
        open: list.filter((row) => row.state === 'queued' || row.state === 'in_flight').length,
      },
      cost: {
        feeLamports: landed.reduce((sum, { feeLamports }) => sum + feeLamports, 0n),
        rentLamports: paid.reduce((sum, { rentLamports }) => sum + BigInt(rentLamports), 0n),
        transactions: landed.length,
      },
    }
  })
  const tallied = await Promise.all(
    runRows.map(async ({ id }) => ({
      id,
      counts: await runs.transferCounts(id),
      outcome: await runs.outcome(id),
      cost: await runs.cost(id),
    })),
  )
  return { tallied, recounted }
}

/** The beginnings and ends of stretches of time, of hours and within them. */
const TIMES = [null, 0, 1_000_000, 3_600_000, 5_000_000, 7_200_000, 7_200_001]

/** Counts and sums the payments of stretches of time from all rows, and reads them from the store. */
async function bothLedgers({ db }: Database, { ledger }: Store) {
  const transfers = await db.selectFrom('transfer').selectAll().where('state', '=', 'paid').execute()
  const windows = TIMES.flatMap((fromMs) => TIMES.map((toMs) => ({ fromMs, toMs })))
  const recounted = windows.map(({ fromMs, toMs }) => {
    const paid = transfers.filter(
      ({ settledAtMs }) =>
        settledAtMs !== null && settledAtMs >= (fromMs ?? 0) && settledAtMs < (toMs ?? Infinity),
    )
    return [paid.length, paid.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n)]
  })
  const tallied = await Promise.all(
    windows.map(async (window) => {
      const [total] = await ledger.totals(window)
      const unproved = total?.unproved ?? { payments: 0, baseUnits: 0n }
      return [(total?.payments ?? 0) + unproved.payments, (total?.baseUnits ?? 0n) + unproved.baseUnits]
    }),
  )
  return { tallied, recounted }
}

/** Tells what became of a run's payments from all rows, and reads them from the store: page by page, of each state and of all. */
async function bothPayments({ db }: Database, { runPayments, runs }: Store) {
  const [runRows, transfers, links, failures] = await Promise.all([
    db.selectFrom('run').selectAll().execute(),
    db.selectFrom('transfer').selectAll().orderBy('id').execute(),
    db
      .selectFrom('attempt_transfer')
      .innerJoin('attempt', 'attempt.id', 'attemptId')
      .select(['transferId', 'attempt.runId', 'attempt.state'])
      .execute(),
    db.selectFrom('transfer_failure').selectAll().execute(),
  ])
  const recounted = runRows.map(({ id: runId }) =>
    transfers.flatMap((transfer): [number, RunPaymentState][] => {
      const own = links.filter((link) => link.transferId === transfer.id && link.runId === runId)
      const failure = failures.find((row) => row.transferId === transfer.id && row.runId === runId)
      const isListed = transfer.runId === runId
      if (own.some(({ state }) => state === 'paid')) return [[transfer.id, 'paid']]
      if (isListed && ['in_flight', 'hold'].includes(transfer.state)) return [[transfer.id, transfer.state]]
      if (failure || (isListed && transfer.state === 'failed')) {
        const reason = failure?.reason ?? transfer.failure
        return [[transfer.id, reason === CLAIM_REJECTED ? 'rejected' : 'failed']]
      }
      return isListed && transfer.state !== 'paid' ? [[transfer.id, transfer.state]] : []
    }),
  )
  const read = await Promise.all(
    runRows.map(async ({ id }) => {
      const lists = await Promise.all(
        [undefined, ...RUN_PAYMENT_STATES].map(async (state) => {
          const all: [number, RunPaymentState][] = []
          for (;;) {
            const page = await runPayments.page(id, { limit: 7, afterId: all.at(-1)?.[0], state })
            all.push(...page.map((row): [number, RunPaymentState] => [row.id, row.outcome]))
            if (page.length < 7) return all
          }
        }),
      )
      const [all = [], ...byState] = lists
      expect(byState.flat().sort(([a], [b]) => a - b)).toEqual(all)
      const { paid, failed, held, open } = await runs.outcome(id)
      const apart = all.filter(([, outcome]) => outcome === 'rejected' || outcome === 'left_out').length
      expect(all).toHaveLength(paid + failed + held + open + apart)
      return all
    }),
  )
  const ofOneRun = read
    .flat()
    .flatMap(([id, outcome]) => (outcome === 'failed' || outcome === 'rejected' ? [] : id))
  expect(ofOneRun).toHaveLength(new Set(ofOneRun).size)
  return { read, recounted }
}

/** Begins a run over claims or a distribution, in place of the unfinished one. */
async function beginRun(store: Store, random: SeededRandom, distribution: string): Promise<Run> {
  for (const { id } of await store.runs.unfinished()) await store.runs.finish(id, 'stopped', null, 1)
  const distributionId = random.chance(0.3) ? distribution : null
  const planned = sampleRun({ distributionId })
  const state = () => (random.chance(0.2) ? 'failed' : 'queued')
  const scope = {
    claimIds: null,
    acceptedBy: null,
    judged: null,
    transferOf: (claim: Claim, { id: runId }: Run) => sampleTransfer(claim, { runId, state: state() }),
  }
  const run =
    distributionId === null
      ? await store.runs.create(planned, scope)
      : await beginDistribution(store, { ...planned, distributionId })
  if (!run) throw new Error('a run is under way')
  return run
}

/** Changes one payment at random, as a run or an operator does. */
async function step(store: Store, random: SeededRandom, run: Run): Promise<void> {
  const { journal, claimDecisions } = store
  const queuedTransfers = await journal.nextTransfers(run.id, random.between(1, 4))
  const unresolved = await journal.unresolved(GENESIS)
  const attempt = unresolved.length > 0 ? random.pick(unresolved) : null
  const end = { slot: 1, nowMs: random.between(0, 9) * 1_000_000 }
  const queued = await store.claims.list({ limit: 100, sort: 'oldest', status: 'queued' })
  const claim = queued.length > 0 ? random.pick(queued) : null
  const things: (() => Promise<unknown>)[] = [
    () => Promise.all(queuedTransfers.map((each) => journal.failUnsent(each, 'no account', 1))),
    () => Promise.all(queuedTransfers.map((each) => journal.holdUnverified(each, 'not as signed'))),
  ]
  const sign = () => {
    const terms = { feeLamports: BigInt(random.between(1, 9)), rentLamports: 2039280n }
    return signPayments(store, run, queuedTransfers, terms)
  }
  things.push(sign, sign, sign, sign)
  if (attempt !== null) {
    const failure = { reason: 'refused', isSendersFault: random.chance(0.5) }
    things.push(
      () => journal.mark([attempt.id], random.pick(['broadcast', 'confirmed']), null),
      () => journal.hold(attempt.id, 'unknown', 1),
      () => journal.settlePaid([{ attempt, slot: end.slot }], end.nowMs),
      () => journal.settleFailed(attempt, failure, end),
      () => journal.settleExpired(attempt, 'proved', 1),
      () => journal.settleHeld(attempt, { kind: 'paid', slot: 1 }, action(attempt.id)),
      () => journal.settleHeld(attempt, { kind: 'expired', evidence: 'proved' }, action(attempt.id)),
    )
  }
  if (claim !== null) {
    const { id } = claim
    things.push(() => claimDecisions.markSent(id, samplePayment(claim, `tx-${id}`), action(id)))
    things.push(() => claimDecisions.reject(id, 'no', action(id)))
  }
  // Only attempts on hold are settled manually.
  await random
    .pick(things)()
    .catch((error: unknown) => {
      if (!(error instanceof JournalConflictError)) throw error
    })
}

/** Writes rows in ways that no part of Ferry does. */
async function writeAnything({ db }: Database, random: SeededRandom): Promise<void> {
  const ids = async (table: 'run' | 'transfer') =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => id)
  const attempts = (await db.selectFrom('attempt').select('id').execute()).map(({ id }) => id)
  const [runIds, transferIds] = [await ids('run'), await ids('transfer')]
  const runId = random.pick(runIds)
  const one = random.pick(transferIds)
  const some = transferIds.filter(() => random.chance(0.3))
  const loose = { ...sampleTransfer(sampleClaim()), claimId: null, runId }
  const things: (() => Promise<unknown>)[] = [
    () => db.updateTable('transfer').set({ runId }).where('id', 'in', some).execute(),
    () => db.updateTable('transfer').set({ runId: null }).where('id', '=', one).execute(),
    () =>
      db
        .updateTable('transfer')
        .set({ state: random.pick(TRANSFER_STATES) })
        .execute(),
    () => db.insertInto('transfer').values([loose, loose]).execute(),
    () =>
      db
        .deleteFrom('transfer')
        .where('claimId', 'is', null)
        .where('runId', '=', runId)
        .where('id', 'not in', db.selectFrom('attempt_transfer').select('transferId'))
        .where('id', 'not in', db.selectFrom('transfer_failure').select('transferId'))
        .execute(),
  ]
  if (attempts.length > 0) {
    const id = random.pick(attempts)
    const state = random.pick(['paid', 'hold', 'failed', 'expired', 'broadcast'] as const)
    const written = sampleAttempt(runId, 1, { state })
    things.push(
      () => db.updateTable('attempt').set({ state }).execute(),
      () => db.updateTable('attempt').set({ runId, feeLamports: 77n }).where('id', '=', id).execute(),
      async () => {
        await db.insertInto('attempt').values(written).execute()
        const links = some.map((transferId, position) => ({
          attemptId: written.id,
          transferId,
          position,
          inFlight: 0,
          runId,
        }))
        if (links.length > 0) await db.insertInto('attempt_transfer').values(links).execute()
      },
    )
  }
  await random.pick(things)()
}

describeEachStore('the results of a run', (context) => {
  test.each([1, 2, 3])(
    'agree with its rows through random changes (%i)',
    { timeout: 120_000 },
    async (seed) => {
      const { store } = context
      const random = seededRandom(seed)
      const database = await openDatabase(context.location)
      await insertClaims(store, ...Array.from({ length: 40 }, () => ({})))
      await store.distributions.add(
        sampleDistribution({ id: 'distribution', rowCount: 20, totalBaseUnits: 20n }),
        Array.from({ length: 20 }, (_, n) => sampleEntry(n, { recipient: `row-${n}` })),
      )
      const agree = async () => {
        const { tallied, recounted } = await bothCounts(database, store)
        expect(tallied).toEqual(recounted)
        return tallied
      }
      const ledgersAgree = async () => {
        const { tallied, recounted } = await bothLedgers(database, store)
        expect(tallied).toEqual(recounted)
      }
      const paymentsAgree = async () => {
        const { read, recounted } = await bothPayments(database, store)
        expect(read).toEqual(recounted)
      }
      let run = await beginRun(store, random, 'distribution')
      for (let n = 0; n < STEPS; n += 1) {
        if (random.chance(0.1)) run = await beginRun(store, random, 'distribution')
        else await step(store, random, run)
        await agree()
        if (n % 6 === 5) await Promise.all([ledgersAgree(), paymentsAgree()])
      }
      const tallied = await agree()
      // Not vacuous: each kind of result occurs.
      expect(tallied.reduce((sum, { outcome }) => sum + outcome.paid, 0)).toBeGreaterThan(0)
      expect(tallied.reduce((sum, { outcome }) => sum + outcome.failed, 0)).toBeGreaterThan(0)
      expect(tallied.reduce((sum, { cost }) => sum + cost.transactions, 0)).toBeGreaterThan(0)

      for (let n = 0; n < STEPS / 2; n += 1) {
        await writeAnything(database, random)
        await agree()
        if (n % 6 === 5) await ledgersAgree()
      }
      await database.close()
    },
  )

  test('show its pace: the middle of what lay between its batches, whatever one of them waited for', async () => {
    const { runs } = context.store
    const { run } = await beginListed(context.store, 1)
    const paceOf = () => runs.latestPace(run.walletAddress, run.genesisHash)
    const database = await openDatabase(context.location)
    for (const journaledAtMs of [1_000, 1_000, 3_000, 123_000, 125_500, 128_000])
      await database.db
        .insertInto('attempt')
        .values(sampleAttempt(run.id, 1, { journaledAtMs, state: 'paid' }))
        .execute()
    expect(await paceOf()).toBeUndefined()
    await database.db.updateTable('run').set({ state: 'completed', batchCount: 5, delayMs: 1_500 }).execute()
    expect(await paceOf()).toEqual({ delayMs: 1_500, betweenBatchesMs: 2_500 })
    await database.db.updateTable('run').set({ canary: 1 }).execute()
    expect(await paceOf()).toBeUndefined()
    await database.close()
  })

  test('do not drift under writers at once', { timeout: 60_000 }, async () => {
    await using servers = await openServers(context)
    const { run, claims } = await beginListed(context.store, 100)
    await runAtOnce(claims, async ({ id }, n) => {
      if (n % 4 > 0) await servers.of(n).claimDecisions.reject(id, 'no', action(id))
    })
    expect(await context.store.runs.transferCounts(run.id)).toMatchObject({ queued: 25, failed: 75 })
  })
})
