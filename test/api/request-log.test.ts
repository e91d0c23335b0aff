import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const WALLET = `0x${'5e'.repeat(20)}`

let ferry: TestPortal
beforeAll(async () => {
  ferry = await startPortal({ environment: { TRUST_PROXY: 'on' } })
})
afterAll(() => ferry.close())

/** Asks for a path as a visitor behind a proxy, and returns the lines about it. */
async function linesOf(url: string, visitor = '203.0.113.7'): Promise<string[]> {
  const response = await ferry.server.inject({ url, headers: { 'x-forwarded-for': visitor } })
  const id = String(response.headers['x-request-id'])
  return ferry.logLines.filter((line) => line.includes(id))
}

test.each([
  [`/api/allocations?eth=${WALLET}`, '/api/allocations'],
  [`/api/claims/${WALLET}`, '/api/claims/:eth'],
  [`/api/claims/${WALLET}x?q=a-token`, '/api/claims/:eth'],
  ['/api/admin/claims?q=a-token', '/api/admin/claims'],
  ['/?operator&q=a-token', '/'],
  [`/api/${WALLET}`, null],
  [`/${WALLET}?q=a-token`, null],
])('%s is logged by its route, without wallet, query or visitor', async (url, route) => {
  const lines = await linesOf(url)
  expect(lines.length).toBeGreaterThan(0)
  const text = lines.join().toLowerCase()
  for (const kept of [WALLET, 'a-token', 'operator', '203.0.113.7']) expect(text).not.toContain(kept)
  const completed = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request completed')
  expect(completed.map(({ req }) => req)).toEqual([{ method: 'GET', route, from: '203.0.113.0/24' }])
})

test('of an IPv6 address the log keeps the site', async () => {
  const [line = ''] = (await linesOf('/api/health', '2001:db8:1:2:3:4:5:6')).slice(-1)
  expect(JSON.parse(line).req.from).toBe('2001:db8:1::/48')
})

test('nor is a path that can not be read', async () => {
  const lines = await linesOf(`/api/claims/%zz${WALLET}`)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join().toLowerCase()).not.toContain(WALLET)
})

test('an error of ours does not bring them back', async () => {
  const find = ferry.app.store.snapshots.findAllocation
  ferry.app.store.snapshots.findAllocation = () => Promise.reject(new Error('broken'))
  const lines = await linesOf(`/api/allocations?eth=${WALLET}`)
  ferry.app.store.snapshots.findAllocation = find
  expect(lines.join()).toContain('broken')
  expect(lines.join().toLowerCase()).not.toContain(WALLET)
})
