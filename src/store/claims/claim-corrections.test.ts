import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { coolingOffCutoff } from '#domain/run-limits.ts'
import { claimScope, settleListed } from '#payout/fill-run.ts'
import type { Database } from '#store/database/database.ts'
import { openDatabase } from '#store/database/open-database.ts'
import type { NewClaim, NewTransfer } from '#store/database/schema.ts'
import { JournalConflictError, type PlannedTransfer } from '#store/payouts/journal.ts'
import type { Store } from '#store/store.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import {
  ALL_QUEUED,
  addressNamed,
  FREE_UNTIL_SIGNED,
  sampleAttempt,
  sampleClaim,
  samplePayment,
  sampleTransfer,
  signAnew,
} from '../../../test/harness/sample-rows.ts'
import {
  actionOf,
  beginRun,
  insertClaim,
  insertClaims,
  listPayments,
  openServers,
  signNext,
  signPayments,
  WALLET_KEY,
} from '../../../test/harness/store-bed.ts'
import { beginCorrection, keepUncorrected } from './claim-corrections.ts'

const OWED = 1_500_000_000n
const TOKEN = { ...WALLET_KEY, mintDecimals: 9 }
const ALL = { claims: true, rows: true }
const NOW = 7_000

/** A run keeps its list as it is, as with a cooling-off time. */
const KEEPS = { keepsListed: true }

const action = (subject: string) => actionOf('reject', subject, NOW)

const addClaim = ({ store }: StoreContext, change = {}) => insertClaim(store, change)

/** Begins a run that takes every queued claim. */
const beginListed = (store: Store) => beginRun(store, {}, ALL_QUEUED)

const claimOf = ({ store }: StoreContext, { id }: NewClaim) => store.claimDecisions.find(id)
const recordOf = ({ store }: StoreContext, { id }: NewClaim) => store.claimRecords.find({ id, snapshotId: 1 })

/** Puts a claim's payment on the list of a run that has ended, in that state. */
async function listInEndedRun({ store }: StoreContext, claim: NewClaim, change: Partial<NewTransfer>) {
  const run = await beginRun(store)
  await listPayments(store, run, [claim], change)
  await store.runs.finish(run.id, 'completed', null, 1)
  return run
}

