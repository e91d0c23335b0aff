import { expect, test } from 'vitest'
import { JournalConflictError } from '#store/payouts/journal.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import { actionOf, beginListed, signPayments } from '../../../test/harness/store-bed.ts'

const ACTION = actionOf('deny_addresses')

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
      const { run } = await beginListed(store, 2)
      const transfers = await store.journal.nextTransfers(run.id, 2)
      const denied = transfers[1]?.[party] ?? ''
      await deny(denied)
      await expect(signPayments(store, run, transfers)).rejects.toThrow(JournalConflictError)
      expect(await store.journal.isAnyInFlight(run.genesisHash)).toBe(false)
      await store.denyList.remove(denied, actionOf('allow_addresses'))
      expect(await signPayments(store, run, transfers)).toMatchObject({ runId: run.id })
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
