import { expect, test } from 'vitest'
import type { AmountUA } from '#domain/amounts.ts'
import { openStore } from '#store/store.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import {
  ALL_QUEUED,
  MINT,
  sampleAttempt,
  sampleClaim,
  sampleRun,
  WALLET,
} from '../../../test/harness/sample-rows.ts'
import { JournalConflictError } from './journal.ts'

const DAY_MS = 86_400_000
/** Noon of some day. */
const NOON_MS = 20_000 * DAY_MS + DAY_MS / 2

describeEachStore('what is signed at most', (context) => {
  /** A run of payments of 1.5 tokens, of a store with a cap of so many. */
  async function started(
    claims: number,
    caps: { perDay?: string; perRun?: string },
    mintAddress: string = MINT,
  ) {
    const of = (cap: string | undefined) => new Map(cap === undefined ? [] : [[MINT, cap as AmountUA]])
    const store = await openStore(context.location, {
      caps: { perDay: of(caps.perDay), perRun: of(caps.perRun) },
    })
    await store.claims.insertMany(Array.from({ length: claims }, () => sampleClaim()))
    const run = await store.runs.create(sampleRun({ mintAddress }), ALL_QUEUED)
    const fence = await store.leases.acquireFree(WALLET, 'runner', 0, 1000)
    if (!run || fence === null) throw new Error('nothing was begun')
    const transfers = await store.journal.nextTransfers(run.id, 100)
    const sign = async (index: number, journaledAtMs = NOON_MS) => {
      const payment = transfers[index]
      if (!payment) throw new Error('no such payment')
      const attempt = sampleAttempt(run.id, fence, { journaledAtMs, baseUnits: payment.baseUnits })
      const [journaled] = await store.journal.write({ name: WALLET, fence }, run.id, [
        { attempt, transfers: [payment] },
      ])
      if (!journaled) throw new Error('nothing was journaled')
      return journaled
    }
    const next = async (nowMs = NOON_MS) => {
      const { taken, reached } = await store.journal.withinCaps(run, transfers, nowMs)
      return [taken.length, reached?.of ?? null]
    }
    return { run, fence, sign, next, ...store, [Symbol.asyncDispose]: () => store.close() }
  }

  test('a day has its cap, counted anew at midnight in UTC', async () => {
    await using portal = await started(4, { perDay: '3' })
    expect(await portal.next()).toEqual([2, 'day'])
    await portal.sign(0)
    await portal.sign(1)
    await expect(portal.sign(2)).rejects.toThrow(JournalConflictError)
    expect(await portal.next()).toEqual([0, 'day'])
    const midnightMs = NOON_MS + DAY_MS / 2
    expect(await portal.next(midnightMs - 1)).toEqual([0, 'day'])
    await portal.sign(2, midnightMs)
    expect(await portal.next(midnightMs)).toEqual([1, 'day'])
  })

  test('a batch is judged as a whole', async () => {
    await using portal = await started(3, { perDay: '3' })
    const transfers = await portal.journal.nextTransfers(portal.run.id, 100)
    const planned = transfers.map((payment) => ({
      attempt: sampleAttempt(portal.run.id, portal.fence, {
        journaledAtMs: NOON_MS,
        baseUnits: payment.baseUnits,
      }),
      transfers: [payment],
    }))
    const lease = { name: WALLET, fence: portal.fence }
    await expect(portal.journal.write(lease, portal.run.id, planned)).rejects.toThrow(
      /MAX_PAID_PER_DAY is 3 tokens/,
    )
    expect(await portal.journal.isAnyInFlight(portal.run.genesisHash)).toBe(false)
    expect(await portal.journal.write(lease, portal.run.id, planned.slice(0, 2))).toHaveLength(2)
  })

  test('what is proved not to have left the wallet does not count', async () => {
    await using portal = await started(2, { perDay: '1.5' })
    const first = await portal.sign(0)
    await expect(portal.sign(1)).rejects.toThrow(JournalConflictError)
    await portal.journal.settleExpired(first, 'it can not land any more', NOON_MS)
    await portal.sign(1)
  })

  test('a run has its own', async () => {
    await using portal = await started(3, { perRun: '2.9', perDay: '100' })
    await portal.sign(0)
    expect(await portal.next()).toEqual([0, 'run'])
    await expect(portal.sign(1, NOON_MS + 2 * DAY_MS)).rejects.toThrow(
      /MAX_PAID_PER_RUN is 2.9 tokens: 1.5 are signed/,
    )
  })

  test('a clock that is set back counts what was signed after it, too', async () => {
    await using portal = await started(3, { perDay: '3' })
    await portal.sign(0, NOON_MS + DAY_MS)
    await portal.sign(1)
    await expect(portal.sign(2)).rejects.toThrow(JournalConflictError)
    expect(await portal.next()).toEqual([0, 'day'])
  })

  test('a marker pays nobody', async () => {
    await using portal = await started(1, { perDay: '0' })
    const marker = sampleAttempt(portal.run.id, portal.fence, { journaledAtMs: NOON_MS, kind: 'marker' })
    const lease = { name: WALLET, fence: portal.fence }
    await portal.journal.write(lease, portal.run.id, [{ attempt: marker, transfers: [] }])
    await expect(portal.sign(0)).rejects.toThrow(/above it on any day: raise it/)
  })

  test('another token has no cap of this one', async () => {
    await using portal = await started(1, { perDay: '0', perRun: '0' }, 'another mint')
    await portal.sign(0)
  })
})
