import type { Address } from '@solana/kit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { randomAddress } from '../../../test/harness/sample-accounts.ts'
import { createBoundedDestinationLookup, type DestinationLookup } from './destination-lookup.ts'

const BOUNDS = { keptForMs: 10_000, mostKept: 3, mostPending: 150, waitMs: 4_000, distanceMs: 500 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function bounded(answer: DestinationLookup['find'] = async () => 'unused', isNodeSilent = () => false) {
  const asked: Address[] = []
  const { find } = createBoundedDestinationLookup(
    {
      find(address) {
        asked.push(address)
        return answer(address)
      },
      isNodeSilent,
    },
    BOUNDS,
  )
  return { find, asked }
}

const addresses = (count: number) => Array.from({ length: count }, randomAddress)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('an answer is given again for some seconds', async () => {
  const { find, asked } = bounded()
  const address = randomAddress()
  expect(await find(address)).toBe('unused')
  await pass(9_000)
  expect(await find(address)).toBe('unused')
  expect(asked).toHaveLength(1)
  await pass(1_001)
  await find(address)
  expect(asked).toHaveLength(2)
})

test('unknown is not kept', async () => {
  const { find, asked } = bounded(async () => 'unknown')
  const address = randomAddress()
  await find(address)
  await pass(500)
  await find(address)
  expect(asked).toHaveLength(2)
})

test('the oldest answers are forgotten beyond the bound', async () => {
  const { find, asked } = bounded()
  const [first, ...others] = addresses(4) as [Address, ...Address[]]
  await find(first)
  for (const address of others) {
    await pass(500)
    await find(address)
  }
  await pass(500)
  await find(first)
  expect(asked).toHaveLength(5)
  await find(others[2] as Address)
  expect(asked).toHaveLength(5)
})

test('those who ask for one address share one look-up', async () => {
  const { find, asked } = bounded()
  const address = randomAddress()
  expect(await Promise.all([find(address), find(address)])).toEqual(['unused', 'unused'])
  expect(asked).toEqual([address])
})

test('a flood asks the node for 100 addresses at a time, with a distance; beyond the bound it is unknown', async () => {
  const { find, asked } = bounded()
  const answers = addresses(1_000).map(find)
  expect(await answers[999]).toBe('unknown')
  await pass(499)
  expect(asked.length).toBeLessThanOrEqual(100)
  await pass(501)
  expect(asked).toHaveLength(150)
  const told = await Promise.all(answers)
  expect(told.filter((answer) => answer === 'unused')).toHaveLength(150)
  expect(told.filter((answer) => answer === 'unknown')).toHaveLength(850)
})

test('a node that hangs holds nobody for longer than the limit, and is asked once', async () => {
  const { promise, resolve } = Promise.withResolvers<'wallet'>()
  const { find, asked } = bounded(() => promise)
  const [one, two] = addresses(2) as [Address, Address]
  const first = find(one)
  await pass(600)
  const second = find(two)
  await pass(4_000)
  expect(await Promise.all([first, second])).toEqual(['unknown', 'unknown'])
  expect(asked).toEqual([one])
  resolve('wallet')
  await pass(1_000)
  expect(asked).toEqual([one, two])
  expect(await find(two)).toBe('wallet')
})

test('nobody waits for a node that is silent, however many ask', async () => {
  let isSilent = false
  const { find, asked } = bounded(
    async () => 'unknown',
    () => isSilent,
  )
  await find(randomAddress())
  await pass(500)
  isSilent = true
  const answers = await Promise.all(addresses(150).map(find))
  expect(answers).toEqual(Array(150).fill('unknown'))
  expect(asked).toHaveLength(151)
})

test('an error is thrown to those who asked, and the next are looked up', async () => {
  let fails = true
  const { find } = bounded(async () => {
    if (fails) throw new Error('the store is away')
    return 'vault'
  })
  const address = randomAddress()
  await expect(find(address)).rejects.toThrow('the store is away')
  fails = false
  await pass(500)
  expect(await find(address)).toBe('vault')
})
