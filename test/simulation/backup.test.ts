import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOneAtATime } from '#domain/concurrency.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { Backup } from '#lab/simulation/backup.ts'
import { FaultInjector } from '#lab/simulation/fault-injector.ts'
import { prepareFixtures } from '#lab/simulation/fixtures.ts'
import { drawScenario, type Restore } from '#lab/simulation/scenario.ts'
import { SimulatedDisk } from '#lab/simulation/simulated-disk.ts'
import { SimulatedRecords } from '#lab/simulation/simulated-records.ts'
import { VirtualTime } from '#lab/simulation/virtual-time.ts'
import { createStore } from '#store/store.ts'

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
