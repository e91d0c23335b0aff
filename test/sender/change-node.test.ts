import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { expectSettled, expectWords } from '../harness/expect-settled.ts'
import { type FaultyRpcProxy, type ProxyFault, startFaultyRpcProxy } from '../harness/faulty-rpc-proxy.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'
import { watchWords } from '../harness/watch-words.ts'

let bed: ServerBed
let node: FaultyRpcProxy
beforeEach(async () => {
  bed = await prepareServerBed({ claimants: 60 })
  node = await startFaultyRpcProxy(bed.localnet.url)
  await bed.claimAll()
  expect((await bed.configure({ rpcUrl: node.url, batchSize: 5 })).status).toBe(200)
  await bed.do(endpoints.bulkSender.start)
  await expect
    .poll(async () => (await bed.status()).progress?.successful, { timeout: 30_000 })
    .toBeGreaterThan(0)
})
afterEach(async () => {
  await node.close()
  await bed.close()
})

const message = async () => (await bed.status()).progress?.message ?? ''

test.each<ProxyFault>(['down', 'silent'])(
  'the node is %s in the middle of a run: configured with another one, the run goes on',
  { timeout: 180_000 },
  async (spell) => {
    const words = watchWords(bed)
    node.fault = spell
    await expect.poll(message, { timeout: 60_000 }).toMatch(/node/)
    expect(await bed.configure({ batchSize: 5 })).toMatchObject({ status: 200 })
    await bed.untilPaid(120_000)
    await expectSettled(bed)
    await expectWords(words)
  },
)

test('another wallet, token or cluster is refused meanwhile', { timeout: 120_000 }, async () => {
  node.fault = 'down'
  const other = await prepareServerBed({ claimants: 1 })
  try {
    const { walletKeyJson: privateKey, mint: tokenMintAddress } = other.environment
    for (const change of [{ privateKey }, { rpcUrl: other.localnet.url, tokenMintAddress }]) {
      expect(await bed.configure(change)).toMatchObject({ status: 409 })
    }
  } finally {
    await other.close()
  }
})

test('stopped while its node is down: Stop may be pressed again, and with another node the run ends', {
  timeout: 180_000,
}, async () => {
  node.fault = 'down'
  await expect.poll(message, { timeout: 60_000 }).toMatch(/node/)
  expect(await bed.call(endpoints.bulkSender.stop)).toMatchObject({ status: 200 })
  expect(await bed.call(endpoints.bulkSender.stop)).toMatchObject({ status: 200 })
  expect(await bed.status()).toMatchObject({ state: 'stopping', running: true })
  expect(await bed.configure({ batchSize: 5 })).toMatchObject({ status: 200 })
  await expect.poll(async () => (await bed.status()).running, { timeout: 60_000, interval: 500 }).toBe(false)
  expect(await bed.overpaid()).toEqual([])
  expect((await bed.status()).queuedClaimsCount).toBeGreaterThan(0)

  await bed.untilPaid(120_000)
  await expectSettled(bed)
})