describeEachStore('a correction', (context) => {
  /** Also sees that what was told of the claim before agrees with the outcome. */
  async function correct(claim: NewClaim, change = {}, terms = FREE_UNTIL_SIGNED) {
    const [recorded, journey] = await Promise.all([
      claimOf(context, claim),
      context.store.claimRecords.findJourney(claim.id, terms),
    ])
    const outcome = await context.store.claimCorrections.correct(signAnew(claim, change), NOW, terms)
    const isUnderWay = recorded?.status === 'sent' || (journey?.isTaken ?? false)
    expect(isUnderWay).toBe(outcome === 'claim_under_way')
    return outcome
  }

  test('replaces what the claim says, and keeps what it said before', async () => {
    const claim = await addClaim(context, { seal: 'first' })
    expect(await correct(claim, { amountWei: 70n, amountUA: '7', snapshotId: 2 })).toBe('done')
    const [page] = await context.store.claims.list({ limit: 2, sort: 'largest' })
    expect(page).toMatchObject({
      id: claim.id,
      solAddress: `${claim.solAddress}Again`,
      amountWei: 70n,
      amountOrder: '0270',
      amountUA: '7',
      snapshotId: 2,
      nonce: '2',
      signature: '0xanew',
      seal: 'anew',
      status: 'queued',
      submittedAtMs: claim.submittedAtMs,
      correctedAtMs: NOW,
    })
    expect(await correct(claim, { nonce: '3', solAddress: addressNamed('Third') })).toBe('done')
    const before = { claimId: claim.id, evmAddress: claim.evmAddress }
    expect((await recordOf(context, claim)).corrections).toMatchObject([
      {
        ...before,
        solAddress: claim.solAddress,
        amountWei: claim.amountWei,
        nonce: '1',
        signature: '0x',
        seal: 'first',
        acceptedAtMs: claim.submittedAtMs,
        correctedAtMs: NOW,
      },
      { ...before, solAddress: `${claim.solAddress}Again`, amountWei: 70n, seal: 'anew', acceptedAtMs: NOW },
    ])
  })

  test('queues a rejected claim again', async () => {
    const claim = await addClaim(context)
    await context.store.claimDecisions.reject(claim.id, 'not yours', action(claim.id))
    expect(await correct(claim)).toBe('done')
    expect(await claimOf(context, claim)).toMatchObject({
      status: 'queued',
      settledAtMs: null,
      rejectReason: null,
    })
    expect(await context.store.claimTallies.totals()).toMatchObject({ rejected: { count: 0 } })
    expect(await context.store.claimTallies.countQueued()).toBe(1)
  })

  test.each(['10', '9'])('is none with nonce %s after nonce 10', async (nonce) => {
    const claim = await addClaim(context, { nonce: '10' })
    expect(await correct(claim, { nonce })).toBe('nonce_not_newer')
    expect(await claimOf(context, claim)).toMatchObject({ solAddress: claim.solAddress, correctedAtMs: null })
    expect((await recordOf(context, claim)).corrections).toEqual([])
  })

  test.each([
    ['key', 'contract', 'key_required'],
    ['contract', 'contract', 'done'],
    ['contract', 'key', 'done'],
  ] as const)('of a claim that a %s has signed, signed by a %s: %s', async (before, now, outcome) => {
    const claim = await addClaim(context, { signedBy: before })
    expect(await correct(claim, { signedBy: now })).toBe(outcome)
  })

  test('is none of a claim that there is not', async () => {
    expect(await correct(sampleClaim())).toBe('unknown_claim')
  })

  test.each(['queued', 'failed', 'hold'] as const)(
    'is none while its payment is %s on the list of an unfinished run that keeps it, and one afterwards',
    async (state) => {
      const claim = await addClaim(context)
      const { store } = context
      const run = await beginRun(store)
      await listPayments(store, run, [claim], { state })
      expect(await correct(claim, {}, KEEPS)).toBe('claim_under_way')
      await store.runs.askToStop(run.id, Date.now())
      expect(await correct(claim, {}, KEEPS)).toBe('claim_under_way')
      expect(await claimOf(context, claim)).toMatchObject({ solAddress: claim.solAddress })
      await store.runs.finish(run.id, 'stopped', null, 1)
      expect(await correct(claim, {}, KEEPS)).toBe('done')
    },
  )

  test('takes its payment along on the list of a run: what was signed for the address before is not journaled', async () => {
    const claim = await addClaim(context)
    const { store } = context
    const run = await beginListed(store)
    const write = (transfers: PlannedTransfer[]) => signPayments(store, run, transfers)
    const before = await store.journal.nextTransfers(run.id, 9)
    expect(await correct(claim)).toBe('done')
    await expect(write(before)).rejects.toThrow(JournalConflictError)
    const listed = await store.journal.nextTransfers(run.id, 9)
    expect(listed).toEqual([{ ...before[0], recipient: `${claim.solAddress}Again` }])
    expect(await write(listed)).toMatchObject({ runId: run.id })
    expect(await correct(claim, { nonce: '3' })).toBe('claim_under_way')
  })

  test.each(['failed', 'hold'] as const)('leaves a payment that is %s to the next run', async (state) => {
    const claim = await addClaim(context)
    const { store } = context
    const run = await beginRun(store)
    await listPayments(store, run, [claim], { state })
    expect(await correct(claim)).toBe('done')
    expect(await store.runs.transferCounts(run.id)).toMatchObject({ queued: 0, hold: 0, failed: 1 })
    await store.runs.finish(run.id, 'completed', null, 1)
    const next = await beginListed(store)
    expect(await store.journal.nextTransfers(next.id, 9)).toMatchObject([
      { recipient: `${claim.solAddress}Again` },
    ])
  })

  test('is none on the list of a run where its amount is another than was confirmed', async () => {
    const claim = await addClaim(context)
    const run = await beginListed(context.store)
    const raised = { amountWei: 7n * 10n ** 18n, amountUA: '7' }
    expect(
      await context.store.claimCorrections.correct(signAnew(claim, raised), NOW, FREE_UNTIL_SIGNED),
    ).toBe('claim_under_way')
    expect(await context.store.journal.nextTransfers(run.id, 9)).toMatchObject([
      { recipient: claim.solAddress, baseUnits: OWED },
    ])
    await context.store.runs.finish(run.id, 'stopped', null, 1)
    expect(await correct(claim, raised)).toBe('done')
  })

  test('is none once that run has signed for it, though it was proved not to land, until the run ends', async () => {
    const claim = await addClaim(context)
    const { store } = context
    const run = await beginListed(store)
    await store.journal.settleExpired(await signNext(store, run, 9), 'test', 1)
    expect(await correct(claim)).toBe('claim_under_way')
    expect(await store.journal.nextTransfers(run.id, 9)).toMatchObject([{ recipient: claim.solAddress }])
    await store.runs.finish(run.id, 'stopped', null, 1)
    expect(await correct(claim)).toBe('done')
  })

  test('queues a rejected claim for the next run while one has it on its list', async () => {
    const claim = await addClaim(context)
    const run = await beginListed(context.store)
    await context.store.claimDecisions.reject(claim.id, 'no', action(claim.id))
    expect(await correct(claim, {}, KEEPS)).toBe('claim_under_way')
    expect(await claimOf(context, claim)).toMatchObject({ status: 'rejected' })
    expect(await correct(claim)).toBe('done')
    expect(await context.store.journal.nextTransfers(run.id, 9)).toEqual([])
  })

  test('is none while a transaction is undecided, though its run has ended', async () => {
    const claim = await addClaim(context)
    const { store } = context
    const run = await beginListed(store)
    const attempt = await signNext(store, run, 9)
    await store.runs.finish(run.id, 'stopped', null, 1)
    expect(await correct(claim)).toBe('claim_under_way')
    await store.journal.hold(attempt.id, 'test', 1)
    expect(await correct(claim)).toBe('claim_under_way')
    await store.journal.settleExpired(attempt, 'test', 1)
    expect(await correct(claim)).toBe('done')
  })

  test('is none of a claim that was paid, whatever its status says', async () => {
    const claim = await addClaim(context)
    await listInEndedRun(context, claim, { state: 'paid', paidTx: 'tx' })
    expect(await correct(claim)).toBe('claim_under_way')
    const marked = await addClaim(context)
    await context.store.claimDecisions.markSent(
      marked.id,
      samplePayment(marked, 'tx2'),
      actionOf('mark_sent', marked.id),
    )
    expect(await correct(marked)).toBe('claim_under_way')
    expect(await claimOf(context, marked)).toMatchObject({ status: 'sent', solAddress: marked.solAddress })
    const sent = await addClaim(context, { status: 'sent', solTx: 'elsewhere' })
    expect(await correct(sent)).toBe('claim_under_way')
  })

  test.each(['queued', 'failed', 'hold'] as const)(
    'has the next run pay the address in force, where an earlier one left the payment %s',
    async (state) => {
      const { store } = context
      const claim = await addClaim(context)
      await listInEndedRun(context, claim, { state, failure: 'frozen', packLimit: 1 })
      expect(await correct(claim, { amountWei: 7n * 10n ** 18n, amountUA: '7' })).toBe('done')
      expect(await store.holds.listUnsigned()).toEqual([])
      const next = await beginListed(store)
      expect(await store.journal.nextTransfers(next.id, 9)).toMatchObject([
        { recipient: `${claim.solAddress}Again`, baseUnits: 7_000_000_000n, failure: null, packLimit: null },
      ])
    },
  )

  test('between a look at a transaction and marking the claim sent by it: nothing is marked', async () => {
    const claim = await addClaim(context)
    const payment = samplePayment(claim)
    await correct(claim)
    const marked = await context.store.claimDecisions.markSent(
      claim.id,
      payment,
      actionOf('mark_sent', claim.id),
    )
    expect(marked).toBe('claim_corrected')
    expect(await claimOf(context, claim)).toMatchObject({ status: 'queued' })
    expect((await recordOf(context, claim)).payment).toBeUndefined()
  })

  test('goes with its claim when claims are reset', async () => {
    const claim = await addClaim(context)
    await correct(claim)
    await context.store.claimDecisions.reset(actionOf('reset_claims'))
    expect((await recordOf(context, claim)).corrections).toEqual([])
  })
})

