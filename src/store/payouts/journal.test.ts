import { address } from '@solana/kit'
import { expect, test } from 'vitest'
import type { BaseUnits } from '#domain/amounts.ts'
import type { Run } from '#domain/run.ts'
import { settleListed } from '#payout/fill-run.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import {
  ALL_QUEUED,
  GENESIS,
  sampleAttempt,
  sampleClaim,
  sampleEntry,
  sampleRun,
  WALLET,
} from '../../../test/harness/sample-rows.ts'
import {
  beginRun,
  insertClaims,
  openBeside,
  openServers,
  sampleDistribution,
} from '../../../test/harness/store-bed.ts'
import { JournalConflictError, type PlannedTransfer } from './journal.ts'

const TTL_MS = 1000
const FROZEN = { reason: 'frozen', isSendersFault: false }

describeEachStore('leases', (context) => {
  const observed = async () => {
    const lease = await context.store.leases.find(WALLET)
    if (!lease) throw new Error('no lease')
    return lease
  }

  test('one owner at a time; the next one gets a higher fence', async () => {
    const { leases } = context.store
    expect(await leases.acquireFree(WALLET, 'a', 0, TTL_MS)).toBe(1)
    expect(await leases.acquireFree(WALLET, 'b', 5000, TTL_MS)).toBeNull()
    const before = await observed()
    expect(await leases.renew(WALLET, 1, 999, TTL_MS)).toBe(true)
    expect(await leases.takeOver(before, 'b', 5000, TTL_MS)).toBeNull()
    expect(await leases.takeOver(await observed(), 'b', 5000, TTL_MS)).toBe(2)
    expect(await leases.renew(WALLET, 1, 6000, TTL_MS)).toBe(false)
    await leases.release(WALLET, 2)
    expect(await leases.acquireFree(WALLET, 'a', 0, TTL_MS)).toBe(3)
  })

  test('each renewal shows, even when the clock of the owner runs backwards', async () => {
    const { leases } = context.store
    await leases.acquireFree(WALLET, 'a', 10_000, TTL_MS)
    const before = await observed()
    expect(await leases.renew(WALLET, 1, 0, TTL_MS)).toBe(true)
    expect((await observed()).expiresAtMs).toBeGreaterThan(before.expiresAtMs)
  })
})

