import { afterEach, beforeEach, expect, test } from 'vitest'
import { VirtualTime } from '#lab/simulation/virtual-time.ts'
import { LeaseKeeper } from '#payout/lease-keeper.ts'
import { openStore, type Store } from '#store/store.ts'

const WALLET = 'wallet'

let time: VirtualTime
let store: Store
beforeEach(async () => {
  time = new VirtualTime()
  store = await openStore(':memory:')
})
afterEach(() => store.close())

async function take(keeper: LeaseKeeper): Promise<number> {
  const fence = await keeper.tryAcquire(WALLET)
  if (fence === null) throw new Error('The lease is taken')
  return fence
}

/** Tries to get the lease again and again, as a standby server does. */
async function standBy(keeper: LeaseKeeper, forMs: number): Promise<boolean> {
  for (const endMs = time.now() + forMs; time.now() < endMs; await time.sleep(500)) {
    if ((await keeper.tryAcquire(WALLET)) !== null) return true
  }
  return false
}

test('a lease is kept while its owner waits for a slow node, and is lost when it waits unrenewed', async () => {
  const [own, other] = [
    new LeaseKeeper(store.leases, time, 'own'),
    new LeaseKeeper(store.leases, time, 'other'),
  ]
  const fence = await take(own)
  let isTaken: boolean | null = null
  const slowWork = own.renewDuring(WALLET, fence, () => time.sleep(60_000))
  void standBy(other, 59_000).then((taken) => {
    isTaken = taken
  })
  await time.passUntil(() => isTaken !== null, 120_000)
  expect(isTaken).toBe(false)

  isTaken = null
  void slowWork
    .then(() => standBy(other, 59_000))
    .then((taken) => {
      isTaken = taken
    })
  await time.passUntil(() => isTaken !== null, 120_000)
  expect(isTaken).toBe(true)
})

test('a lease that another owner took is no longer renewed, and the work goes to its end', async () => {
  const own = new LeaseKeeper(store.leases, time, 'own')
  const fence = await take(own)
  const lease = await store.leases.find(WALLET)
  if (!lease) throw new Error('There is no lease')
  let result = ''
  void own
    .renewDuring(WALLET, fence, async () => {
      await store.leases.takeOver(lease, 'other', time.now(), 5_000)
      await time.sleep(30_000)
      return 'done'
    })
    .then((done) => {
      result = done
    })
  await time.passUntil(() => result !== '', 60_000)
  expect(result).toBe('done')
  expect(await store.leases.find(WALLET)).toMatchObject({ fence: fence + 1 })
})

test('a standby server reads, and writes nothing', async () => {
  const own = new LeaseKeeper(store.leases, time, 'own')
  await take(own)
  let writes = 0
  const acquireFree: typeof store.leases.acquireFree = (...args) => {
    writes += 1
    return store.leases.acquireFree(...args)
  }
  const other = new LeaseKeeper({ ...store.leases, acquireFree }, time, 'other')
  expect(await other.tryAcquire(WALLET)).toBeNull()
  expect(await other.tryAcquire(WALLET)).toBeNull()
  expect(writes).toBe(0)
})