describeEachStore('a payment on the chain to the address before a correction', (context) => {
  const takeOver = (claim: NewClaim, baseUnits: bigint) =>
    context.store.takeOvers.record(
      TOKEN,
      [{ signature: 'tx', recipient: addressNamed(String(claim.solAddress)), baseUnits }],
      ALL,
      NOW,
    )

  async function corrected() {
    const claim = await addClaim(context)
    expect(await context.store.claimCorrections.correct(signAnew(claim), NOW, FREE_UNTIL_SIGNED)).toBe('done')
    return claim
  }

  test('settles the claim, and is recorded where it went', async () => {
    const claim = await corrected()
    expect(await takeOver(claim, OWED)).toMatchObject({ payments: 1, claims: 1 })
    expect(await claimOf(context, claim)).toMatchObject({ status: 'sent', solTx: 'tx' })
    expect((await recordOf(context, claim)).payment).toMatchObject({
      state: 'paid',
      recipient: claim.solAddress,
    })
    const details = (await context.store.operatorActions.decisions(2)).map(({ detail }) => detail)
    expect(details.join()).toContain(`to ${claim.solAddress}, which the claim named before`)
    // A second look at the chain finds nothing new.
    expect(await takeOver(claim, OWED)).toMatchObject({ payments: 0 })
  })

  test('settles one claim by the payment to its own address, not by an earlier one too', async () => {
    const claim = await corrected()
    const found = [claim.solAddress, `${claim.solAddress}Again`].map((recipient, index) => ({
      signature: `tx${index}`,
      recipient: addressNamed(recipient),
      baseUnits: OWED,
    }))
    expect(await context.store.takeOvers.record(TOKEN, found, ALL, NOW)).toMatchObject({ claims: 1 })
    expect(await claimOf(context, claim)).toMatchObject({ status: 'sent', solTx: 'tx1' })
    expect(await context.store.takeOvers.isUnmatched(TOKEN, 'tx0')).toBe(true)
  })

  test('withholds the claim where it is larger', async () => {
    const claim = await corrected()
    await takeOver(claim, 2n * OWED)
    const run = await beginListed(context.store)
    await settleListed(context.store, run)
    expect(await context.store.journal.nextTransfers(run.id, 9)).toEqual([])
    const { payment } = await recordOf(context, claim)
    expect(payment?.failure).toContain(
      `Transaction tx paid ${claim.solAddress}, which this claim named before`,
    )
    expect((await context.store.takeOvers.doubts(TOKEN, payment ? [payment] : [])).size).toBe(1)
  })
})

