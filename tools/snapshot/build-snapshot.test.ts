import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Address, type Hex, numberToHex, pad, type RpcLog, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { buildSnapshot, type SnapshotOrder } from './build-snapshot.ts'
import { type EvmNode, SnapshotError, TRANSFER_TOPIC } from './evm-node.ts'

/** A token of few holders with a transfer in most blocks, and nodes that do not give all of its logs. */

const TOKEN: Address = `0x${'a'.repeat(40)}`
const LAST = 300n
const MINTS = 150
/** More than so many blocks are refused. */
const RANGE = 20n

const random = seededRandom(7)
const holder = (n: number) => pad(numberToHex(n + 1), { size: 20 })
const logs: RpcLog[] = []
const balances = new Map<Address, bigint>()

function transfer(block: number, from: Address, to: Address, value: bigint): void {
  for (const [who, by] of [
    [from, -value],
    [to, value],
  ] as const) {
    if (who !== zeroAddress) balances.set(who, (balances.get(who) ?? 0n) + by)
  }
  logs.push({
    address: TOKEN,
    topics: [TRANSFER_TOPIC, pad(from), pad(to)],
    data: pad(numberToHex(value)),
    blockNumber: numberToHex(block),
    logIndex: '0x0',
    removed: false,
  } as unknown as RpcLog)
}
for (let n = 0; n < MINTS; n++) transfer(10 + n, zeroAddress, holder(n), 1_000n + BigInt(n))
for (let block = 165; block <= Number(LAST); block++) {
  // Some blocks have none.
  if (block % 9 === 0) continue
  transfer(
    block,
    holder(random.between(0, MINTS - 1)),
    holder(random.between(0, 2 * MINTS)),
    BigInt(random.between(1, 9)),
  )
}
const totalSupply = [...balances.values()].reduce((sum, balance) => sum + balance, 0n)
const expected = [...balances].filter(([, balance]) => balance > 0n).sort(([a], [b]) => (a < b ? -1 : 1))

const blockOf = (hash: Hex) => ({ number: LAST, hash, stateRoot: hash, timestamp: 0n, isHashProved: true })

const unasked = () => Promise.reject(new Error('a token asks for no coin'))
const NATIVE = { balance: unasked, code: unasked, accountRange: unasked, touched: unasked }