describeEachStore('the journal', (context) => {
  async function started(claims: number) {
    const { store } = context
    await insertClaims(store, ...Array.from({ length: claims }, () => ({})))
    const run = await beginRun(store, {}, ALL_QUEUED)
    const fence = await store.leases.acquireFree(WALLET, 'runner', 0, TTL_MS)
    if (fence === null) throw new Error('no lease')
    const transfers = await store.journal.nextTransfers(run.id, 100)
    return { run, fence, transfers }
  }

  const write = async (run: Run, fence: number, transfers: readonly PlannedTransfer[]) => {
    const planned = [{ attempt: sampleAttempt(run.id, fence), transfers }]
    const [attempt] = await context.store.journal.write({ name: WALLET, fence }, run.id, planned)
    if (!attempt) throw new Error('no attempt')
    return attempt
  }

  test('a run lists each queued claim once, and none that comes in later, however often it is gone on with', async () => {
    const { run, transfers } = await started(3)
    await context.store.claims.insertMany([sampleClaim()])
    await settleListed(context.store, run)
    expect(transfers).toHaveLength(3)
    expect((await context.store.runs.find(run.id))?.transferCount).toBe(3)
    expect(await context.store.runs.create(sampleRun(), ALL_QUEUED)).toBeUndefined()
  })

  test('a transfer can not be in two attempts in flight', async () => {
    const { run, fence, transfers } = await started(2)
    await write(run, fence, transfers.slice(0, 1))
    await expect(write(run, fence, transfers)).rejects.toThrow(JournalConflictError)
    expect(await context.store.journal.unresolved(GENESIS)).toHaveLength(1)
    expect((await context.store.runs.transferCounts(run.id)).queued).toBe(1)
  })

  test('a transfer that is in a transaction twice is not written', async () => {
    const { run, fence, transfers } = await started(2)
    await expect(write(run, fence, [...transfers, ...transfers.slice(0, 1)])).rejects.toThrow(
      JournalConflictError,
    )
    expect((await context.store.runs.transferCounts(run.id)).queued).toBe(2)
  })

  test('a runner whose lease was taken over can write nothing', async () => {
    const { run, fence, transfers } = await started(1)
    const lease = await context.store.leases.find(WALLET)
    if (!lease) throw new Error('no lease')
    await context.store.leases.takeOver(lease, 'other', 0, TTL_MS)
    await expect(write(run, fence, transfers)).rejects.toThrow(JournalConflictError)
    expect(await context.store.journal.unresolved(GENESIS)).toEqual([])
  })

  test('nothing is signed for a run that was stopped, whichever of the two commits is first; a marker is', async () => {
    const { run, fence, transfers } = await started(2)
    const { store } = context
    await write(run, fence, transfers.slice(0, 1))
    expect(await store.runs.askToStop(run.id, Date.now())).toBe(true)
    await expect(write(run, fence, transfers.slice(1))).rejects.toThrow(JournalConflictError)
    expect((await store.runs.transferCounts(run.id)).queued).toBe(1)
    const marker = sampleAttempt(run.id, fence, { kind: 'marker' })
    await store.journal.write({ name: WALLET, fence }, run.id, [{ attempt: marker, transfers: [] }])
    expect(await store.journal.unresolved(GENESIS)).toHaveLength(2)
  })

  test.each([
    ['address', { recipient: address('11111111111111111111111111111112') }],
    ['amount', { baseUnits: 1n as BaseUnits }],
  ])(
    'what was signed for another %s than is owed now is not written, and nothing is moved',
    async (_, signed) => {
      const { run, fence, transfers } = await started(2)
      const [first, ...rest] = transfers
      if (!first) throw new Error('nothing is queued')
      await expect(write(run, fence, [...rest, { ...first, ...signed }])).rejects.toThrow(
        JournalConflictError,
      )
      expect((await context.store.runs.transferCounts(run.id)).queued).toBe(2)
      expect(await write(run, fence, transfers)).toMatchObject({ runId: run.id })
    },
  )

  test('a stop that several servers are asked for at once is recorded once', async () => {
    await using servers = await openServers(context)
    const { run } = await started(1)
    const stops = Array.from({ length: 8 }, (_, n) => servers.of(n).runs.askToStop(run.id, 1))
    expect(await Promise.all(stops)).toEqual(stops.map(() => true))
    const actions = await context.store.operatorActions.list(20)
    expect(actions.filter(({ action }) => action === 'stop_run')).toHaveLength(1)
  })

  test('a claim that was settled manually in between is not paid', async () => {
    const { run, fence, transfers } = await started(1)
    await using beside = await openBeside(context)
    await beside.db.updateTable('claim').set({ status: 'sent' }).execute()
    await expect(write(run, fence, transfers)).rejects.toThrow(JournalConflictError)
    expect(await context.store.journal.nextTransfers(run.id, 9)).toEqual([])
    expect(await context.store.journal.pageOfQueued(run.id, 0, 9)).toEqual([])
  })

  test('the unpaid rest of a run, page by page, without what is under way', async () => {
    const { run, fence, transfers } = await started(4)
    await write(run, fence, transfers.slice(1, 2))
    const { journal } = context.store
    const idsAfter = async (afterId: number) =>
      (await journal.pageOfQueued(run.id, afterId, 2)).map(({ id }) => id)
    const [first = 0, , third = 0, fourth = 0] = transfers.map(({ id }) => id)
    expect(await idsAfter(0)).toEqual([first, third])
    expect(await idsAfter(third)).toEqual([fourth])
    expect(await idsAfter(fourth)).toEqual([])
  })

  test('paid: the transfers are paid and their claims sent with the signature', async () => {
    const { run, fence, transfers } = await started(2)
    const attempt = await write(run, fence, transfers)
    await context.store.journal.settlePaid([{ attempt, slot: 7 }], 9)
    const claims = await context.store.claims.list({ limit: 9 })
    expect(claims.map(({ status, solTx }) => [status, solTx])).toEqual([
      ['sent', attempt.signature],
      ['sent', attempt.signature],
    ])
    expect((await context.store.runs.transferCounts(run.id)).paid).toBe(2)
    await expect(context.store.journal.settleExpired(attempt, 'late', 10)).rejects.toThrow(
      JournalConflictError,
    )
  })

  test('failed: several go back in halves, one alone is failed with the reason', async () => {
    const { run, fence, transfers } = await started(5)
    const { journal, runs } = context.store
    const together = await write(run, fence, transfers)
    await journal.settleFailed(together, FROZEN, { slot: 7, nowMs: 9 })
    const again = await journal.nextTransfers(run.id, 9)
    expect(again.map((transfer) => transfer.packLimit)).toEqual([2, 2, 2, 2, 2])
    const alone = await write(run, fence, transfers.slice(0, 1))
    await journal.settleFailed(alone, FROZEN, { slot: 8, nowMs: 10 })
    expect(await runs.transferCounts(run.id)).toMatchObject({ failed: 1, queued: 4 })
    const [failed] = (await context.store.claims.list({ limit: 9 })).filter((claim) => claim.failure !== null)
    expect(failed).toMatchObject({ status: 'queued', failure: 'frozen' })
  })

  test('a batch without an isolated transfer changes nothing', async () => {
    const { run } = await started(1)
    await context.store.journal.limitPack([], 1)
    expect(await context.store.runs.transferCounts(run.id)).toMatchObject({ queued: 1, failed: 0 })
  })

  test.each(['its run is over', 'its address is another by now'])(
    'what was judged says nothing once %s',
    async (change) => {
      const { run, transfers } = await started(2)
      const { journal, runs } = context.store
      const [one, other] = transfers.map((each) =>
        change === 'its run is over'
          ? each
          : { ...each, recipient: address('11111111111111111111111111111112') },
      )
      if (!one || !other) throw new Error('nothing is queued')
      if (change === 'its run is over') await runs.finish(run.id, 'stopped', null, 6)
      await journal.holdUnverified(one, "its Solana address is not the claim's")
      await journal.failUnsent(other, 'no such account', 7)
      expect(await runs.transferCounts(run.id)).toMatchObject({ queued: 2, hold: 0, failed: 0 })
    },
  )

  test('expired: owed again; held: not owed until it is decided', async () => {
    const { run, fence, transfers } = await started(2)
    const { journal, runs } = context.store
    const attempt = await write(run, fence, transfers)
    await journal.hold(attempt.id, 'the node is behind', 1)
    expect(await runs.transferCounts(run.id)).toMatchObject({ hold: 2, queued: 0 })
    expect((await context.store.claims.list({ limit: 1 }))[0]?.attemptState).toBe('hold')
    await journal.settleExpired(attempt, 'proved', 9)
    expect(await runs.transferCounts(run.id)).toMatchObject({ hold: 0, queued: 2 })
  })

  test('a new run takes over from an earlier one: failed transfers are queued again, others stay under way', async () => {
    const { run, fence, transfers } = await started(2)
    const { journal, runs } = context.store
    const attempt = await write(run, fence, transfers.slice(0, 1))
    for (const each of transfers.slice(1)) await journal.failUnsent(each, 'a mint', 5)
    await runs.finish(run.id, 'stopped', null, 6)
    const next = await beginRun(context.store, {}, ALL_QUEUED)
    expect(await runs.transferCounts(next.id)).toMatchObject({ in_flight: 1, queued: 1, failed: 0 })
    await journal.settleExpired(attempt, 'proved', 9)
    expect((await journal.nextTransfers(next.id, 9)).length).toBe(2)
  })

  test('what is on hold with an attempt that may land stays on hold in a new run', async () => {
    const { run, fence, transfers } = await started(2)
    const { journal, runs } = context.store
    const attempt = await write(run, fence, transfers.slice(0, 1))
    await journal.hold(attempt.id, 'the node is behind', 5)
    for (const each of transfers.slice(1)) {
      await journal.holdUnverified(each, 'another amount than was signed')
    }
    await runs.finish(run.id, 'stopped', null, 6)
    const next = await beginRun(context.store, {}, ALL_QUEUED)
    expect(await runs.transferCounts(next.id)).toMatchObject({ hold: 1, queued: 1 })
    expect((await journal.nextTransfers(next.id, 9)).map(({ id }) => id)).toEqual(
      transfers.slice(1).map(({ id }) => id),
    )
  })

  test('so does a row of a distribution', async () => {
    const { distributions, runs, journal, leases } = context.store
    await distributions.add(
      sampleDistribution({ id: 'rows', rowCount: 2, totalBaseUnits: 2n }),
      [2, 3].map((rowNumber) => sampleEntry(rowNumber, { recipient: `So${rowNumber}` })),
    )
    const begin = () => beginRun(context.store, { sender: 'standalone', distributionId: 'rows' })
    const run = await begin()
    const fence = (await leases.acquireFree(WALLET, 'runner', 0, TTL_MS)) ?? 0
    const [first, second] = await journal.nextTransfers(run.id, 9)
    if (!first || !second) throw new Error('no rows')
    const attempt = await write(run, fence, [first])
    await journal.hold(attempt.id, 'the node is behind', 5)
    await runs.finish(run.id, 'stopped', null, 6)
    const next = await begin()
    expect(await runs.transferCounts(next.id)).toMatchObject({ hold: 1, queued: 1 })
    expect((await journal.nextTransfers(next.id, 9)).map(({ id }) => id)).toEqual([second.id])
  })
})
