import { expect, test } from 'vitest'
import { SlotPace } from './slot-pace.ts'

const ASSUMED_MS = 400

/** A pace by a clock that the test puts forward, of a node that answers as told. */
function createPace(told: (asked: number) => number | null) {
  let nowMs = 1_000
  let asked = 0
  const untold: number[] = []
  const pace = new SlotPace({
    clock: { monotonicMs: () => nowMs },
    read: async () => told(++asked),
    onUntold: (assumedMs) => untold.push(assumedMs),
  })
  return {
    pace,
    untold,
    askedTimes: () => asked,
    pass: (ms: number) => {
      nowMs += ms
    },
    async refresh() {
      pace.refresh()
      await new Promise(setImmediate)
    },
  }
}

const refuses = () => {
  throw new Error('Method not found')
}

test('is an assumption until the node has told it', async () => {
  const { pace, refresh } = createPace(() => 210)
  expect(pace).toMatchObject({ isKnown: false, slotMs: ASSUMED_MS })
  await refresh()
  expect(pace).toMatchObject({ isKnown: true, slotMs: 210 })
})

test('is read once a minute, and follows what the node tells', async () => {
  const { pace, refresh, pass, askedTimes } = createPace((asked) => (asked === 1 ? 400 : 200))
  await refresh()
  pass(59_999)
  await refresh()
  expect(askedTimes()).toBe(1)
  pass(1)
  await refresh()
  expect(askedTimes()).toBe(2)
  expect(pace.slotMs).toBe(200)
})

test('stays as it was told last where the node refuses, which is told once', async () => {
  const { pace, refresh, pass, untold } = createPace((asked) => (asked === 1 ? 200 : refuses()))
  for (let minute = 0; minute < 5; minute++) {
    await refresh()
    pass(60_000)
  }
  expect(pace.slotMs).toBe(200)
  expect(untold).toEqual([200])
})

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2_001, null])(
  'is not %s, which no cluster has',
  async (lie) => {
    const { pace, refresh, untold } = createPace(() => lie)
    await refresh()
    expect(pace).toMatchObject({ isKnown: false, slotMs: ASSUMED_MS })
    expect(untold).toEqual([ASSUMED_MS])
  },
)

test('is measured by the slots that answers show, where the node does not tell it', async () => {
  const { pace, refresh, pass } = createPace(refuses)
  await refresh()
  pace.saw(1_000)
  pass(1_400)
  pace.saw(1_007)
  expect(pace.isKnown).toBe(false)
  pass(600)
  pace.saw(1_010)
  expect(pace.slotMs).toBe(200)
})

test('is what the node told, and not what answers show, as long as it tells it', async () => {
  const { pace, refresh, pass } = createPace((asked) => (asked === 1 ? 200 : refuses()))
  await refresh()
  pace.saw(1_000)
  pass(1_000)
  pace.saw(1_010)
  expect(pace.slotMs).toBe(200)
  pass(200_000)
  pace.saw(1_610)
  pass(3_000)
  pace.saw(1_620)
  expect(pace.slotMs).toBe(300)
})