describeEachStore('the cooling-off time', (context) => {
  const START = 100 * 60_000
  const TEN = 10

  const listedBy = async (minutes: number) => {
    const { store } = context
    const acceptedBy = coolingOffCutoff(START, minutes)
    const run = await beginRun(store, { startedAtMs: START }, claimScope({ acceptedBy }))
    const listed = (await store.journal.nextTransfers(run.id, 9)).map(({ claimId }) => claimId)
    await store.runs.finish(run.id, 'completed', null, START)
    return listed
  }

  test('leaves claims to the next run that were submitted or corrected within it', async () => {
    const { store } = context
    const old = await addClaim(context, { submittedAtMs: START - TEN * 60_000 })
    const young = await addClaim(context, { submittedAtMs: START - TEN * 60_000 + 1 })
    const changed = await addClaim(context, { submittedAtMs: 1 })
    await store.claimCorrections.correct(signAnew(changed), START - 1, KEEPS)
    const settled = await addClaim(context, { submittedAtMs: 1 })
    await store.claimCorrections.correct(signAnew(settled), START - TEN * 60_000, KEEPS)
    expect(await store.claims.countQueuedBy(START - TEN * 60_000)).toBe(2)
    expect(await listedBy(TEN)).toEqual([old.id, settled.id])
    expect((await listedBy(0)).toSorted()).toEqual([old.id, young.id, changed.id, settled.id].toSorted())
  })
})

