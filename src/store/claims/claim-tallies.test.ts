import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { openDatabase } from '#store/database/database.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { createStore, type Store } from '#store/store.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import { runAtOnce } from '../../../test/harness/run-at-once.ts'
import {
  FREE_UNTIL_SIGNED,
  sampleAttempt,
  sampleClaim,
  samplePayment,
  sampleRun,
  sampleTransfer,
  signAnew,
  WALLET,
} from '../../../test/harness/sample-rows.ts'

const HOUR_MS = 3_600_000
const HUGE = (2n ** 100n).toString()

/** Reads the tallies, and counts every claim to compare them with. */
async function bothCounts({ store, location }: StoreContext) {
  const { db, close } = await openDatabase(location)
  const claims = await db.selectFrom('claim').selectAll().execute()
  const listed = await sql<{ count: number }>`select count(*) as count from claim
    join snapshot on snapshot.state = 'published'
    join allocation on allocation.snapshot_id = snapshot.id and allocation.evm_address = claim.evm_address
    where allocation.amount_wei <> '0'`.execute(db)
  await close()
  const of = (some: typeof claims) => ({
    count: some.length,
    amountWei: some.reduce((sum, { amountWei }) => sum + BigInt(amountWei), 0n),
  })
  const withStatus = (status: string) => claims.filter((claim) => claim.status === status)
  const hours = new Map<number, { submitted: number; sent: number }>()
  const note = (atMs: number | null, series: 'submitted' | 'sent') => {
    const hour = Math.floor((atMs ?? Number.NaN) / HOUR_MS)
    const counts = hours.get(hour) ?? { submitted: 0, sent: 0 }
    hours.set(hour, { ...counts, [series]: counts[series] + 1 })
  }
  for (const claim of claims) {
    note(claim.submittedAtMs, 'submitted')
    if (claim.status === 'sent') note(claim.settledAtMs, 'sent')
  }
  return {
    tallied: {
      totals: await store.claimTallies.totals(),
      queued: await store.claimTallies.countQueued(),
      listed: await store.claimTallies.countListed(),
      byHour: await store.claimTallies.byHour(),
    },
    recounted: {
      totals: { submitted: of(claims), sent: of(withStatus('sent')), rejected: of(withStatus('rejected')) },
      queued: withStatus('queued').length,
      listed: Number(listed.rows[0]?.count),
      byHour: [...hours].sort(([a], [b]) => a - b).map(([hour, counts]) => ({ hour, ...counts })),
    },
  }
}

/** Journals one transaction that pays these claims. */
async function journalPayments({ runs, leases, journal }: Store, claims: readonly NewClaim[]) {
  const run = await runs.create(sampleRun())
  if (!run) throw new Error('a run is under way')
  await runs.addTransfers(claims.map((claim) => sampleTransfer(claim, { runId: run.id })))
  const fence = (await leases.acquireFree(WALLET, 'test', 1, 1000)) ?? 0
  const transfers = await journal.nextTransfers(run.id, claims.length)
  const planned = { attempt: sampleAttempt(run.id, fence), transfers }
  const [attempt] = await journal.write({ name: WALLET, fence }, run.id, [planned])
  if (!attempt) throw new Error('nothing was journaled')
  await runs.finish(run.id, 'stopped', null, 1)
  return attempt
}

async function publish({ snapshots }: Store, claims: readonly NewClaim[], amountWei = 1n) {
  const id = await snapshots.stage('holders.csv', 'nonce', 1)
  await snapshots.addRows(
    id,
    claims.map(({ evmAddress }) => ({
      address: evmAddress as EvmAddress,
      amountWei: amountWei as Wei,
      seal: 'seal',
    })),
  )
  const facts = {
    fileHash: 'hash',
    root: 'root',
    addressCount: claims.length,
    totalWei: 1n as Wei,
    nowMs: 2,
    seal: 'seal',
  }
  await snapshots.publish(id, facts)
}

