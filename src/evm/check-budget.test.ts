import { expect, test } from 'vitest'
import { CheckBudget } from './check-budget.ts'

const TERMS = { all: { atOnce: 3, perMinute: 6 }, one: { atOnce: 2, perMinute: 4 } }

function controlled() {
  let nowMs = 0
  const budget = new CheckBudget(TERMS, () => nowMs)
  const ends: (() => void)[] = []
  return {
    /** Begins a check that goes on until `endAll`. */
    begin: (client: string | null) =>
      budget.run(client, () => new Promise<true>((resolve) => ends.push(() => resolve(true)))),
    run: (client: string | null) => budget.run(client, async () => true),
    endAll: () => {
      for (const end of ends.splice(0)) end()
    },
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('one client has a part of it at once, all together have all', async () => {
  const budget = controlled()
  const [first, second] = [budget.begin('a'), budget.begin('a')]
  expect(await budget.run('a')).toBeNull()
  const third = budget.begin('b')
  expect(await budget.run('c')).toBeNull()
  expect(await budget.run(null)).toBeNull()
  budget.endAll()
  expect(await Promise.all([first, second, third])).toEqual([true, true, true])
  expect(await budget.run('c')).toBe(true)
})

test('so many in a minute, for one and for all', async () => {
  const budget = controlled()
  for (let n = 0; n < 4; n++) expect(await budget.run('a')).toBe(true)
  expect(await budget.run('a')).toBeNull()
  for (const client of ['b', null]) expect(await budget.run(client)).toBe(true)
  expect(await budget.run('c')).toBeNull()
  budget.pass(60_000)
  expect(await budget.run('a')).toBe(true)
})

test('a check that fails gives its place back', async () => {
  const budget = new CheckBudget(TERMS)
  for (let n = 0; n < 3; n++) {
    await expect(budget.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  }
  expect(await budget.run('a', async () => true)).toBe(true)
})
