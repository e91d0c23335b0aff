import { expect, test } from 'vitest'
import { JournalConflictError } from '#store/payouts/journal.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import {
  sampleAttempt,
  sampleClaim,
  sampleRun,
  sampleTransfer,
  WALLET,
} from '../../../test/harness/sample-rows.ts'

const ACTION = { atMs: 1, action: 'deny_addresses', subject: 'x', detail: '' } as const

describeEachStore('the deny list', (context) => {
  const deny = (...addresses: string[]) =>
    context.store.denyList.add(
      addresses.map((address) => ({ address, source: 'a list', note: null, addedAtMs: 1 })),
      ACTION,
    )

  test.each(['recipient', 'evmAddress'] as const)(
    'nothing is journaled for a transfer whose %s was put on it after it was checked',
    async (party) => {
      const { store } = context
      const run = await store.runs.create(sampleRun())
      if (!run) throw new Error('a run is under way')
      const claims = [sampleClaim(), sampleClaim()]
      await store.claims.insertMany(claims)
      await store.runs.addTransfers(claims.map((claim) => sampleTransfer(claim, { runId: run.id })))
      const fence = (await store.leases.acquireFree(WALLET, 'test', 1, 1000)) ?? 0
      const transfers = await store.journal.nextTransfers(run.id, 2)
      const write = () =>
        store.journal.write({ name: WALLET, fence }, run.id, [
          { attempt: sampleAttempt(run.id, fence), transfers },
        ])
      const denied = transfers[1]?.[party] ?? ''
      await deny(denied)
      await expect(write()).rejects.toThrow(JournalConflictError)
      expect(await store.journal.isAnyInFlight(run.genesisHash)).toBe(false)
      await store.denyList.remove(denied, { ...ACTION, action: 'allow_addresses' })
      expect(await write()).toHaveLength(1)
    },
  )

  test('is found by address, among any number', async () => {
    const { denyList } = context.store
    const addresses = Array.from({ length: 1200 }, (_, index) => `address-${index}`)
    await deny(...addresses)
    expect(await denyList.count()).toBe(1200)
    expect(await denyList.among([...addresses, 'other'])).toHaveLength(1200)
    expect(await denyList.among(['other'])).toEqual([])
    const asked = [['other', 'address-7'], ['other'], ['address-8', 'address-9']]
    const found = await Promise.all(asked.map((addresses) => denyList.oneAmong(addresses)))
    expect(found.map((entry) => entry?.address)).toEqual(['address-7', undefined, 'address-8'])
    expect(await denyList.remove('other', ACTION)).toBe(false)
  })

  test('finds what is searched for as it is written', async () => {
    const { denyList } = context.store
    await deny('a%b', 'a_c', 'axd')
    const found = async (q: string) =>
      (await denyList.list({ q, after: '', limit: 9 })).map(({ address }) => address)
    expect(await found('A%')).toEqual(['a%b'])
    expect(await found('_')).toEqual(['a_c'])
    expect(await found('list')).toHaveLength(3)
  })
})
