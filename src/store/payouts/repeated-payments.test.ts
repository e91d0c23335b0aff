import { expect, test } from 'vitest'
import { describeRepeats, type RepeatedPayments, repeatConfirmation } from '#domain/repeated-payments.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import { branded, sampleEntry, samplePayment, sampleRun } from '../../../test/harness/sample-rows.ts'
import { insertClaim, sampleDistribution, signPayments } from '../../../test/harness/store-bed.ts'

const PEOPLE = ['Ann', 'Bob', 'Cid', 'Dot']

const listOf = (id: string, change: Parameters<typeof sampleDistribution>[0] = {}) =>
  sampleDistribution({
    ...{
      id,
      fileName: `${id}.xlsx`,
      fileHash: `hash of ${id}`,
      rowCount: PEOPLE.length,
      totalBaseUnits: 10n,
    },
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
    decide: ({ rows }) => (rows > 0 ? { kind: 'ask' } : { kind: 'pay', action: null }),
  })

/** Begins a run over a distribution of which nothing was paid before. */
async function beginUnasked(context: StoreContext, id: string) {
  const begun = await begin(context, id)
  if (begun.kind !== 'begun') throw new Error('It did not begin')
  return begun.run
}

/** Pays the first so many claims' worth of a list, by other ways than a distribution. */
async function payClaims({ store }: StoreContext, count: number) {
  for (const [index, recipient] of PEOPLE.slice(0, count).entries()) {
    const claim = await insertClaim(store, { solAddress: recipient })
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
  test('of several starts of the same file at once, by as many wallets, one begins', async () => {
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
      expect(outcome).toMatchObject({ repeated: { of: 4, rows: 4, sameFile: { paidAtMs: 1 } } })
    }
  })

  test('it begins with what was confirmed, which is recorded in the same commit', async () => {
    const { distributions, operatorActions } = context.store
    await distributions.add(listOf('first', { fileHash: 'same' }), entries())
    await begin(context, 'first', 'one')
    await distributions.add(listOf('second', { fileHash: 'same' }), entries())
    expect(await begin(context, 'second', 'other')).toMatchObject({ kind: 'repeated' })
    const seen: RepeatedPayments[] = []
    const decide = (repeated: RepeatedPayments) => {
      seen.push(repeated)
      return { kind: 'pay' as const, action }
    }
    expect(await distributions.begin({ run: runOf('second', 'one'), decide })).toEqual({
      kind: 'run_in_progress',
    })
    expect(await operatorActions.decisions(9)).toEqual([])
    expect(await distributions.begin({ run: runOf('second', 'other'), decide })).toMatchObject({
      kind: 'begun',
    })
    expect(await operatorActions.decisions(9)).toMatchObject([action])
    expect(seen.map(repeatConfirmation)).toEqual([
      '4 payments again, 0.00000001 tokens',
      '4 payments again, 0.00000001 tokens',
    ])
  })

  test('one of four payments that was made by a claim is told, with its sum, and asked about', async () => {
    const { distributions } = context.store
    await payClaims(context, 1)
    await distributions.add(listOf('list'), entries())
    const outcome = await begin(context, 'list')
    if (outcome.kind !== 'repeated') throw new Error('It began')
    expect(outcome.repeated).toEqual({
      of: 4,
      rows: 1,
      baseUnits: 1n,
      byKind: { paid: 1, on_hold: 0, under_way: 0 },
      mintDecimals: 9,
      sameFile: null,
    })
    expect(describeRepeats(outcome.repeated)).toBe(
      '1 of its 4 payments was made before, of the same amount to the same wallet: 0.000000001 tokens',
    )
    expect(await context.store.runs.unfinished()).toEqual([])
  })

  test('rows that were paid before are left out for good, in the commit that makes the list', async () => {
    const { distributions, journal, operatorActions, runs } = context.store
    await payClaims(context, 3)
    await distributions.add(listOf('list'), entries())
    const decide = () => ({
      kind: 'leave_out' as const,
      action: { ...action, action: 'leave_out_repeats' as const },
    })
    const begun = await distributions.begin({ run: runOf('list'), decide })
    if (begun.kind !== 'begun') throw new Error('It did not begin')
    expect(begun.run.transferCount).toBe(1)
    expect(await runs.transferCounts(begun.run.id)).toMatchObject({ queued: 1, left_out: 3 })
    expect(await journal.nextTransfers(begun.run.id, 9)).toMatchObject([{ recipient: 'Dot' }])
    expect(await distributions.transfers('list')).toMatchObject([
      ...[1, 2, 3].map((rowNumber) => ({
        ...{ rowNumber, state: 'left_out', runId: begun.run.id },
        failure: 'Left out: the same amount was paid to this wallet before',
      })),
      { rowNumber: 4, state: 'queued' },
    ])
    expect(await operatorActions.decisions(1)).toMatchObject([{ action: 'leave_out_repeats' }])
    await runs.sealList(begun.run)
    expect(await runs.find(begun.run.id)).toMatchObject({ transferCount: 1 })

    // A later run takes what is left, and nothing else.
    await runs.finish(begun.run.id, 'stopped', null, 2)
    const next = await beginUnasked(context, 'list')
    expect(await journal.nextTransfers(next.id, 9)).toMatchObject([{ recipient: 'Dot' }])
  })

  test('nothing begins where all that is owed was paid before and is left out', async () => {
    const { distributions, runs } = context.store
    await payClaims(context, 4)
    await distributions.add(listOf('list'), entries())
    const decide = () => ({ kind: 'leave_out' as const, action: null })
    expect(await distributions.begin({ run: runOf('list'), decide })).toEqual({ kind: 'only_repeats' })
    expect(await runs.unfinished()).toEqual([])
    expect(await distributions.transfers('list')).toMatchObject(PEOPLE.map(() => ({ state: 'queued' })))
  })

  test('what is signed and on hold may land and counts; what is held and was never signed does not', async () => {
    const { distributions, journal, runs } = context.store
    await distributions.add(listOf('first'), entries())
    const begun = await beginUnasked(context, 'first')
    const transfers = await journal.nextTransfers(begun.id, 4)
    const held = await signPayments(context.store, begun, transfers.slice(0, 1))
    const paid = await signPayments(context.store, begun, transfers.slice(1, 2))
    await journal.hold(held.id, 'no answer', 5)
    await journal.settlePaid([{ attempt: paid, slot: 1 }], 7)
    if (transfers[2]) await journal.holdUnverified(transfers[2], 'is on the deny list')
    await distributions.add(listOf('second'), entries())
    const second = await distributions.find('second')
    if (!second) throw new Error('It is not there')
    // Dot is still to be paid, by a run that goes on.
    expect(await distributions.repeated(second)).toMatchObject({
      ...{ of: 4, rows: 3, baseUnits: 7n, byKind: { paid: 1, on_hold: 1, under_way: 1 } },
    })
    await runs.finish(begun.id, 'stopped', null, 8)
    const repeated = await distributions.repeated(second)
    expect(repeated).toMatchObject({ rows: 2, byKind: { paid: 1, on_hold: 1, under_way: 0 } })
    expect(describeRepeats(repeated)).toContain('(1 paid, 1 on hold, which may still land)')

    const page = (afterRow: number) => distributions.repeatedRows(second, { afterRow, limit: 1 })
    const by = { claimId: null, distributionId: 'first', fileName: 'first.xlsx' }
    expect(await page(0)).toMatchObject([
      {
        ...{ rowNumber: 1, recipient: 'Ann', baseUnits: 1n, isLeftOut: false },
        by: { ...by, kind: 'on_hold', rowNumber: 1, signature: held.signature, atMs: 1 },
      },
    ])
    expect(await page(1)).toMatchObject([
      {
        ...{ rowNumber: 2, recipient: 'Bob' },
        by: { ...by, kind: 'paid', rowNumber: 2, signature: paid.signature, atMs: 7 },
      },
    ])
    expect(await page(2)).toEqual([])
  })

  test('a row on hold that was never signed is owed again, and compared as the others', async () => {
    const { distributions, journal, runs } = context.store
    await distributions.add(listOf('list'), entries())
    const begun = await beginUnasked(context, 'list')
    const [first] = await journal.nextTransfers(begun.id, 1)
    if (first) await journal.holdUnverified(first, 'is on the deny list')
    await runs.finish(begun.id, 'stopped', null, 2)
    await payClaims(context, 1)
    expect(await begin(context, 'list')).toMatchObject({ kind: 'repeated', repeated: { of: 4, rows: 1 } })
  })

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

  test('one that was never started is deleted with its rows, and that is recorded', async () => {
    const { distributions, operatorActions } = context.store
    const record = { ...action, action: 'delete_distribution' } as const
    await distributions.add(listOf('second'), entries())
    expect(await distributions.remove('second', record)).toBe('done')
    expect(await distributions.find('second')).toBeUndefined()
    expect(await distributions.transfers('second')).toEqual([])
    expect(await operatorActions.decisions(9)).toMatchObject([record])
    expect(await distributions.remove('second', record)).toBe('no_distribution')
    expect(await begin(context, 'second')).toEqual({ kind: 'no_distribution' })
  })

  test('one that has begun, or begins at this moment, stays', async () => {
    const { distributions, runs } = context.store
    await distributions.add(listOf('begun'), entries())
    await runs.finish((await beginUnasked(context, 'begun')).id, 'stopped', null, 2)
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
