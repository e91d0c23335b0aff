import { expect, test } from 'vitest'
import type { AppContext } from '#app/app-context.ts'
import { CLAIMS, type PayoutSource } from '#domain/payout-source.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import { GENESIS, MINT, sampleRun } from '../../../test/harness/sample-rows.ts'
import { stopPayout } from './stop-payout.ts'

const DISTRIBUTION = { kind: 'distribution', id: 'DIST' } as const satisfies PayoutSource

const SOURCES: PayoutSource[] = [CLAIMS, DISTRIBUTION]

describeEachStore('stopping a payout', (context) => {
  const app = () => ({ store: context.store, settings: { coolingOffMinutes: 0 } }) as AppContext

  async function addDistribution(id: string) {
    const file = { fileName: 'p.xlsx', fileHash: id, mintName: null, rowCount: 0, totalBaseUnits: 0n }
    const token = { mintAddress: MINT, mintDecimals: 9, genesisHash: GENESIS }
    await context.store.distributions.add({ id, ...file, ...token, createdAtMs: 1 }, [])
  }

  test.each(SOURCES)('stops the run over $kind, and no other', async (source) => {
    const { runs } = context.store
    await addDistribution('DIST')
    await addDistribution('OTHER')
    await runs.create(sampleRun({ walletAddress: 'first wallet' }))
    await runs.create(
      sampleRun({ sender: 'standalone', distributionId: 'DIST', walletAddress: 'second wallet' }),
    )
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
