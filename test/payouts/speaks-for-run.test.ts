import { afterEach, beforeEach, expect, test } from 'vitest'
import { PortalError } from '#domain/portal-error.ts'
import type { Run } from '#domain/run.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { VirtualTime } from '#lab/simulation/virtual-time.ts'
import { LeaseKeeper } from '#payout/lease-keeper.ts'
import { createPayouts, type Payouts } from '#payout/payouts.ts'
import { createRecipientCache } from '#payout/send/look-up-recipients.ts'
import type { Database } from '#store/database/database.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { createStore, type Store } from '#store/store.ts'
import { sampleRun, sampleSender } from '../harness/sample-rows.ts'

/** A server that can not open the sender, beside one that pays. */

let time: VirtualTime
let database: Database
let store: Store
let run: Run
let payouts: Payouts
beforeEach(async () => {
  time = new VirtualTime()
  database = await openDatabase(':memory:')
  store = createStore(database)
  const sender = sampleSender()
  await store.senders.save(sender)
  const created = await store.runs.create(sampleRun({ walletAddress: sender.walletAddress }))
  if (!created) throw new Error('no run')
  run = created
  payouts = createPayouts({
    store,
    connect: () => {
      throw new Error('No node is asked')
    },
    secondNodeUrl: null,
    openKey: () => {
      throw new PortalError('sender_unreadable')
    },
    authorization: { check: async () => new Map() },
    recipients: createRecipientCache(time),
    onError: () => {},
    clock: time,
  })
})
afterEach(() => database.close())

const found = async () => (await store.runs.find(run.id)) ?? run

/** Lets so much time pass. */
async function pass(ms: number): Promise<void> {
  let isOver = false
  void time.sleep(ms).then(() => {
    isOver = true
  })
  await time.passUntil(() => isOver, ms + 1_000)
}

test('says nothing of a run that another server pays, and ends none', async () => {
  const other = new LeaseKeeper(store.leases, time, 'other')
  const fence = await other.tryAcquire(run.walletAddress)
  if (fence === null) throw new Error('no lease')
  let isDone = false
  const paying = other.renewDuring(run.walletAddress, fence, async () => {
    while (!isDone) await time.sleep(100)
  })
  payouts.launch(run)
  await pass(30_000)
  expect(await found()).toMatchObject({ state: 'running', message: null, waitingSinceMs: null })
  await store.runs.askToStop(run.id, Date.now())
  await pass(30_000)
  expect(await found()).toMatchObject({ state: 'stopping', message: null })

  isDone = true
  void paying
  await pass(40_000)
  expect(await found()).toMatchObject({ state: 'stopped', message: expect.stringMatching(/SECRETS_KEY/) })
})

test('speaks for it where nobody pays', async () => {
  payouts.launch(run)
  await pass(2_000)
  expect(await found()).toMatchObject({ state: 'running', message: expect.stringMatching(/SECRETS_KEY/) })
})

test('keeps its words where the store does not take them, until it goes on', async () => {
  const { setWaiting } = store.runs
  store.runs.setWaiting = () => Promise.reject(new StoreUnavailableError('full'))
  payouts.launch(run)
  await pass(2_000)
  expect(payouts.unsaidWords(run.id)).toBe('Waiting for the database: its disk or its memory is full.')
  store.runs.setWaiting = setWaiting
  await pass(10_000)
  expect(payouts.unsaidWords(run.id)).toBeNull()
  expect(await found()).toMatchObject({ message: expect.stringMatching(/SECRETS_KEY/) })
})

test('words and an end of one that lost the lease are not written', async () => {
  const keeper = new LeaseKeeper(store.leases, time, 'own')
  const fence = (await keeper.tryAcquire(run.walletAddress)) ?? 0
  const lost = { name: run.walletAddress, fence }
  const lease = await store.leases.find(run.walletAddress)
  if (!lease) throw new Error('no lease')
  await store.leases.takeOver(lease, 'other', time.now(), 5_000)
  await store.runs.setWaiting(run.id, 'not ours', 1, lost)
  expect(await store.runs.finish(run.id, 'stopped', 'not ours', 1, lost)).toBe(false)
  expect(await found()).toMatchObject({ state: 'running', message: null })
  expect(await store.runs.finish(run.id, 'stopped', null, 1, { ...lost, fence: fence + 1 })).toBe(true)
})
