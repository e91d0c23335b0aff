import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { landedWithMemo } from '../harness/chain-state.ts'
import { expectSettled } from '../harness/expect-settled.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'

let bed: ServerBed
beforeEach(async () => {
  bed = await prepareServerBed({ claimants: 40 })
  await bed.claimAll()
})
afterEach(() => bed.close())

/** The mint has nine decimals. */
function showDecimals(decimals: number) {
  bed.localnet.faults.use({ seed: 1, rules: [{ kind: 'lyingMint', probability: 1, decimals }] })
}

function tellTheTruth() {
  bed.localnet.faults.use({ seed: 1 })
}

/** Expects that Start fails for the mint, or its run ends for it. */
async function expectStoppedByMint(): Promise<void> {
  const refused = await bed.call(endpoints.bulkSender.start)
  if (refused.status === 200) {
    await expect
      .poll(async () => (await bed.status()).progress, { timeout: 30_000 })
      .toMatchObject({ status: 'failed', message: expect.stringMatching(/token mint is not as it was/) })
  } else {
    expect(refused).toMatchObject({ status: 409, body: { code: 'mint_changed' } })
  }
}

const landed = () => landedWithMemo(bed.localnet, bed.sourceTokenAccount)

test.each([6, 12])(
  'configured while the node answered %i decimals: refused, and nobody is paid',
  {
    timeout: 120_000,
  },
  async (decimals) => {
    showDecimals(decimals)
    const configured = await bed.configure()
    tellTheTruth()
    if (configured.status === 200) await expectStoppedByMint()
    expect(landed()).toEqual([])

    expect(await bed.configure()).toMatchObject({ status: 200, body: { tokenDecimals: 9 } })
    await bed.untilPaid()
    await expectSettled(bed)
  },
)

test.each([6, 12])(
  'the node answers %i decimals from Start on: refused, and nobody is paid',
  {
    timeout: 120_000,
  },
  async (decimals) => {
    expect(await bed.configure()).toMatchObject({ status: 200, body: { tokenDecimals: 9 } })
    showDecimals(decimals)
    await expectStoppedByMint()
    expect(landed()).toEqual([])

    tellTheTruth()
    await bed.untilPaid()
    await expectSettled(bed)
  },
)

test.each([6, 12])(
  'the node answers %i decimals in the middle of a run: nobody is paid wrong',
  {
    timeout: 120_000,
  },
  async (decimals) => {
    expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
    await bed.do(endpoints.bulkSender.start)
    await expect.poll(() => landed().length, { timeout: 30_000 }).toBeGreaterThan(1)
    showDecimals(decimals)
    await bed.kill()
    await bed.start()
    await new Promise((resolve) => setTimeout(resolve, 15_000))
    const wrong = (await bed.dues()).filter(({ owed, onChain }) => onChain !== 0n && onChain !== owed)
    expect(wrong).toEqual([])

    tellTheTruth()
    await bed.untilPaid()
    await expectSettled(bed)
  },
)
