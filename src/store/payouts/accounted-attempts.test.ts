import { expect, test } from 'vitest'
import { assertBaseUnits } from '#domain/amounts.ts'
import { BEFORE_EVM_ADDRESSES } from '#domain/evm-address.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import { GENESIS } from '../../../test/harness/sample-rows.ts'
import {
  actionOf,
  beginListed,
  openBeside,
  signPayments,
  WALLET_KEY,
} from '../../../test/harness/store-bed.ts'

type Signed = Awaited<ReturnType<typeof signedPayment>>

/** A transaction `tx` with the payments of two claims. */
async function signedPayment({ db, store }: Awaited<ReturnType<typeof openBeside>>) {
  const { run, claims } = await beginListed(store, 2)
  const transfers = await store.journal.nextTransfers(run.id, 9)
  const attempt = await signPayments(store, run, transfers, { signature: 'tx', baseUnits: 3n })
  const marker = await signPayments(store, run, [], { signature: 'marker', kind: 'marker' })
  return { db, store, claims, run, attempt, marker, transfers }
}

async function takeOver({ store, claims, run }: Signed) {
  await store.runs.finish(run.id, 'completed', null, 1)
  const onChain = claims.map(({ solAddress }) => ({
    signature: 'tx',
    recipient: solAddress,
    baseUnits: 1_500_000_000n,
  }))
  return store.takeOvers.record({ ...WALLET_KEY, mintDecimals: 9 }, onChain, { claims: true, rows: true }, 5)
}

const addressesOf = (debts: readonly { evmAddress: string | null }[]) =>
  debts.map(({ evmAddress }) => evmAddress).toSorted()

const QUEUED = { state: 'queued', paidTx: null } as const

describeEachStore('an attempt', (context) => {
  const withSigned = async (work: (signed: Signed, known: () => Promise<string[]>) => Promise<unknown>) => {
    await using beside = await openBeside(context)
    await work(await signedPayment(beside), async () => {
      const known = await beside.store.knownTransactions.among(GENESIS, ['tx', 'marker', 'unknown'])
      return [...known].toSorted()
    })
  }

  test('counts as known while it is under way, on hold, or paid; a marker in every state', () =>
    withSigned(async ({ store, attempt, marker }, known) => {
      expect(await known()).toEqual(['marker', 'tx'])
      await store.journal.hold(attempt.id, 'test', 1)
      await store.journal.settleExpired(marker, 'test', 1)
      expect(await known()).toEqual(['marker', 'tx'])
      await store.journal.settlePaid([{ attempt, slot: 5 }], 1)
      expect(await known()).toEqual(['marker', 'tx'])
      expect(await store.journal.findAccounted(['tx'])).toEqual(
        new Map([['tx', { baseUnits: 3n, lastValidBlockHeight: 150 }]]),
      )
    }))

  test('has its debts settled while it is under way, and when it has paid; not once the claims are reset', () =>
    withSigned(async ({ store, attempt, marker, claims, run }) => {
      const settled = async () => {
        const unresolved = await store.journal.unresolved(GENESIS)
        const { open, paid } = await store.journal.settledDebts(run, unresolved)
        const byAttempt = open.map(({ attempt: { id }, debts }) => [id, addressesOf(debts)])
        return { open: Object.fromEntries(byAttempt), paid: addressesOf(paid) }
      }
      const both = addressesOf(claims)
      expect(await settled()).toEqual({ open: { [attempt.id]: both, [marker.id]: [] }, paid: [] })
      await store.journal.settlePaid([{ attempt, slot: 5 }], 1)
      await store.journal.settleExpired(marker, 'test', 1)
      expect(await settled()).toEqual({ open: {}, paid: both })
      await store.runs.finish(run.id, 'completed', null, 1)
      await store.claimDecisions.reset(actionOf('reset_claims'))
      expect(await settled()).toEqual({ open: {}, paid: [] })
    }))

  test('settled as not paid is not known: its payments on the chain are recorded, and settle debts', () =>
    withSigned(async (signed, known) => {
      await signed.store.journal.settleExpired(signed.attempt, 'test', 1)
      expect(await known()).toEqual(['marker'])
      expect(await takeOver(signed)).toMatchObject({ payments: 2, claims: 2 })
      expect(await takeOver(signed)).toMatchObject({ payments: 0, claims: 0 })
      for (const { id } of signed.claims)
        expect(await signed.store.claimDecisions.find(id)).toMatchObject({ status: 'sent', solTx: 'tx' })
    }))

  test.each([
    ['one of its payments is put back', 'transfer', QUEUED, 'one'],
    ['its payments are said to be others', 'transfer', { evmAddress: BEFORE_EVM_ADDRESSES }, 'one'],
    ['it is said to have paid less', 'transfer', { baseUnits: assertBaseUnits(1n) }, 'one'],
    ['it is said to move less', 'attempt', { baseUnits: 2n }, 'all'],
    ['it is called a marker', 'attempt', { kind: 'marker' }, 'all'],
    ['it is on hold, and its payments are detached', 'attempt_transfer', { inFlight: 0 }, 'unpaid'],
    ['it is on hold, and its payments are put back', 'transfer', QUEUED, 'unpaid'],
  ] as const)('is not known when %s in the database', (_, table, change, which) =>
    withSigned(async ({ db, store, attempt, transfers }, known) => {
      if (which === 'unpaid') await store.journal.hold(attempt.id, 'test', 1)
      else await store.journal.settlePaid([{ attempt, slot: 5 }], 1)
      const first = transfers[0]?.id ?? 0
      if (table === 'transfer') await db.updateTable(table).set(change).where('id', '=', first).execute()
      else if (table === 'attempt')
        await db.updateTable(table).set(change).where('id', '=', attempt.id).execute()
      else await db.updateTable(table).set(change).where('transferId', '=', first).execute()
      expect(await known()).toEqual(['marker'])
    }),
  )

  test('detached from its transfers is not known: it is recorded as the chain shows it', () =>
    withSigned(async (signed, known) => {
      const { db, store, attempt, claims } = signed
      await store.journal.settlePaid([{ attempt, slot: 5 }], 1)
      await db.deleteFrom('attempt_transfer').where('attemptId', '=', attempt.id).execute()
      expect(await known()).toEqual(['marker'])
      expect(await store.knownTransactions.paidBy(['tx'])).toHaveLength(2)
      await db.updateTable('transfer').set(QUEUED).execute()
      await db.updateTable('claim').set({ status: 'queued', solTx: null }).execute()
      expect(await takeOver(signed)).toMatchObject({ payments: 2, claims: 2 })
      expect((await store.claims.withIds(claims.map(({ id }) => id))).map(({ status }) => status)).toEqual([
        'sent',
        'sent',
      ])
    }))

  test('is not known by being written into the database as acknowledged, or as recorded from the chain', () =>
    withSigned(async ({ db, store, attempt }, known) => {
      await store.journal.settleExpired(attempt, 'test', 1)
      const row = { genesisHash: GENESIS, signature: 'tx', note: '', atMs: 1 }
      await db.insertInto('acknowledged_transaction').values(row).execute()
      await db.updateTable('transfer').set({ recordedBy: 'take_over', paidTx: 'tx' }).execute()
      expect(await known()).toEqual(['marker'])
      await store.acknowledgements.record(row, actionOf('acknowledge', 'tx'))
      expect(await known()).toEqual(['marker', 'tx'])
    }))
})
