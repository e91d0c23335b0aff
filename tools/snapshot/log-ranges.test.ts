import type { RpcLog } from 'viem'
import { expect, test } from 'vitest'
import { logRanges } from './read-balances.ts'

const noPause = () => Promise.resolve()

/** A node with one log in each block, that refuses some ranges. Records what it is asked. */
function chain(refuses: (blocks: bigint, to: bigint) => boolean) {
  const asked: bigint[] = []
  return {
    asked,
    read(from: bigint, to: bigint): Promise<RpcLog[]> {
      const blocks = to - from + 1n
      asked.push(blocks)
      if (refuses(blocks, to)) return Promise.reject(new Error('refused'))
      return Promise.resolve(Array.from({ length: Number(blocks) }, () => ({}) as RpcLog))
    },
  }
}

async function readAll(read: ReturnType<typeof chain>['read'], first: bigint, last: bigint) {
  const ranges: (readonly [bigint, bigint])[] = []
  let logs = 0
  for await (const range of logRanges(read, first, last, noPause)) {
    ranges.push([range.from, range.to])
    logs += range.logs.length
  }
  return { ranges, logs }
}

test('every block is read once, whatever ranges the node allows', async () => {
  for (const most of [1n, 7n, 1_000n, 10_000n, 10n ** 9n]) {
    const { ranges, logs } = await readAll(chain((blocks) => blocks > most).read, 5n, 20_004n)
    expect(logs).toBe(20_000)
    expect(ranges.at(0)?.[0]).toBe(5n)
    expect(ranges.at(-1)?.[1]).toBe(20_004n)
    for (const [place, [from]] of ranges.entries()) {
      if (place > 0) expect(from).toBe((ranges[place - 1]?.[1] ?? 0n) + 1n)
    }
  }
})

test('a range that was refused is not asked for again at once', async () => {
  const { asked, read } = chain((blocks) => blocks > 100n)
  await readAll(read, 0n, 19_999n)
  const refused = asked.filter((blocks) => blocks > 100n).length
  expect(refused).toBeLessThan(asked.length / 3)
})

test('a node that fails a few times is asked again, one that fails for good is told of', async () => {
  let failures = 3
  const shaky = chain((blocks) => blocks === 1n && failures-- > 0)
  expect((await readAll(shaky.read, 9n, 9n)).logs).toBe(1)
  await expect(readAll(chain((_, to) => to > 50n).read, 0n, 100n)).rejects.toThrow('refused')
})

test('nothing is asked where there is nothing to read', async () => {
  const { asked, read } = chain(() => false)
  expect((await readAll(read, 10n, 9n)).ranges).toEqual([])
  expect(asked).toEqual([])
})
