import { expect, test } from 'vitest'
import type { AppContext } from '#app/app-context.ts'
import { CLAIMS, type PayoutSource } from '#domain/payout-source.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import { beginRun, sampleDistribution } from '../../../test/harness/store-bed.ts'
import { stopPayout } from './start-payout.ts'

const DISTRIBUTION = { kind: 'distribution', id: 'DIST' } as const satisfies PayoutSource

const SOURCES: PayoutSource[] = [CLAIMS, DISTRIBUTION]

describeEachStore('stopping a payout', (context) => {
  const app = () => ({ store: context.store, settings: { coolingOffMinutes: 0 }, now: () => 1 }) as AppContext

  test.each(SOURCES)('stops the run over $kind, and no other', async (source) => {
    const { store } = context
    const { distributions, runs } = store
    for (const id of ['DIST', 'OTHER']) await distributions.add(sampleDistribution({ id, fileHash: id }), [])
    await beginRun(store, { walletAddress: 'first wallet' })
    await beginRun(store, { sender: 'standalone', distributionId: 'DIST', walletAddress: 'second wallet' })
    await expect(stopPayout(app(), { kind: 'distribution', id: 'OTHER' })).rejects.toMatchObject({
      code: 'no_run_in_progress',
    })
    await stopPayout(app(), source)
    expect(await runs.latest({ sender: 'bulk' })).toMatchObject({
      state: source === CLAIMS ? 'stopping' : 'running',
    })
    expect(await runs.latest({ distributionId: 'DIST' })).toMatchObject({
      state: source === CLAIMS ? 'running' : 'stopping',
    })
  })

  test('throws no_distribution where there is none', async () => {
    await expect(stopPayout(app(), DISTRIBUTION)).rejects.toMatchObject({ code: 'no_distribution' })
  })
})
