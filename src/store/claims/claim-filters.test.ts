import { expect, test } from 'vitest'
import { CLAIM_SORTS } from '#domain/claim-filter.ts'
import { openDatabase } from '#store/database/database.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import {
  sampleAttempt,
  sampleClaim,
  samplePayment,
  sampleRun,
  sampleTransfer,
} from '../../../test/harness/sample-rows.ts'
import { type ClaimFilter, createClaimListStore } from './claim-lists.ts'

const EVM = '0xcf50000000000000000000000000000000001111'
const SOL = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const TRANSACTION = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

const find = async ({ store }: StoreContext, filter: Omit<ClaimFilter, 'limit'>) =>
  (await store.claims.list({ limit: 50, ...filter })).map(({ id }) => id)

describeEachStore('a list of claims that is narrowed', (context) => {
  test('what people quote is found: beginnings, ends, and both', async () => {
    const quoted = sampleClaim({ evmAddress: EVM, solAddress: SOL, status: 'sent', solTx: TRANSACTION })
    const alike = sampleClaim({
      evmAddress: EVM.replace('1111', '2222'),
      solAddress: `${SOL.slice(0, -4)}9zzz`,
      solTx: null,
    })
    for (const claim of [quoted, alike]) await context.store.claims.insertMany([claim])
    const searched = (search: string, status?: 'queued') => find(context, { search, status })
    for (const search of [
      '0xcf50…1111',
      '0xCF50...1111',
      '0xcf50 … 1111',
      '…1111',
      '1111',
      '7xKXtg…gAsU',
      '…gAsU',
      'gAsU',
      `0x…1111`,
      '5VERv8…kQUW',
      '5VERv8NMvzb',
      EVM.slice(2),
      TRANSACTION,
    ]) {
      expect(await searched(search), search).toEqual([quoted.id])
    }
    expect(await searched('0xcf50')).toEqual([alike.id, quoted.id])
    expect(await searched('cf50')).toEqual([alike.id, quoted.id])
    expect(await searched('7xKX…')).toEqual([alike.id, quoted.id])
    for (const search of ['…111', 'gasu', '0xcf50…3333', '0xcf51…1111', '7xKX…zzzz', '…', '…%%%%']) {
      expect(await searched(search), search).toEqual([])
    }
    expect(await searched('…1111', 'queued')).toEqual([])
  })

  test('failed, on hold, in flight, by hand', async () => {
    const { claims, claimDecisions, holds, journal, leases, runs } = context.store
    const made = Array.from({ length: 6 }, () => sampleClaim())
    for (const claim of made) await claims.insertMany([claim])
    const [failed, held, underWay, manual, queued, rejected] = made
    if (!(failed && held && underWay && manual && queued && rejected)) throw new Error('Six were made')
    const run = await runs.create(sampleRun())
    const runId = run?.id ?? 0
    await runs.addTransfers([
      sampleTransfer(failed, { runId, state: 'failed', failure: 'It is frozen' }),
      ...[held, underWay, rejected].map((claim) => sampleTransfer(claim, { runId })),
    ])
    const action = { atMs: 1, action: 'reject', subject: rejected.id, detail: 'no' } as const
    expect(await claimDecisions.reject(rejected.id, 'no', action)).toBe('done')
    await claimDecisions.markSent(manual.id, samplePayment(manual), { ...action, action: 'mark_sent' })
    const fence = (await leases.acquireFree('wallet', 'test', Date.now(), 60_000)) ?? 0
    for (const [claim, isHeld] of [
      [held, true],
      [underWay, false],
    ] as const) {
      const [transfer] = (await journal.nextTransfers(runId, 9)).filter(({ claimId }) => claimId === claim.id)
      const attempt = sampleAttempt(runId, fence)
      await journal.write({ name: 'wallet', fence }, runId, [
        { attempt, transfers: transfer ? [transfer] : [] },
      ])
      if (isHeld) await journal.hold(attempt.id, 'nobody knows', 1)
    }
    expect(await holds.list()).toHaveLength(1)
    for (const sort of CLAIM_SORTS) {
      expect(await find(context, { sort, payment: 'failed' })).toEqual([failed.id])
      expect(await find(context, { sort, payment: 'on_hold' })).toEqual([held.id])
      expect(await find(context, { sort, payment: 'in_flight' })).toEqual([underWay.id])
      expect(await find(context, { sort, payment: 'by_hand' })).toEqual([manual.id])
    }
    expect(await find(context, { payment: 'failed', status: 'queued' })).toEqual([failed.id])
    expect(await find(context, { payment: 'failed', status: 'sent' })).toEqual([])
    expect(await find(context, { payment: 'failed', search: failed.id })).toEqual([failed.id])
    expect(await find(context, { payment: 'failed', search: held.id })).toEqual([])
    // Rejected before it was sent, and queued again: no failure.
    const undone = { ...action, action: 'undo_reject' } as const
    expect(await claimDecisions.undoReject(rejected.id, null, undone)).toBe('done')
    expect(await find(context, { payment: 'failed' })).toEqual([failed.id])
    expect(await context.store.figures.unpayableClaims()).toEqual({ failed: 1, held: 1 })
    expect(await claimDecisions.reject(failed.id, 'no wallet', action)).toBe('done')
    expect(await context.store.figures.unpayableClaims()).toEqual({ failed: 0, held: 1 })
  })

  test('ranges of amount and of time include their bounds, in every order and with a search', async () => {
    const made = [5, 40, 500, 6000].map((amount, n) =>
      sampleClaim({ amountWei: BigInt(amount), submittedAtMs: 1_700_000_000_000 + n * 86_400_000 }),
    )
    for (const claim of made) await context.store.claims.insertMany([claim])
    const ids = made.map(({ id }) => id)
    const times = made.map(({ submittedAtMs }) => submittedAtMs)
    for (const sort of ['oldest', 'smallest'] as const) {
      const some = (filter: object) => find(context, { sort, ...filter })
      expect(await some({ amount: { from: 40n, to: 500n } })).toEqual(ids.slice(1, 3))
      expect(await some({ amount: { from: 41n } })).toEqual(ids.slice(2))
      expect(await some({ amount: { to: 39n } })).toEqual(ids.slice(0, 1))
      expect(await some({ timeMs: { from: times[1], to: times[2] } })).toEqual(ids.slice(1, 3))
      expect(await some({ timeMs: { from: (times[3] ?? 0) + 1 } })).toEqual([])
      expect(await some({ timeMs: { to: times[0] }, amount: { to: 5n } })).toEqual(ids.slice(0, 1))
      expect(await some({ timeMs: { from: times[2] }, search: '0x', status: 'queued' })).toEqual(ids.slice(2))
    }
  })

  test('what very many claims have in common is gone through in the order of the list', {
    timeout: 30_000,
  }, async () => {
    const { claims, runs } = context.store
    const made = Array.from({ length: 1100 }, (_, n) =>
      sampleClaim({ amountWei: BigInt(n % 7), submittedAtMs: 1_700_000_000_000 + n }),
    )
    await claims.insertMany(made)
    const run = await runs.create(sampleRun())
    for (let start = 0; start < made.length; start += 100) {
      await runs.addTransfers(
        made
          .slice(start, start + 100)
          .map((claim) => sampleTransfer(claim, { runId: run?.id ?? 0, state: 'failed', failure: 'Frozen' })),
      )
    }
    const everything = {
      payment: 'failed',
      amount: { from: 3n, to: 3n },
      timeMs: { from: 1_700_000_000_000 },
      limit: 3,
    } as const
    const ids = made.filter(({ amountWei }) => amountWei === 3n).map(({ id }) => id)
    await using parts = new AsyncDisposableStack()
    const database = parts.adopt(await openDatabase(context.location), (opened) => opened.close())
    // By the index on the amount, where few claims have it, and through the list in its order.
    for (const common of [1000, 5]) {
      const lists = createClaimListStore(database, common)
      for (const [sort, expected] of [
        ['oldest', ids],
        ['newest', ids.toReversed()],
        ['largest', ids.toReversed()],
      ] as const) {
        const first = await lists.list({ ...everything, sort })
        expect(first.map(({ id }) => id)).toEqual(expected.slice(0, 3))
        const next = await lists.list({ ...everything, sort, after: first.at(-1) })
        expect(next.map(({ id }) => id)).toEqual(expected.slice(3, 6))
      }
    }
  })
})
