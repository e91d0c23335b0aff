import { expect, test } from 'vitest'
import { parseMetrics, sampleValue } from '../../../test/harness/parse-metrics.ts'
import { PortalMetrics } from './portal-metrics.ts'

const ROUTES = { submitClaim: '/submit', allocation: '/allocation', claim: '/claim' }

test('this process owns a lease from when it is taken until it is lost or given back', async () => {
  const metrics = new PortalMetrics(ROUTES)
  const owner = async (wallet: string) =>
    sampleValue(parseMetrics(await metrics.read()), 'ferry_lease_owner', { wallet })
  const tell = (event: 'lease_taken' | 'lease_lost' | 'lease_given_back', wallet: string) =>
    metrics.count({ event, runId: 1, wallet, fence: 1 })
  tell('lease_taken', 'a')
  tell('lease_taken', 'b')
  expect([await owner('a'), await owner('b'), await owner('c')]).toEqual(['1', '1', null])
  tell('lease_lost', 'a')
  tell('lease_given_back', 'b')
  expect([await owner('a'), await owner('b')]).toEqual(['0', '0'])
  tell('lease_taken', 'a')
  expect(await owner('a')).toBe('1')
})

test('requests without an answer are counted among all, and as errors', async () => {
  const metrics = new PortalMetrics(ROUTES)
  for (const isAnswered of [true, false, true])
    metrics.countRpc('https://node.example', 'getSlot', isAnswered)
  const parsed = parseMetrics(await metrics.read())
  const labels = { node: 'https://node.example', method: 'getSlot' }
  expect(sampleValue(parsed, 'ferry_rpc_requests_total', labels)).toBe('3')
  expect(sampleValue(parsed, 'ferry_rpc_errors_total', labels)).toBe('1')
})
