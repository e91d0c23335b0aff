import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { StandardMerkleTree } from '@openzeppelin/merkle-tree'
import { beforeAll, describe, expect, test } from 'vitest'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { fromHex, type Keccak, loadKeccak, toHex } from './bytes.ts'
import { growListTree } from './grow-list-tree.ts'
import { type ListHolder, ListRecordsBuilder, rootOfRecords } from './list-records.ts'
import {
  LEAF_TYPES,
  ListOrderError,
  type ListRow,
  type ListTree,
  ListTreeBuilder,
  listLeaf,
  proofOfRow,
  rootOfList,
} from './list-tree.ts'
import { climb } from './merkle-tree.ts'

describe('list tree', () => {
  const REAL_FILE = resolve(import.meta.dirname, '../../../shared/data/uni-holders.csv.gz')

  /** By @openzeppelin/merkle-tree, over the addresses in ascending order. */
  const REAL_ROOT = '0x2b723245bbf05d0be7785426ee40a1a793b174f877cf5a91c77edef90dca0dbc'

  let keccak: Keccak
  beforeAll(async () => {
    keccak = await loadKeccak()
  })

  function treeOf(rows: readonly ListRow[]): ListTree {
    const builder = new ListTreeBuilder(keccak)
    builder.add(rows)
    return builder.finish()
  }

  function standardTree(rows: readonly ListRow[]) {
    const values = rows.map(({ address, amountWei }, index) => [BigInt(index), address, amountWei])
    return StandardMerkleTree.of(values, [...LEAF_TYPES])
  }

  async function* pagesOf(rows: readonly ListRow[], size: number) {
    for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
  }

  function randomRows(random: SeededRandom, count: number): ListRow[] {
    const addresses = new Set<string>()
    const hex = (digits: number) =>
      Array.from({ length: digits }, () => random.between(0, 15).toString(16)).join('')
    while (addresses.size < count) addresses.add(`0x${hex(40)}`)
    return [...addresses]
      .sort()
      .map((address) => ({ address, amountWei: BigInt(`0x${hex(random.between(1, 64))}`) }))
  }

  test('is the standard tree of OpenZeppelin, on lists of any length, and so are its proofs', () => {
    const random = seededRandom(17)
    const lengths = [
      1,
      2,
      3,
      4,
      5,
      7,
      8,
      9,
      31,
      33,
      ...Array.from({ length: 20 }, () => random.between(1, 200)),
    ]
    for (const length of lengths) {
      const rows = randomRows(random, length)
      const tree = treeOf(rows)
      const standard = standardTree(rows)
      expect(rootOfList(tree)).toBe(standard.root)
      for (const [index, row] of rows.entries()) {
        expect(proofOfRow(keccak, tree, row)).toEqual({ index, proof: standard.getProof(index) })
      }
    }
  })

  test('has no proof of another amount, or of an address that is not in the list', () => {
    const rows = randomRows(seededRandom(3), 50)
    const tree = treeOf(rows)
    const [first] = rows as [ListRow]
    expect(proofOfRow(keccak, tree, { ...first, amountWei: first.amountWei + 1n })).toBeNull()
    expect(proofOfRow(keccak, tree, { ...first, address: `0x${'0'.repeat(40)}` })).toBeNull()
  })

  test('rows out of order, or one address twice, are refused', () => {
    const [a, b] = randomRows(seededRandom(5), 2) as [ListRow, ListRow]
    expect(() => treeOf([b, a])).toThrow(ListOrderError)
    expect(() => treeOf([a, a])).toThrow(ListOrderError)
  })

  test('is the same from a thread as without one, and what goes wrong in either is thrown', async () => {
    const rows = randomRows(seededRandom(9), 2_001)
    const grown = await growListTree(pagesOf(rows, 500), rows.length)
    expect(rootOfList(grown)).toBe(rootOfList(treeOf(rows)))
    expect(rootOfList(await growListTree(pagesOf(rows, 500), 1))).toBe(rootOfList(grown))
    await expect(growListTree(pagesOf([...rows].reverse(), 500), rows.length)).rejects.toThrow(
      'does not come after',
    )
  })

  test('a real list has the root that OpenZeppelin gives it', async ({ skip }) => {
    skip(!existsSync(REAL_FILE), 'there is no ../shared/data/uni-holders.csv.gz beside the repository')
    const lines = gunzipSync(readFileSync(REAL_FILE)).toString().trimEnd().split('\n').slice(1)
    const rows = lines
      .map((line) => {
        const [address = '', amount = ''] = line.split(',')
        return { address: address.toLowerCase(), amountWei: BigInt(amount) }
      })
      .sort((a, b) => (a.address < b.address ? -1 : 1))
    const tree = await growListTree(pagesOf(rows, 1_000), rows.length)
    expect([rows.length, rootOfList(tree)]).toEqual([252_803, REAL_ROOT])
    const row = rows[123_456] as ListRow
    const proved = proofOfRow(keccak, tree, row)
    const siblings = proved?.proof.map(fromHex) ?? []
    expect(toHex(climb(keccak, listLeaf(keccak, 123_456, row), siblings))).toBe(REAL_ROOT)
  }, 120_000)
})

/** More than two blocks of records, and many whose first four bytes are the same. */
const ROWS = 40_000

function randomHolders(count: number): ListHolder[] {
  const random = seededRandom(31)
  const hex = (digits: number) =>
    random
      .between(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0')
  const holders = new Map<string, ListHolder>()
  while (holders.size < count) {
    const address = `0x${random.between(0, 3) === 0 ? '0000beef' : hex(8)}${hex(8)}${'0'.repeat(16)}${hex(8)}`
    holders.set(address, { address, amountWei: BigInt(`0x${hex(8)}${hex(8)}${hex(8)}`) } as ListHolder)
  }
  return [...holders.values()]
}

test.each([0, 1, 2, 3, 200, ROWS])(
  '%i rows in no order come out in order, each once, with their root',
  async (count) => {
    const holders = randomHolders(count)
    const builder = new ListRecordsBuilder()
    for (const holder of holders) builder.add(holder)
    const records = builder.sorted()
    const ordered = holders.toSorted((a, b) => (a.address < b.address ? -1 : 1))
    expect(records.count).toBe(count)
    expect([...records.pages(999)].flat()).toEqual(ordered)
    if (count === 0) return
    async function* pages() {
      yield ordered
    }
    expect(rootOfRecords(await loadKeccak(), records)).toBe(rootOfList(await growListTree(pages(), count)))
  },
)

test('is the Keccak-256 of inputs of every length around one block, one after another', async () => {
  const keccak = await loadKeccak()
  const random = seededRandom(256)
  for (let length = 0; length <= 300; length++) {
    const inputs = [0, 255, random.between(1, 254)].map((byte) => new Uint8Array(length).fill(byte))
    inputs.push(Uint8Array.from({ length }, () => random.between(0, 255)))
    for (const input of inputs) expect(keccak(input), `${length}`).toEqual(keccak_256(input))
  }
})
