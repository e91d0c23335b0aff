import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { addClaims } from '../harness/add-claims.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const AMOUNTS_WEI = ['1', '999999999999999999999999', '500000000000000000', '2', '3']

let ferry: TestPortal
let headers: { authorization: string }

beforeAll(async () => {
  ferry = await startPortal()
  headers = await ferry.adminHeaders()
  await addClaims(
    ferry.app,
    AMOUNTS_WEI.map((amountWei, n) =>
      sampleClaim({
        id: `AAAA-BBBB-000${n}`,
        evmAddress: `0xabc${n}`.padEnd(42, '0'),
        solAddress: `Wallet${n}`,
        amountWei: BigInt(amountWei),
        amountUA: `${n}.5`,
        status: n === 3 ? 'sent' : n === 4 ? 'rejected' : 'queued',
        solTx: n === 3 ? 'Transaction3' : null,
        submittedAtMs: 1_700_000_000_000 + n,
      }),
    ),
  )
})
afterAll(() => ferry.close())

const list = async (query: Record<string, string>) => {
  const response = await callEndpoint(ferry.server, endpoints.admin.claims, { query }, { headers })
  return { statusCode: response.statusCode, ...response.json() }
}

const idsOf = ({ claims }: { claims: { id: string }[] }) => claims.map(({ id }) => id.at(-1)).join('')

test('sums are exact', async () => {
  const stats = (await callEndpoint(ferry.server, endpoints.admin.stats, {}, { headers })).json()
  expect(stats).toEqual({
    total: 5,
    queued: 3,
    sent: 1,
    rejected: 1,
    totalAmountSubmitted: '1000000.500000000000000005',
    // The claim marked sent has no recorded payment.
    totalAmountSent: '0',
    totalAmountMarkedUnproved: '0',
  })
})

describe('the list', () => {
  test('gives claims in the shape of the panel', async () => {
    const { claims } = await list({ status: 'sent' })
    expect(claims).toEqual([
      {
        id: 'AAAA-BBBB-0003',
        evmAddr: '0xabc3'.padEnd(42, '0'),
        solAddr: 'Wallet3',
        amountUa: '3.5',
        status: 'sent',
        submittedAt: 1_700_000_000,
        solTx: 'Transaction3',
        attemptState: null,
        paymentState: null,
        byHand: false,
        failure: null,
        cluster: null,
        reason: null,
      },
    ])
  })

  test('gives page after page, newest first', async () => {
    const pages = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { claims: { id: string }[]; nextCursor: string | null } = await list({
        limit: '2',
        ...(cursor && { cursor }),
      })
      pages.push(idsOf(page))
      cursor = page.nextCursor
    }
    expect(pages).toEqual(['43', '21', '0'])
  })

  test.each([
    ['newest', '43210'],
    ['oldest', '01234'],
    ['largest', '12430'],
    ['smallest', '03421'],
  ])('gives the %s first', async (sort, order) => {
    expect(idsOf(await list({ sort }))).toBe(order)
    const first = await list({ sort, limit: '3' })
    const second = await list({ sort, limit: '3', cursor: first.nextCursor })
    expect(idsOf(first) + idsOf(second)).toBe(order)
    expect(second.nextCursor).toBeNull()
    const otherSort = sort === 'newest' ? 'oldest' : 'newest'
    expect(await list({ sort: otherSort, cursor: first.nextCursor })).toMatchObject({ statusCode: 400 })
  })

  test.each([
    ['all', {}, '43210'],
    ['a status', { status: 'queued' }, '210'],
    ['an id', { q: 'aaaa-bbbb-0002' }, '2'],
    ['the start of an EVM address, in any case', { q: '0xABC1' }, '1'],
    ['the start of a wallet', { q: 'Wallet4' }, '4'],
    ['a wallet in another case, which is another', { q: 'wallet4' }, ''],
    ['a transaction', { q: 'Transaction3' }, '3'],
    ['a wildcard, which is no pattern', { q: '%' }, ''],
    ['an empty search', { q: '  ' }, '43210'],
    ['a search within a status', { q: '0xabc', status: 'rejected' }, '4'],
  ])('finds %s', async (_, query, ids) => {
    expect(idsOf(await list(query))).toBe(ids)
  })

  test.each([
    ['limit', { limit: '0' }],
    ['limit', { limit: '501' }],
    ['limit', { limit: 'many' }],
    ['status', { status: 'lost' }],
    ['sort', { sort: 'best' }],
    ['cursor', { cursor: 'abc' }],
    ['cursor', { cursor: '-1' }],
    ['cursor', { cursor: Buffer.from('newest:1').toString('base64url') }],
  ])('refuses a wrong %s', async (where, query) => {
    expect(await list(query)).toMatchObject({
      statusCode: 400,
      code: 'invalid_request',
      details: [{ where }],
    })
  })
})