/** A node that gives what `logsOf` makes of the logs of a range. Ranges are counted from 0. */
function nodeThat(
  logsOf: (found: RpcLog[], range: number) => RpcLog[] | Promise<RpcLog[]> = (found) => found,
  others: Partial<EvmNode> = {},
): EvmNode {
  let ranges = 0
  return {
    chainId: async () => 1,
    block: async () => blockOf('0x11'),
    hasCode: async (_, block) => block >= 10n,
    async transferLogs(_, from, to) {
      if (to - from >= RANGE) throw new Error('too many blocks')
      return logsOf(
        logs.filter(({ blockNumber }) => BigInt(blockNumber ?? 0) >= from && BigInt(blockNumber ?? 0) <= to),
        ranges++,
      )
    },
    balanceOf: async (_, who) => balances.get(who) ?? 0n,
    balancesOf: async (_, who) => who.map((each) => balances.get(each) ?? 0n),
    totalSupply: async () => totalSupply,
    decimals: async () => 0,
    proof: () => Promise.reject(new Error('no such method')),
    ...NATIVE,
    ...others,
  }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-build-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const build = (node: EvmNode, order: Partial<SnapshotOrder> = {}) =>
  buildSnapshot({
    node,
    secondNode: null,
    token: TOKEN,
    blockNumber: null,
    excluded: new Set(),
    minimumUA: '0',
    // Nobody is drawn: what finds a loss out is not luck.
    sampleSize: 0,
    stateFile: null,
    onProgress: () => {},
    ...order,
  })

/** Returns how many ranges the node is asked for. */
async function countRanges(): Promise<number> {
  let count = 0
  await build(
    nodeThat((found) => {
      count += 1
      return found
    }),
  )
  return count
}

test('a node that answers slowly, or refuses at times, gives the same list', async () => {
  let calls = 0
  const slow = nodeThat(async (found) => {
    await setTimeout(calls++ % 4)
    if (calls % 5 === 0) throw new Error('timeout')
    return found
  })
  const { rows, checked } = await build(slow)
  expect(rows).toEqual(expected)
  expect(checked).toMatchObject({ logs: logs.length, balances: `all ${expected.length}` })
})

describe('a loss of logs is found out wherever it is', () => {
  test.each<[string, (found: RpcLog[]) => RpcLog[]]>([
    ['an empty answer', () => []],
    ['an answer that is cut short', (found) => found.slice(0, -1)],
    ['an answer without its beginning', (found) => found.slice(1)],
    ['an answer that lacks one in the middle', (found) => found.toSpliced(found.length / 2, 1)],
  ])('by %s', async (_, cut) => {
    const ranges = await countRanges()
    expect(ranges).toBeGreaterThan(LAST / RANGE)
    let lost = 0
    for (let range = 0; range < ranges; range++) {
      let isLost = false
      const liar = nodeThat((found, place) => {
        if (place !== range) return found
        isLost ||= cut(found).length < found.length
        return cut(found)
      })
      const built = await build(liar).catch((error: unknown) => error)
      if (isLost) expect(built, `range ${range}`).toBeInstanceOf(SnapshotError)
      else expect(built).toMatchObject({ rows: expected })
      lost += Number(isLost)
    }
    expect(lost).toBeGreaterThan(10)
  })

  test('and what was read so is not gone on with', async () => {
    const stateFile = join(folder, 'state.json')
    await expect(
      build(
        nodeThat((found, range) => (range === 5 ? [] : found)),
        { stateFile },
      ),
    ).rejects.toThrow(SnapshotError)
    expect(existsSync(stateFile)).toBe(false)
    expect((await build(nodeThat(), { stateFile })).rows).toEqual(expected)
  })
})

test('a node that has another block by the end is found out', async () => {
  let asked = 0
  const block = async () => blockOf(asked++ === 0 ? '0x11' : '0x22')
  await expect(build(nodeThat((found) => found, { block }))).rejects.toThrow('another block 300 now')
})

test('a second node that gives one holder more and another less is found out, by the balances alone', async () => {
  const moved = logs.find((log, index) => index >= MINTS && log.topics[1] !== log.topics[2])
  const second = nodeThat((found) =>
    found.map((log) => (log === moved ? { ...log, data: pad(numberToHex(BigInt(log.data) + 1n)) } : log)),
  )
  expect((await build(nodeThat(), { secondNode: nodeThat() })).rows).toEqual(expected)
  await expect(build(nodeThat(), { secondNode: second })).rejects.toThrow(
    'disagree about the transfers of 0x',
  )
})

test('a holder for whom the token reverts is named, and can be excluded', async () => {
  const [blocked] = expected[3] ?? [TOKEN]
  const silent = nodeThat((found) => found, {
    balancesOf: async (_, who) => who.map((each) => (each === blocked ? null : (balances.get(each) ?? 0n))),
  })
  await expect(build(silent)).rejects.toThrow(`balanceOf reverts for ${blocked}`)
  const { rows, excluded, checked } = await build(silent, { excluded: new Set([blocked]) })
  expect(rows).toEqual(expected.filter(([holder]) => holder !== blocked))
  expect(excluded).toEqual([[blocked, balances.get(blocked)]])
  expect(checked.balances).toBe(
    `all ${expected.length} but 1 that the token reverts for, and that are excluded: ${blocked}`,
  )
})

test('where a node takes no calls for many, the drawn holders are asked for, and it says so', async () => {
  const balancesOf = () => Promise.reject(new Error('no creation by calls'))
  const { checked } = await build(
    nodeThat((found) => found, { balancesOf }),
    { sampleSize: 5 },
  )
  expect(checked.balances).toMatch(/^5 of \d+, drawn by lot; not checked: the others.*no creation by calls/)
  const balanceOf = async (_: Address, who: Address) => (balances.get(who) ?? -1n) + 1n
  const liar = nodeThat((found) => found, { balancesOf, balanceOf })
  await expect(build(liar, { sampleSize: 5 })).rejects.toThrow('balanceOf says')
})