describeEachStore('the tallies of claims', (context) => {
  test('agree with a full count after each change of claims', async () => {
    const { store } = context
    const made = Array.from({ length: 8 }, (_, n) =>
      sampleClaim({ amountWei: n === 0 ? BigInt(HUGE) : BigInt(n), submittedAtMs: n * 40 * 60_000 }),
    )
    const [first, second, third, fourth, fifth] = made as [NewClaim, NewClaim, NewClaim, NewClaim, NewClaim]
    const agree = async () => {
      const { tallied, recounted } = await bothCounts(context)
      expect(tallied).toEqual(recounted)
      return tallied
    }
    const signedAnew = (claim: NewClaim, amountWei: bigint) =>
      store.claimCorrections.correct(
        signAnew(claim, { amountWei, nonce: '2' }),
        6 * HOUR_MS,
        FREE_UNTIL_SIGNED,
      )
    const action = { atMs: 5 * HOUR_MS, action: 'reject', subject: 'x', detail: 'test' } as const

    expect(await agree()).toMatchObject({ queued: 0, listed: 0, byHour: [] })
    await publish(store, [first, second, third])
    await store.claims.insertMany(made.slice(0, 6))
    expect(await agree()).toMatchObject({ queued: 6, listed: 3 })
    // One address twice: the second is skipped.
    await store.claims.insertMany([{ ...first, id: 'AGAIN' }, ...made.slice(6)])
    expect(await agree()).toMatchObject({ queued: 8, totals: { submitted: { amountWei: 2n ** 100n + 28n } } })

    const attempt = await journalPayments(store, [first, second])
    await store.journal.settlePaid([{ attempt, slot: 1 }], 30 * HOUR_MS)
    expect(await agree()).toMatchObject({ queued: 6, totals: { sent: { amountWei: 2n ** 100n + 1n } } })
    const held = await journalPayments(store, [third])
    await store.journal.hold(held.id, 'test', 1)
    await store.journal.settleHeld(held, { kind: 'paid', slot: 1, signature: held.signature }, action)
    expect(await agree()).toMatchObject({ queued: 5, totals: { sent: { count: 3 } } })
    await store.claimDecisions.markSent(fourth.id, samplePayment(fourth), action)
    await store.claimDecisions.reject(fifth.id, 'no', action)
    // A second decision, and one that is undone because a payment is under way, change nothing.
    await store.claimDecisions.reject(fifth.id, 'no', action)
    await journalPayments(store, [made[5] as NewClaim])
    expect(await store.claimDecisions.reject(made[5]?.id ?? '', 'no', action)).toBe('payment_under_way')
    expect(await agree()).toMatchObject({ queued: 3, totals: { sent: { count: 4 }, rejected: { count: 1 } } })

    expect(await signedAnew(fifth, 1_000n)).toBe('done')
    expect(await agree()).toMatchObject({ queued: 4, totals: { rejected: { count: 0 } } })
    expect(await signedAnew(made[6] as NewClaim, 2n)).toBe('done')
    expect(await agree()).toMatchObject({ queued: 4 })

    await publish(store, [first, sampleClaim()])
    expect(await agree()).toMatchObject({ listed: 1 })
    await publish(store, [first], 0n)
    expect(await agree()).toMatchObject({ listed: 0 })
  })

  test('agree after a reset, and after what comes then', async () => {
    const { store } = context
    const made = [sampleClaim(), sampleClaim({ status: 'sent', settledAtMs: 9 * HOUR_MS })]
    await publish(store, made)
    await store.claims.insertMany(made)
    await store.claimDecisions.reset({ atMs: 1, action: 'reset_claims', subject: 'all', detail: '' })
    expect((await bothCounts(context)).tallied).toMatchObject({ queued: 0, listed: 0, byHour: [] })
    await store.claims.insertMany(made.map((claim) => ({ ...claim, nonce: `${Number(claim.nonce) + 1}` })))
    const { tallied, recounted } = await bothCounts(context)
    expect(tallied).toEqual(recounted)
    expect(tallied).toMatchObject({ queued: 1, listed: 2 })
  })

  test('do not drift under writers at once', { timeout: 60_000 }, async () => {
    // Two connections to one SQLite file within one process would wait for each other forever.
    const servers = context.location.startsWith('postgres') ? [1, 2] : []
    const others = await Promise.all(
      servers.map(async () => createStore(await openDatabase(context.location))),
    )
    const stores = [context.store, ...others]
    const made = Array.from({ length: 300 }, (_, n) =>
      sampleClaim({ amountWei: BigInt(n), submittedAtMs: (n % 7) * HOUR_MS }),
    )
    const action = { atMs: 99 * HOUR_MS, action: 'reject', subject: 'x', detail: 'test' } as const
    await publish(context.store, made.slice(0, 150))
    await runAtOnce(made, async (claim, n) => {
      const store = stores[n % stores.length] as Store
      // Each address comes twice, once with its neighbour's.
      const twin = { ...(made[(n + 1) % made.length] as NewClaim), id: `TWIN-${n}` }
      await store.claims.insertMany([claim, twin].sort(byAddress))
      const written = await store.claims.findByAddress(claim.evmAddress as EvmAddress)
      const id = written?.id ?? ''
      if (n % 3 === 0) await store.claimDecisions.reject(id, 'no', action)
      if (n % 3 === 1)
        await store.claimDecisions.markSent(id, samplePayment(written ?? claim, `tx${n}`), action)
      if (n === 100) await publish(store, made.slice(0, 200))
    })
    await Promise.all(others.map((store) => store.close()))
    const { tallied, recounted } = await bothCounts(context)
    expect(tallied).toEqual(recounted)
    expect(tallied).toMatchObject({ queued: 100, listed: 200 })
  })
})

function byAddress(a: NewClaim, b: NewClaim): number {
  return a.evmAddress < b.evmAddress ? -1 : 1
}
