import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import type { FaultPlanInput } from './fault-plan.ts'

let localnet: Localnet
beforeAll(async () => {
  localnet = await startLocalnet({ slotMs: null })
})
afterAll(() => localnet.close())
beforeEach(() => localnet.faults.use({ seed: 1 }))

function use(...rules: NonNullable<FaultPlanInput['rules']>) {
  localnet.faults.use({ seed: 1, rules })
}

interface Answer {
  id: unknown
  result: unknown
}

/** Asks for the rent of an account of so many bytes: each size has an answer of its own. */
async function ask(id: number, bytes: number, method = 'getMinimumBalanceForRentExemption'): Promise<Answer> {
  const params = method === 'getMinimumBalanceForRentExemption' ? [bytes] : []
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
  return (await (await fetch(localnet.url, { method: 'POST', body })).json()) as Answer
}

const rent = (bytes: number) => Number(localnet.cluster.runtime.rentExemptLamports(bytes))
const triggered = (kind: 'exchangeAnswers' | 'wrongId') => localnet.faults.status().counts[kind] ?? 0

test.each([
  { relabelled: false, ids: [2, 1] },
  { relabelled: true, ids: [1, 2] },
])(
  'two answers are exchanged, and with relabelled: $relabelled have the ids $ids',
  async ({ relabelled, ids }) => {
    const before = triggered('exchangeAnswers')
    use({ kind: 'exchangeAnswers', probability: 1, relabelled, holdMs: 5_000 })
    expect(await Promise.all([ask(1, 10), ask(2, 20)])).toEqual([
      { jsonrpc: '2.0', id: ids[0], result: rent(20) },
      { jsonrpc: '2.0', id: ids[1], result: rent(10) },
    ])
    expect(triggered('exchangeAnswers')).toBe(before + 1)
  },
)

test('an answer without a second one to exchange goes to its own request', async () => {
  const before = triggered('exchangeAnswers')
  use({ kind: 'exchangeAnswers', probability: 1, holdMs: 20 })
  const answers = await Promise.all([ask(1, 10), ask(2, 0, 'getGenesisHash')])
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 1, result: rent(10) },
    { jsonrpc: '2.0', id: 2, result: localnet.genesisHash },
  ])
  expect(triggered('exchangeAnswers')).toBe(before)
})

test('a wrong id is that of no request', async () => {
  use({ kind: 'wrongId', probability: 1, methods: ['getMinimumBalanceForRentExemption'] })
  const { id, result } = await ask(1, 10)
  expect(id).not.toBe(1)
  expect(result).toBe(rent(10))
  expect((await ask(2, 0, 'getGenesisHash')).id).toBe(2)
  expect(triggered('wrongId')).toBe(1)
})
