import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

describe('a wallet that another process may have signed for', () => {
  let own: LeaseKeeper
  let other: LeaseKeeper
  beforeEach(() => {
    own = new LeaseKeeper(store.leases, time, 'own')
    other = new LeaseKeeper(store.leases, time, 'other')
  })

  async function leaseOnce(keeper: LeaseKeeper): Promise<boolean> {
    const fence = await take(keeper)
    await keeper.release(WALLET, fence)
    return keeper.takeChangeOfHands(WALLET)
  }

  test('is none that was never leased, and none that this process leased last', async () => {
    expect(await leaseOnce(own)).toBe(false)
    expect(await leaseOnce(own)).toBe(false)
    // Even where it was not given back.
    await take(own)
    expect(await leaseOnce(own)).toBe(false)
  })

  test('is one that another process leased since, and it is told once', async () => {
    await leaseOnce(own)
    expect(await leaseOnce(other)).toBe(true)
    expect(await leaseOnce(other)).toBe(false)
    const fence = await take(own)
    await own.release(WALLET, fence)
    // Taking it again for something else does not hide it.
    expect(await leaseOnce(own)).toBe(true)
    expect(await leaseOnce(own)).toBe(false)
  })

  test('is none whose lease is as it was noted, when nothing was signed after the note', async () => {
    await leaseOnce(other)
    await own.note(WALLET)
    expect(await leaseOnce(own)).toBe(false)

    await take(other)
    const late = new LeaseKeeper(store.leases, time, 'late')
    await late.note(WALLET)
    let taken: boolean | null = null
    void standBy(late, 10_000).then((isTaken) => {
      taken = isTaken
    })
    await time.passUntil(() => taken !== null, 20_000)
    expect(taken).toBe(true)
    expect(late.takeChangeOfHands(WALLET)).toBe(false)
  })

  test('is one whose owner renewed or released it after the note', async () => {
    const fence = await take(other)
    await own.note(WALLET)
    await other.release(WALLET, fence)
    await own.note(WALLET)
    expect(await leaseOnce(own)).toBe(true)
  })

  test('is one whose lease was deleted, and one that another held between look and taking', async () => {
    let isDeleted = false
    const deleted = { find: async () => undefined, acquireFree: async () => 1 }
    const leases = new Proxy(store.leases, {
      get: (all, key) => Reflect.get(isDeleted && key in deleted ? deleted : all, key),
    })
    const robbed = new LeaseKeeper(leases, time, 'robbed')
    await leaseOnce(robbed)
    isDeleted = true
    expect(await leaseOnce(robbed)).toBe(true)

    const acquireFree: typeof store.leases.acquireFree = async (...args) => {
      const fence = await take(other)
      await other.release(WALLET, fence)
      return store.leases.acquireFree(...args)
    }
    const overtaken = new LeaseKeeper({ ...store.leases, acquireFree }, time, 'overtaken')
    await overtaken.note(WALLET)
    expect(await leaseOnce(overtaken)).toBe(true)
  })
})
