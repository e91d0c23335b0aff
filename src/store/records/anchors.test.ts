import { expect, test } from 'vitest'
import { assertBaseUnits } from '#domain/amounts.ts'
import { BEFORE_EVM_ADDRESSES } from '#domain/evm-address.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import { addressNamed, GENESIS, samplePayment, WALLET } from '../../../test/harness/sample-rows.ts'
import {
  actionOf,
  beginListed,
  insertClaim,
  openBeside,
  signNext,
  WALLET_KEY,
} from '../../../test/harness/store-bed.ts'

type Opened = Awaited<ReturnType<typeof openBeside>>

/** Begins a run that anchors at a slot and signs for one claim; the test settles it. */
async function runAt({ store }: Opened, slot: number, walletAddress = WALLET): Promise<JournaledAttempt> {
  const { run } = await beginListed(store, 1, { walletAddress })
  await store.runs.setAnchor(run.id, { slot, baseUnits: 9n })
  const attempt = await signNext(store, run, 1)
  await store.leases.release(walletAddress, attempt.fence)
  await store.runs.finish(run.id, 'completed', null, 1)
  return attempt
}

async function paidAt(opened: Opened, slot: number): Promise<JournaledAttempt> {
  const attempt = await runAt(opened, slot)
  await opened.store.journal.settlePaid([{ attempt, slot: slot + 1 }], 1)
  return attempt
}

const newestSlot = async ({ store }: Opened) => (await store.runs.newestAnchor(WALLET_KEY))?.slot ?? null

describeEachStore('the newest anchor', (context) => {
  test('is that of the newest run, of its wallet and token alone', async () => {
    await using opened = await openBeside(context)
    expect(await newestSlot(opened)).toBeNull()
    await paidAt(opened, 10)
    await paidAt(opened, 20)
    expect(await opened.store.runs.newestAnchor(WALLET_KEY)).toEqual({ slot: 20, baseUnits: 9n })
    for (const change of [
      { mintAddress: addressNamed('x') },
      { walletAddress: addressNamed('x') },
      { genesisHash: 'x' },
    ])
      expect(await opened.store.runs.newestAnchor({ ...WALLET_KEY, ...change })).toBeNull()
  })

  test('stays the same when attempts under way are paid, and others are marked as sent or taken over', async () => {
    await using opened = await openBeside(context)
    const { store } = opened
    const held = await runAt(opened, 10)
    await paidAt(opened, 20)
    await store.journal.hold(held.id, 'test', 1)
    expect(await newestSlot(opened)).toBe(20)
    await store.journal.settlePaid([{ attempt: held, slot: 11 }], 1)
    const marked = await insertClaim(store)
    const action = actionOf('mark_sent', marked.id)
    expect(await store.claimDecisions.markSent(marked.id, samplePayment(marked), action)).toBe('done')
    const lost = [{ signature: 'lost', recipient: addressNamed('somebody'), baseUnits: 5n }]
    await store.takeOvers.record({ ...WALLET_KEY, mintDecimals: 9 }, lost, { claims: true, rows: true }, 1)
    expect(await newestSlot(opened)).toBe(20)
  })

  test('is an older one once an attempt that was under way has expired', async () => {
    await using opened = await openBeside(context)
    const open_ = await runAt(opened, 10)
    await paidAt(opened, 20)
    await opened.store.journal.settleExpired(open_, 'test', 1)
    expect(await newestSlot(opened)).toBe(10)
  })

  test('stays the same in every outcome of what another wallet has under way', async () => {
    await using opened = await openBeside(context)
    const other = await runAt(opened, 10, addressNamed('another'))
    await paidAt(opened, 20)
    await paidAt(opened, 30)
    await opened.store.journal.settleExpired(other, 'test', 1)
    expect(await newestSlot(opened)).toBe(30)
  })

  test('is one from before the first changed record, in every way of changing it', async () => {
    await using opened = await openBeside(context)
    const { db, store } = opened
    await paidAt(opened, 10)
    const { id } = await paidAt(opened, 20)
    await paidAt(opened, 30)
    const marked = await insertClaim(store)
    const action = actionOf('mark_sent', marked.id)
    await store.claimDecisions.markSent(marked.id, samplePayment(marked), action)
    await paidAt(opened, 40)
    const carried = db.selectFrom('attempt_transfer').select('transferId').where('attemptId', '=', id)
    const victim = db.updateTable('transfer').where('id', 'in', carried)
    const attempt = db.updateTable('attempt').where('id', '=', id)
    const steps = [
      [victim.set({ state: 'queued' }), victim.set({ state: 'paid' }), 20],
      [
        victim.set({ evmAddress: BEFORE_EVM_ADDRESSES }),
        victim.set({ evmAddress: await evmAddressOf(opened, id) }),
        20,
      ],
      [
        victim.set({ recipient: addressNamed('x') }),
        victim.set({ recipient: await recipientOf(opened, id) }),
        20,
      ],
      [
        victim.set({ baseUnits: assertBaseUnits(1n) }),
        victim.set({ baseUnits: assertBaseUnits(1500000000n) }),
        20,
      ],
      [victim.set({ genesisHash: 'x' }), victim.set({ genesisHash: GENESIS }), 20],
      [attempt.set({ state: 'expired' }), attempt.set({ state: 'paid' }), 20],
      [attempt.set({ state: 'hold' }), attempt.set({ state: 'paid' }), 20],
      [attempt.set({ signature: 'x' }), attempt.set({ signature: `signature-of-${id}` }), 20],
      [
        db.updateTable('transfer').set({ state: 'queued' }).where('claimId', '=', marked.id),
        db.updateTable('transfer').set({ state: 'paid' }).where('claimId', '=', marked.id),
        30,
      ],
      [
        db.updateTable('run').set({ anchorSlot: 45 }).where('anchorSlot', '=', 40),
        db.updateTable('run').set({ anchorSlot: 40 }).where('anchorSlot', '=', 45),
        30,
      ],
      [
        db.updateTable('run').set({ anchorBaseUnits: 8n }).where('anchorSlot', '=', 40),
        db.updateTable('run').set({ anchorBaseUnits: 9n }).where('anchorSlot', '=', 40),
        30,
      ],
    ] as const
    for (const [change, undo, slot] of steps) {
      await change.execute()
      expect(await newestSlot(opened)).toBe(slot)
      await undo.execute()
      expect(await newestSlot(opened)).toBe(40)
    }
    await db.deleteFrom('attempt_transfer').where('attemptId', '=', id).execute()
    expect(await newestSlot(opened)).toBe(20)
  })

  test('of a run is not set once it, or a later run, has signed', async () => {
    await using opened = await openBeside(context)
    const { runId } = await paidAt(opened, 10)
    await opened.db.updateTable('run').set({ anchorSlot: null }).execute()
    await expect(opened.store.runs.setAnchor(runId, { slot: 50, baseUnits: 9n })).rejects.toThrow('signed')
  })
})

const evmAddressOf = async (opened: Opened, attemptId: string) =>
  (await carriedBy(opened, attemptId)).evmAddress
const recipientOf = async (opened: Opened, attemptId: string) =>
  (await carriedBy(opened, attemptId)).recipient

const carriedBy = ({ db }: Opened, attemptId: string) =>
  db
    .selectFrom('transfer')
    .innerJoin('attempt_transfer', 'attempt_transfer.transferId', 'transfer.id')
    .select(['evmAddress', 'recipient'])
    .where('attemptId', '=', attemptId)
    .executeTakeFirstOrThrow()
