import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOneAtATime } from '#domain/concurrency.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { Backup } from '#lab/simulation/backup.ts'
import { FAULT_KINDS, FaultInjector } from '#lab/simulation/fault-injector.ts'
import { prepareFixtures } from '#lab/simulation/fixtures.ts'
import { JournalWatch } from '#lab/simulation/journal-watch.ts'
import { drawScenario, type Restore } from '#lab/simulation/scenario.ts'
import { simulateSeeds } from '#lab/simulation/simulate-seeds.ts'
import { SimulatedDisk } from '#lab/simulation/simulated-disk.ts'
import { SimulatedRecords } from '#lab/simulation/simulated-records.ts'
import { VirtualTime } from '#lab/simulation/virtual-time.ts'
import { createStore, type Store } from '#store/store.ts'

const SEEDS = 500

test(`${SEEDS} seeds: nobody is paid twice, nobody is lost, nothing is stuck, nothing waits silently`, {
  timeout: 480_000,
}, async () => {
  const report = await simulateSeeds({ firstSeed: 1, seeds: SEEDS })
  expect(report.failed).toEqual([])
  expect(report.seeds).toBe(SEEDS)
  // It would show nothing if nothing had gone wrong.
  expect(report.crashes).toBeGreaterThan(SEEDS / 2)
  expect(report.batchesAmidFaults).toBeGreaterThan(SEEDS / 2)
  for (const [kind, count] of Object.entries(report.faults)) expect(count, kind).toBeGreaterThan(0)
})

test('a seed replays exactly', { timeout: 120_000 }, async () => {
  const play = () => simulateSeeds({ firstSeed: 4711, seeds: 4, workers: 1 })
  const { seconds: _first, ...first } = await play()
  const { seconds: _second, ...second } = await play()
  expect(second).toEqual(first)
})

const DECISION = 'docs/decisions/021-what-the-simulation-takes-for-granted.md'

test('every fault of the simulation is described, and no other', () => {
  const [, faults = ''] = readFileSync(DECISION, 'utf8').split('## Faults\n')
  const rows = faults.split('\n').slice(3)
  const described = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, kind]) => kind))
  expect(described.toSorted()).toEqual(FAULT_KINDS.toSorted())
})

/** A store whose lease is acquired with this fence. */
function storeWith(fence: number): Store {
  const parts = {
    leases: { acquireFree: async () => fence },
    journal: { write: async () => [] },
    runs: { find: async () => ({ state: 'running' }) },
  }
  return parts as unknown as Store
}

const acquire = ({ leases }: Store) => leases.acquireFree('wallet', 'owner', 0, 0)
const write = ({ journal }: Store, fence: number) => journal.write({ name: 'wallet', fence }, 1, [])

test('a batch of an earlier owner is out of turn', async () => {
  const watch = new JournalWatch()
  await acquire(watch.over(storeWith(2)))
  await write(watch.over(storeWith(1)), 1)
  expect(watch.outOfTurn).toBe(1)
})

test('what a process from before a restore still does is no owner of the restored records', async () => {
  const watch = new JournalWatch()
  const before = watch.over(storeWith(22))
  watch.beginAnew()
  const after = watch.over(storeWith(3))
  await acquire(before)
  await acquire(after)
  await write(after, 3)
  await write(before, 22)
  expect(watch.outOfTurn).toBe(0)
})

describe('backup', () => {
  let folder: string
  let disk: SimulatedDisk
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ferry-backup-'))
    disk = SimulatedDisk.from(await SimulatedDisk.prepareTemplate(folder))
  })
  afterEach(async () => {
    await disk.discard()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Journals two batches of one claim each, and returns those that are left once the records were restored. */
  async function leftAfter(restore: Restore): Promise<{ ids: string[]; events: string[] }> {
    const scenario = { ...drawScenario(seededRandom(1), 1), claims: 2 }
    const { claims } = new SimulatedRecords(await prepareFixtures(), scenario, () => 0)
    const [time, events] = [new VirtualTime(), [] as string[]]
    const backup = new Backup({
      restore,
      disk,
      time,
      inTurn: createOneAtATime(),
      faults: new FaultInjector(seededRandom(1), {}),
      killAll: () => events.push('killed'),
      onPutBack: () => events.push('put back'),
      refill: () => events.push('refilled'),
      fallBehind: () => events.push('behind'),
      startServer: () => events.push('started'),
    })
    const store = createStore(await disk.open())
    const write = async () => {
      await store.claims.insertMany(claims.splice(0, 1))
      return []
    }
    const watched = backup.over({ ...store, journal: { ...store.journal, write } })
    for (let batch = 0; batch < 2; batch++) await watched.journal.write({ name: '', fence: 1 }, 1, [])
    await time.passUntil(() => events.includes('started'), 60_000)
    const left = await createStore(await disk.open()).claims.list({ limit: 10 })
    return { ids: left.map(({ id }) => id), events }
  }

  test.each([
    { batch: 1, ids: [] },
    { batch: 2, ids: ['CLAIM-0'] },
  ])('a restored copy lacks what was journaled from batch $batch on', async ({ batch, ids }) => {
    const left = await leftAfter({ kind: 'inFlight', batch, afterMs: 1_000, startAfterMs: 100 })
    expect(left).toEqual({ ids, events: ['killed', 'put back', 'started'] })
  })
})
