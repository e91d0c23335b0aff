import { expect, test } from 'vitest'
import { LIST_FORMATS, type ListedHolder, randomList, writeList } from '#lab/lists/write-list.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { type ReadOptions, readWhole } from '../../test/harness/test-reading.ts'
import type { ListChoices } from './list-shape/list-shape.ts'

const SEEDS = Number(process.env.LIST_SEEDS ?? 25)

/** All that a person may be asked of a list whose columns are found. */
const ANSWERS: readonly ListChoices[] = (['amountUA', 'amountWei'] as const).flatMap((unit) =>
  (['.', ','] as const).map((decimalMark) => ({ unit, decimalMark })),
)

type Outcome = 'read' | 'asked' | 'refused'

const pairs = (list: readonly ListedHolder[]) => list.map(({ address, wei }) => `${address} ${wei}`)

/** Reads a file; its rows where nothing is wrong with them. */
async function read(bytes: Buffer, options: ReadOptions) {
  const { rows, ...summary } = await readWhole(bytes, options)
  return { ...summary, pairs: rows.map(({ address, amountWei }) => `${address} ${amountWei}`) }
}

/** Reads a list in a format: right, or it asks and one answer reads it right, or it is refused by row. Anything else fails. */
async function outcomeOf(bytes: Buffer, list: readonly ListedHolder[], chunkBytes: number): Promise<Outcome> {
  const { problems, unknownColumns, odd, pairs: rows } = await read(bytes, { chunkBytes })
  if (unknownColumns) {
    expect(unknownColumns.columns.length).toBeGreaterThan(1)
    expect(unknownColumns.samples.length).toBe(Math.min(3, list.length))
    return 'asked'
  }
  if (problems.length > 0) {
    for (const { where, problem } of problems) {
      expect(where).toMatch(/^(?:row|item) \d+$/)
      expect(problem).toMatch(/ /)
    }
    return 'refused'
  }
  if (!odd.some(({ kind }) => kind === 'unit_unknown' || kind === 'decimal_mark')) {
    expect(rows).toEqual(pairs(list))
    return 'read'
  }
  const answered = await Promise.all(
    ANSWERS.map(async (choices) => (await read(bytes, { choices })).pairs.join('\n')),
  )
  expect(answered).toContain(pairs(list).join('\n'))
  return 'asked'
}

test.each(LIST_FORMATS)(
  '%s: any list reads back the same, or is asked about or refused',
  async (format) => {
    const outcomes: Record<Outcome, number> = { read: 0, asked: 0, refused: 0 }
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = seededRandom(seed)
      const list = randomList(random)
      const { bytes } = await writeList(random, format, list)
      const outcome = await outcomeOf(bytes, list, random.pick([64 * 1024, 501, 7])).catch(
        (error: unknown) => {
          throw new Error(`seed ${seed}: ${bytes.toString('utf8', 0, 400)}`, { cause: error })
        },
      )
      outcomes[outcome] += 1
    }
    // Most are read as they are: otherwise nothing is shown by it.
    expect(outcomes.read + outcomes.asked).toBeGreaterThan(SEEDS * 0.8)
    if (process.env.LIST_SEEDS) console.info(format, outcomes)
  },
  120_000,
)
