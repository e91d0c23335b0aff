import { expect, test } from 'vitest'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { loadKeccak } from './bytes.ts'
import { growListTree } from './grow-list-tree.ts'
import { type ListHolder, ListRecordsBuilder, rootOfRecords } from './list-records.ts'
import { rootOfList } from './list-tree.ts'

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
