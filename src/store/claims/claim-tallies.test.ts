import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { NewClaim } from '#store/database/schema.ts'
import type { Store } from '#store/store.ts'
import { describeEachStore, runAtOnce, type StoreContext } from '../../../test/harness/each-store.ts'
import { FREE_UNTIL_SIGNED, sampleClaim, samplePayment, signAnew } from '../../../test/harness/sample-rows.ts'
import {
  actionOf,
  beginRun,
  listPayments,
  openBeside,
  openServers,
  publishRows,
  signNext,
} from '../../../test/harness/store-bed.ts'

const HOUR_MS = 3_600_000
const HUGE = (2n ** 100n).toString()

/** Reads the tallies, and counts every claim to compare them with. */
async function bothCounts({ store, location }: StoreContext) {
  await using beside = await openBeside({ location })
  const { db } = beside
  const claims = await db.selectFrom('claim').selectAll().execute()
  const listed = await sql<{ count: number }>`select count(*) as count from claim
    join snapshot on snapshot.state = 'published'
    join allocation on allocation.snapshot_id = snapshot.id and allocation.evm_address = claim.evm_address
    where allocation.amount_wei <> '0'`.execute(db)
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
async function journalPayments(store: Store, claims: readonly NewClaim[]) {
  const run = await beginRun(store)
  await listPayments(store, run, claims)
  const attempt = await signNext(store, run, claims.length)
  await store.runs.finish(run.id, 'stopped', null, 1)
  return attempt
}

const publish = (store: Store, claims: readonly NewClaim[], amountWei = 1n) =>
  publishRows(
    store,
    claims.map(({ evmAddress }) => ({ address: evmAddress, amountWei })),
  )

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
    const action = actionOf('reject', 'x', 5 * HOUR_MS)

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
    await store.claimDecisions.reset(actionOf('reset_claims'))
    expect((await bothCounts(context)).tallied).toMatchObject({ queued: 0, listed: 0, byHour: [] })
    await store.claims.insertMany(made.map((claim) => ({ ...claim, nonce: `${Number(claim.nonce) + 1}` })))
    const { tallied, recounted } = await bothCounts(context)
    expect(tallied).toEqual(recounted)
    expect(tallied).toMatchObject({ queued: 1, listed: 2 })
  })

  test('do not drift under writers at once', { timeout: 60_000 }, async () => {
    await using servers = await openServers(context)
    const made = Array.from({ length: 300 }, (_, n) =>
      sampleClaim({ amountWei: BigInt(n), submittedAtMs: (n % 7) * HOUR_MS }),
    )
    const action = actionOf('reject', 'x', 99 * HOUR_MS)
    await publish(context.store, made.slice(0, 150))
    await runAtOnce(made, async (claim, n) => {
      const store = servers.of(n)
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
    const { tallied, recounted } = await bothCounts(context)
    expect(tallied).toEqual(recounted)
    expect(tallied).toMatchObject({ queued: 100, listed: 200 })
  })
})

function byAddress(a: NewClaim, b: NewClaim): number {
  return a.evmAddress < b.evmAddress ? -1 : 1
}
