import { expect, test } from 'vitest'
import { JournalWatch } from '#lab/simulation/journal-watch.ts'
import type { Store } from '#store/store.ts'

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
