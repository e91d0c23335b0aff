import { expect, test } from 'vitest'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { type ListHolder, ListRecordsBuilder } from '#proofs/list-records.ts'
import { firstList, ListComparison } from './compare-lists.ts'

test.each([0, 1, 9, 45_000])('a first list of %i rows is compared as if each was noted', async (count) => {
  const random = seededRandom(44)
  const builder = new ListRecordsBuilder()
  for (let n = 0; n < count; n++) {
    const address = `0x${n.toString(16).padStart(40, '0')}`
    // Of few amounts, on both sides of a word of 64 bits: many rows have the same.
    const amountWei = BigInt(random.between(0, 5_000)) << 60n
    builder.add({ address, amountWei } as ListHolder)
  }
  const records = builder.sorted()
  const noted = new ListComparison()
  for (const rows of records.pages(1_000)) for (const row of rows) noted.note(undefined, row)
  const compared = await firstList(records, noted.added.amountWei)
  expect(compared.describe(18)).toEqual(noted.describe(18))
})
