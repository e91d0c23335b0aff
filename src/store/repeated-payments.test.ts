import { expect, test } from 'vitest'
import type { Distribution } from '#domain/distribution.ts'
import { isRepeated, type RepeatedPayments, repeatConfirmation } from '#domain/repeated-payments.ts'
import { describeEachStore, type StoreContext } from '../../test/harness/each-store.ts'
import { branded } from '../../test/harness/plain.ts'
import {
  GENESIS,
  MINT,
  sampleClaim,
  sampleEntry,
  samplePayment,
  sampleRun,
} from '../../test/harness/sample-rows.ts'

const PEOPLE = ['Ann', 'Bob', 'Cid', 'Dot']

const listOf = (id: string, change: object = {}) =>
  branded<Distribution>({
    id,
    fileName: `${id}.xlsx`,
    fileHash: `hash of ${id}`,
    rowCount: PEOPLE.length,
    totalBaseUnits: 10n,
    mintAddress: MINT,
    mintDecimals: 9,
    genesisHash: GENESIS,
    createdAtMs: 1,
    ...change,
  })

const entries = (people = PEOPLE) =>
  people.map((recipient, index) => sampleEntry(index + 1, { recipient, baseUnits: BigInt(index + 1) }))

const action = { atMs: 5, action: 'pay_again', subject: 'second', detail: 'typed' } as const

const runOf = (distributionId: string, wallet = 'wallet') => ({
  ...sampleRun({ sender: 'standalone', walletAddress: wallet }),
  distributionId,
})

/** Begins a run, unconfirmed where it would repeat something. */
const begin = ({ store }: StoreContext, id: string, wallet?: string) =>
  store.distributions.begin({
    run: runOf(id, wallet),
    confirm: (repeated) => (isRepeated(repeated) ? undefined : null),
  })

/** Pays the first so many claims' worth of a list, by other ways than a distribution. */
async function payClaims({ store }: StoreContext, count: number) {
  for (const [index, recipient] of PEOPLE.slice(0, count).entries()) {
    const claim = sampleClaim({ solAddress: recipient })
    await store.claims.insertMany([claim])
    const payment = {
      ...samplePayment(claim, `tx ${index}`),
      ...branded<object>({ baseUnits: BigInt(index + 1) }),
    }
    await store.claimDecisions.markSent(claim.id, payment, {
      ...action,
      action: 'mark_sent',
      subject: claim.id,
    })
  }
}

describeEachStore('a distribution that is paid again', (context) => {
  test('operator 2: of several starts of the same file at once, by as many wallets, one begins', async () => {
    const { distributions, runs } = context.store
    const ids = Array.from({ length: 8 }, (_, n) => `copy ${n}`)
    for (const id of ids) await distributions.add(listOf(id, { fileHash: 'same' }), entries())
    // Each has its connection before they begin.
    await Promise.all(ids.map((id) => distributions.transfers(id)))
    const outcomes = await Promise.all(ids.map((id) => begin(context, id, `wallet for ${id}`)))
    expect(outcomes.filter(({ kind }) => kind === 'begun')).toHaveLength(1)
    expect(await runs.unfinished()).toHaveLength(1)
    const told = outcomes.filter(({ kind }) => kind === 'repeated')
    expect(told).toHaveLength(7)
    for (const outcome of told) {
      expect(outcome).toMatchObject({ repeated: { owed: 4, paidBefore: 4, sameFile: { paidAtMs: 1 } } })
    }
  })

  test('it begins with what was confirmed, which is recorded in the same commit', async () => {
    const { distributions, operatorActions } = context.store
    await distributions.add(listOf('first', { fileHash: 'same' }), entries())
    await begin(context, 'first', 'one')
    await distributions.add(listOf('second', { fileHash: 'same' }), entries())
    expect(await begin(context, 'second', 'other')).toMatchObject({ kind: 'repeated' })
    const seen: RepeatedPayments[] = []
    const confirm = (repeated: RepeatedPayments) => {
      seen.push(repeated)
      return action
    }
    expect(await distributions.begin({ run: runOf('second', 'one'), confirm })).toEqual({
      kind: 'run_in_progress',
    })
    expect(await operatorActions.list(9)).toEqual([])
    expect(await distributions.begin({ run: runOf('second', 'other'), confirm })).toMatchObject({
      kind: 'begun',
    })
    expect(await operatorActions.list(9)).toMatchObject([action])
    expect(seen.map(repeatConfirmation)).toEqual(['4 payments again', '4 payments again'])
  })

  test.each([
    [2, false],
    [3, true],
  ])(
    '%i of 4 payments that were made otherwise, same wallet and amount: asked about: %o',
    async (count, asks) => {
      const { distributions } = context.store
      await payClaims(context, count)
      await distributions.add(listOf('list'), entries())
      const outcome = await begin(context, 'list')
      expect(outcome.kind).toBe(asks ? 'repeated' : 'begun')
      if (asks) expect(outcome).toMatchObject({ repeated: { owed: 4, paidBefore: 3, sameFile: null } })
    },
  )

  test('another amount, another token and another cluster are no repetition', async () => {
    const { distributions } = context.store
    await payClaims(context, 4)
    await distributions.add(listOf('amounts'), entries([...PEOPLE].reverse()))
    await distributions.add(listOf('token', { mintAddress: 'other' }), entries())
    await distributions.add(listOf('cluster', { genesisHash: 'other' }), entries())
    for (const id of ['amounts', 'token', 'cluster']) {
      expect(await begin(context, id, `wallet of ${id}`), id).toMatchObject({ kind: 'begun' })
    }
  })

  test('operator 2: one that was never started is deleted with its rows, and that is recorded', async () => {
    const { distributions, operatorActions } = context.store
    const record = { ...action, action: 'delete_distribution' } as const
    await distributions.add(listOf('second'), entries())
    expect(await distributions.remove('second', record)).toBe('done')
    expect(await distributions.find('second')).toBeUndefined()
    expect(await distributions.transfers('second')).toEqual([])
    expect(await operatorActions.list(9)).toMatchObject([record])
    expect(await distributions.remove('second', record)).toBe('no_distribution')
    expect(await begin(context, 'second')).toEqual({ kind: 'no_distribution' })
  })

  test('one that has begun, or begins at this moment, stays', async () => {
    const { distributions, runs } = context.store
    await distributions.add(listOf('begun'), entries())
    const run = await begin(context, 'begun')
    if (run.kind !== 'begun') throw new Error('It did not begin')
    await runs.finish(run.run.id, 'stopped', null, 2)
    expect(await distributions.remove('begun', action)).toBe('distribution_begun')
    expect(await distributions.transfers('begun')).toHaveLength(4)

    await distributions.add(listOf('race'), entries(['Eve']))
    const [begun, removed] = await Promise.all([begin(context, 'race'), distributions.remove('race', action)])
    expect([
      ['begun', 'distribution_begun'],
      ['no_distribution', 'done'],
    ]).toContainEqual([begun.kind, removed])
  })
})
