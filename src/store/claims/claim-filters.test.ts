import { expect, test } from 'vitest'
import { CLAIM_SORTS, type ClaimSort } from '#domain/claim.ts'
import { openDatabase } from '#store/database/open-database.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import { sampleClaim, samplePayment } from '../../../test/harness/sample-rows.ts'
import {
  actionOf,
  beginRun,
  insertClaim,
  listPayments,
  signPayments,
} from '../../../test/harness/store-bed.ts'
import { type ClaimFilter, type ClaimPosition, createClaimListStore } from './claim-lists.ts'

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
    const { store } = context
    const { claimDecisions, holds, journal } = store
    const made = async () => insertClaim(store)
    const [failed, held, underWay] = [await made(), await made(), await made()]
    const [manual, , rejected] = [await made(), await made(), await made()]
    const run = await beginRun(store)
    await listPayments(store, run, [failed], { state: 'failed', failure: 'It is frozen' })
    await listPayments(store, run, [held, underWay, rejected])
    const action = actionOf('reject', rejected.id)
    expect(await claimDecisions.reject(rejected.id, 'no', action)).toBe('done')
    await claimDecisions.markSent(manual.id, samplePayment(manual), { ...action, action: 'mark_sent' })
    const transfers = await journal.nextTransfers(run.id, 9)
    const sign = (claim: NewClaim) =>
      signPayments(
        store,
        run,
        transfers.filter(({ claimId }) => claimId === claim.id),
      )
    await journal.hold((await sign(held)).id, 'nobody knows', 1)
    await sign(underWay)
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
    const { store } = context
    const made = Array.from({ length: 1100 }, (_, n) =>
      sampleClaim({ amountWei: BigInt(n % 7), submittedAtMs: 1_700_000_000_000 + n }),
    )
    await store.claims.insertMany(made)
    const run = await beginRun(store)
    const frozen = { state: 'failed', failure: 'Frozen' } as const
    for (let start = 0; start < made.length; start += 100)
      await listPayments(store, run, made.slice(start, start + 100), frozen)
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

/** Amounts of different lengths, two of them equal. */
const AMOUNTS = [5n, 40n, 5n, 1000000000000000000000000000000n, 0n, 39n]
const STATUSES = ['queued', 'sent', 'queued', 'rejected', 'sent', 'queued'] as const
const COUNT = AMOUNTS.length

/** Identifies claims by their number, in order of arrival. */
async function insertAll({ store }: StoreContext) {
  const made = AMOUNTS.map((amountWei, n) => sampleClaim({ amountWei, status: STATUSES[n] ?? 'queued' }))
  for (const claim of made) await store.claims.insertMany([claim])
  return made.map(({ id }) => id)
}

async function pages({ store }: StoreContext, filter: Omit<ClaimFilter, 'after'>): Promise<string[][]> {
  const found: string[][] = []
  let after: ClaimPosition | undefined
  for (;;) {
    const page = await store.claims.list({ ...filter, after })
    after = page.at(-1)
    if (!after) return found
    found.push(page.map(({ id }) => id))
  }
}

const EXPECTED: Record<ClaimSort, number[]> = {
  newest: [5, 4, 3, 2, 1, 0],
  oldest: [0, 1, 2, 3, 4, 5],
  largest: [3, 1, 5, 2, 0, 4],
  smallest: [4, 0, 2, 5, 1, 3],
}

describeEachStore('the list of claims', (context) => {
  test.each(CLAIM_SORTS)('%s first, page by page, with every filter', async (sort) => {
    const ids = await insertAll(context)
    const order = EXPECTED[sort]
    for (const limit of [1, 2, COUNT]) {
      const found = await pages(context, { sort, limit })
      expect(found.every((page) => page.length <= limit)).toBe(true)
      expect(found.flat()).toEqual(order.map((n) => ids[n]))
    }
    const queued = order.filter((n) => STATUSES[n] === 'queued').map((n) => ids[n])
    expect((await pages(context, { sort, limit: 2, status: 'queued' })).flat()).toEqual(queued)
    expect((await pages(context, { sort, limit: 2, search: '0x' })).flat()).toEqual(order.map((n) => ids[n]))
  })

  test('can be searched for an id, the start of either address, and a transaction', async () => {
    const { claims } = context.store
    const made = [
      sampleClaim({ solTx: 'Tx%1' }),
      sampleClaim({ solAddress: 'Abc%dEf' }),
      sampleClaim({ status: 'rejected', solAddress: 'Abd' }),
    ]
    for (const claim of made) await claims.insertMany([claim])
    const [oldest, middle, newest] = made
    const find = async (search = '', status?: 'rejected') =>
      (await claims.list({ limit: 9, search, status })).map(({ id }) => id)
    expect(await find(middle?.id.toLowerCase())).toEqual([middle?.id])
    expect(await find('Tx%1')).toEqual([oldest?.id])
    expect(await find('Tx')).toEqual([])
    expect(await find('Abc%')).toEqual([middle?.id])
    expect(await find('Ab')).toEqual([newest?.id, middle?.id])
    expect(await find('Ab', 'rejected')).toEqual([newest?.id])
    expect(await find('ab')).toEqual([])
    expect(await find('%')).toEqual([])
    expect(await find(oldest?.evmAddress.toUpperCase())).toEqual([oldest?.id])
  })

  test('finds what very many claims have in common', { timeout: 30_000 }, async () => {
    const { claims } = context.store
    const exchange = 'Exchange111'
    const made = Array.from({ length: 1200 }, (_, n) =>
      sampleClaim({ solAddress: n % 2 === 0 ? 'Other' : exchange, amountWei: BigInt(n) }),
    )
    await claims.insertMany(made)
    await claims.insertMany(made.map(() => sampleClaim({ solAddress: exchange })))
    const found = await pages(context, { search: 'Exch', sort: 'smallest', limit: 500 })
    expect(found.map(({ length }) => length)).toEqual([500, 500, 500, 300])
    expect(found[0]?.[0]).toBe(made[1]?.id)
  })
})
