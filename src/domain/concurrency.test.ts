import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batchPerTick } from './concurrency.ts'

/** Doubles numbers, and remembers which were asked for together. */
function doubler(maxBatchSize = 100) {
  const batches: number[][] = []
  const double = batchPerTick<number, number>(
    async (items) => {
      batches.push([...items])
      return items.map((item) => item * 2)
    },
    { maxBatchSize },
  )
  return { batches, double }
}

test('one turn of the event loop is one batch, even with promises awaited in between', async () => {
  const { batches, double } = doubler()
  const later = Promise.resolve().then(() => double(3))
  expect(await Promise.all([double(1), double(2), later])).toEqual([2, 4, 6])
  expect(batches).toEqual([[1, 2, 3]])

  expect(await double(4)).toBe(8)
  expect(batches).toEqual([[1, 2, 3], [4]])
})

test('what is asked while a batch is worked on does not wait for it', async () => {
  const batches: number[][] = []
  const { promise, resolve } = Promise.withResolvers<number[]>()
  const ask = batchPerTick<number, number>(
    (items) => {
      batches.push([...items])
      return batches.length === 1 ? promise : Promise.resolve([...items])
    },
    { maxBatchSize: 100 },
  )
  const first = ask(1)
  await nextTurn()
  expect(await ask(2)).toBe(2)
  resolve([1])
  expect(await first).toBe(1)
  expect(batches).toEqual([[1], [2]])
})

test('where few may be under way, what is asked meanwhile is one batch, also after one that failed', async () => {
  const batches: number[][] = []
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ask = batchPerTick<number, number>(
    async (items) => {
      batches.push([...items])
      await gates[batches.length - 1]?.promise
      return items
    },
    { maxBatchSize: 3, mostUnderWay: 1 },
  )
  const first = ask(1)
  await nextTurn()
  const others = [2, 3].map(ask)
  await nextTurn()
  const last = [4, 5].map(ask)
  await nextTurn()
  expect(batches).toEqual([[1]])
  gates[0]?.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  await nextTurn()
  await nextTurn()
  expect(batches).toEqual([[1], [2, 3, 4]])
  gates[1]?.resolve()
  expect(await Promise.all([...others, ...last])).toEqual([2, 3, 4, 5])
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
})

test('more than fit are several batches, each answered in its places', async () => {
  const { batches, double } = doubler(2)
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([[1, 2], [3, 4], [5]])
})

test('equal items are asked for one by one', async () => {
  const { batches, double } = doubler()
  await Promise.all([double(1), double(1)])
  expect(batches).toEqual([[1, 1]])
})

test.each([
  ['rejects', () => Promise.reject(new Error('broken'))],
  [
    'throws at once',
    () => {
      throw new Error('broken')
    },
  ],
])('work that %s fails each item of its batch, and no other', async (_, fail) => {
  const ask = batchPerTick<number, number>(async (items) => (items.includes(1) ? fail() : [...items]), {
    maxBatchSize: 2,
  })
  expect(await Promise.allSettled([ask(1), ask(2), ask(3)])).toEqual([
    { status: 'rejected', reason: new Error('broken') },
    { status: 'rejected', reason: new Error('broken') },
    { status: 'fulfilled', value: 3 },
  ])
})

test('an Error among the answers fails its item alone', async () => {
  const ask = batchPerTick<number, number>(
    async (items) => items.map((item) => (item === 1 ? new Error('one') : item)),
    { maxBatchSize: 100 },
  )
  expect(await Promise.allSettled([ask(1), ask(2)])).toEqual([
    { status: 'rejected', reason: new Error('one') },
    { status: 'fulfilled', value: 2 },
  ])
})

test.each([[[1]], [[1, 2, 3]]])('too few or too many answers are none: %j', async (answers) => {
  const ask = batchPerTick<number, number>(async () => answers, { maxBatchSize: 100 })
  const asked = await Promise.allSettled([ask(1), ask(2)])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
