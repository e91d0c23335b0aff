import { expect, test } from 'vitest'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import { FeeSource } from './fee-source.ts'

const ACCOUNT = 'source' as never

function sourceOf(recentPriorityFees: () => Promise<bigint[]>) {
  const clock = { nowMs: 0, monotonicMs: () => clock.nowMs }
  const preferred = { name: 'a.example', recentPriorityFees }
  return { clock, fees: new FeeSource({ preferred } as never, ACCOUNT, clock) }
}

test('a node that refuses or lacks the method is asked again later, and named', async () => {
  let asked = 0
  const { fees, clock } = sourceOf(async () => {
    asked += 1
    throw new RpcUnavailableError('it answered HTTP 403', { nodeName: 'a.example' })
  })
  expect(fees.untold).toBeNull()
  expect(await fees.recentPrices()).toEqual([])
  expect(await fees.recentPrices()).toEqual([])
  expect(asked).toBe(1)
  expect(fees.untold).toBe(
    'The Solana RPC node a.example does not tell recent priority fees (it answered HTTP 403): the least price is offered.',
  )
  clock.nowMs = 20_001
  await fees.recentPrices()
  expect(asked).toBe(2)
})

test('a node that tells them is not named', async () => {
  const { fees } = sourceOf(async () => [7n])
  expect(await fees.recentPrices()).toEqual([7n])
  expect(fees.untold).toBeNull()
})
