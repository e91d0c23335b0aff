import { expect, test } from 'vitest'
import { CLAIM_SORTS, type ClaimSort } from '#domain/claim-filter.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import { sampleClaim } from '../../../test/harness/sample-rows.ts'
import type { ClaimFilter, ClaimPosition } from './claim-lists.ts'

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