describeEachStore('a correction beside a run that fills its list', (context) => {
  /** Works on a second connection, as another server. SQLite has one writer at a time: there it would wait forever in one process. */
  async function onOtherServer(work: (other: Database) => Promise<void>): Promise<void> {
    if (!context.location.startsWith('postgres')) return
    const other = await openDatabase(context.location)
    await work(other).finally(() => other.close())
  }

  const changeAddress = (tx: Database['db'], { id }: NewClaim) =>
    tx
      .updateTable('claim')
      .set({ solAddress: addressNamed('InForce') })
      .where('id', '=', id)
      .execute()

  /** Holds a transaction open until `meanwhile` waits for one of its locks, then commits. */
  async function whileOpen<T>(
    { db }: Database,
    write: (tx: Database['db']) => Promise<unknown>,
    meanwhile: () => Promise<T>,
  ): Promise<T> {
    let waiting: Promise<T> | undefined
    await db.transaction().execute(async (tx) => {
      await write(tx)
      waiting = meanwhile()
      await expect.poll(() => countWaiting(db), { timeout: 8_000 }).toBe(1)
    })
    if (!waiting) throw new Error('nothing waited')
    return await waiting
  }

  test('waits for the page that is being listed, and is none then', () =>
    onOtherServer(async (other) => {
      const claim = await addClaim(context)
      const run = await beginRun(context.store)
      const outcome = await whileOpen(
        other,
        async (tx) => {
          await keepUncorrected(tx, 'postgres')
          await tx
            .insertInto('transfer')
            .values(sampleTransfer(claim, { runId: run.id }))
            .execute()
        },
        () => context.store.claimCorrections.correct(signAnew(claim), NOW, KEEPS),
      )
      expect(outcome).toBe('claim_under_way')
      expect(await claimOf(context, claim)).toMatchObject({ solAddress: claim.solAddress })
    }))

  test('waits for what is being journaled, and is none then', () =>
    onOtherServer(async (other) => {
      const claim = await addClaim(context)
      await beginListed(context.store)
      const outcome = await whileOpen(
        other,
        (tx) =>
          tx.updateTable('transfer').set({ state: 'in_flight' }).where('claimId', '=', claim.id).execute(),
        () => context.store.claimCorrections.correct(signAnew(claim), NOW, FREE_UNTIL_SIGNED),
      )
      expect(outcome).toBe('claim_under_way')
      expect(await claimOf(context, claim)).toMatchObject({ solAddress: claim.solAddress })
    }))

  test('leaves the payment as it is where something was signed for it, and proved not to land, while it waited', () =>
    onOtherServer(async (other) => {
      const claim = await addClaim(context)
      const { store } = context
      const run = await beginListed(store)
      const [listed] = await store.journal.nextTransfers(run.id, 9)
      const attempt = { ...sampleAttempt(run.id, 1), seal: '', state: 'expired' as const }
      const outcome = await whileOpen(
        other,
        async (tx) => {
          await tx.updateTable('transfer').set({ state: 'queued' }).where('claimId', '=', claim.id).execute()
          await tx.insertInto('attempt').values(attempt).execute()
          const carried = { attemptId: attempt.id, transferId: listed?.id ?? 0, runId: run.id }
          await tx
            .insertInto('attempt_transfer')
            .values({ ...carried, position: 0, inFlight: 0 })
            .execute()
        },
        () => store.claimCorrections.correct(signAnew(claim), NOW, FREE_UNTIL_SIGNED),
      )
      expect(outcome).toBe('claim_under_way')
      expect(await store.journal.nextTransfers(run.id, 9)).toEqual([listed])
    }))

  test('is waited for by the list, which then has the address in force', () =>
    onOtherServer(async (other) => {
      const claim = await addClaim(context)
      const run = await whileOpen(
        other,
        async (tx) => {
          await beginCorrection(tx, 'postgres')
          await changeAddress(tx, claim)
        },
        () => beginListed(context.store),
      )
      expect(await context.store.journal.nextTransfers(run.id, 9)).toMatchObject([{ recipient: 'InForce' }])
    }))

  test('waits for another one, and is none where that is newer', () =>
    onOtherServer(async (other) => {
      const claim = await addClaim(context)
      const outcome = await whileOpen(
        other,
        (tx) => tx.updateTable('claim').set({ nonce: '9' }).where('id', '=', claim.id).execute(),
        () => context.store.claimCorrections.correct(signAnew(claim, { nonce: '5' }), NOW, KEEPS),
      )
      expect(outcome).toBe('nonce_not_newer')
    }))

  test('is waited for by what settles debts from the chain', () =>
    onOtherServer(async (other) => {
      const claim = await addClaim(context)
      const taken = await whileOpen(
        other,
        async (tx) => {
          await beginCorrection(tx, 'postgres')
          await changeAddress(tx, claim)
        },
        () =>
          context.store.takeOvers.record(
            TOKEN,
            [{ signature: 'tx', recipient: addressNamed('InForce'), baseUnits: OWED }],
            ALL,
            NOW,
          ),
      )
      expect(taken).toMatchObject({ claims: 1 })
    }))

  test('leaves every payment to the address in force, however the two meet', {
    timeout: 60_000,
  }, async () => {
    await using servers = await openServers(context)
    const claims = await insertClaims(context.store, ...Array.from({ length: 24 }, () => ({})))
    for (let round = 1; round <= 6; round++) {
      const listed = beginListed(context.store)
      const outcomes = await Promise.all(
        claims.map((claim, index) =>
          servers
            .of(index)
            .claimCorrections.correct(
              signAnew(claim, { nonce: `${round + 1}`, solAddress: `${claim.id} of ${round}` }),
              NOW,
              FREE_UNTIL_SIGNED,
            ),
        ),
      )
      const run = await listed
      for (const outcome of outcomes) expect(['done', 'claim_under_way']).toContain(outcome)
      const inForce = new Map((await context.store.claims.list({ limit: 50 })).map((row) => [row.id, row]))
      const transfers = await context.store.journal.nextTransfers(run.id, 50)
      expect(transfers).toHaveLength(claims.length)
      for (const { claimId, recipient } of transfers)
        expect(recipient).toBe(inForce.get(claimId ?? '')?.solAddress)
      await context.store.runs.finish(run.id, 'stopped', null, 1)
    }
  })
})

/** Counts the locks that are waited for: of tables, and of rows. */
async function countWaiting(db: Database['db']): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
    where not granted`.execute(db)
  return rows[0]?.count ?? 0
}
