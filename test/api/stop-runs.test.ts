import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims as addSealedClaims } from '../harness/add-claims.ts'
import { type AlteringNode, startAlteringNode } from '../harness/altering-node.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

let portal: PayingPortal
let node: AlteringNode
beforeAll(async () => {
  portal = await startPayingPortal()
  node = await startAlteringNode(portal.localnet.url)
})
afterAll(async () => {
  await portal.close()
  await node.close()
})

const TIMEOUT = { timeout: 15_000 }

/** Adds two payments, and returns the endpoints that start and stop them, with their parameters. */
const SENDERS = {
  async bulk() {
    const claims = Array.from({ length: 2 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
    await addSealedClaims(portal.ferry.app, claims)
    return { ...endpoints.bulkSender, input: {} }
  },
  async standalone() {
    const rows = Array.from({ length: 2 }, () => [freshSolanaAddress(), '1'])
    const file = { name: 'payments.xlsx', content: await buildXlsx({ rows }) }
    const { distributionId } = (await portal.upload(endpoints.standaloneSender.upload, file)).json()
    return { ...endpoints.standaloneSender, input: { params: { distributionId } } }
  },
}

describe.each(['bulk', 'standalone'] as const)('the %s sender', (kind) => {
  test('is stopping until nothing is under way, however often Stop is called', {
    timeout: 60_000,
  }, async () => {
    await portal.configure(kind, { rpcUrl: node.url, batchSize: 1, delayBetweenBatches: 60_000 })
    const sender = await SENDERS[kind]()
    const status = async () => (await portal.call(sender.status)).json()
    const stop = () => portal.call(sender.stop, sender.input)

    const early = await stop()
    expect([early.statusCode, early.json().code]).toEqual([409, 'no_run_in_progress'])
    // Nothing becomes final, so that the stop takes long.
    node.alter((method, _, result) => (method === 'getSignatureStatuses' ? notYetFinal(result) : result))
    await portal.call(sender.start, sender.input)
    await expect.poll(status, TIMEOUT).toMatchObject({ state: 'running', running: true, inFlight: 1 })
    for (const _ of ['first', 'second', 'third']) {
      const answer = await stop()
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json().message).toMatch(/ is stopping: what is under way is settled first\.$/)
      expect(await status()).toMatchObject({ state: 'stopping', running: true, inFlight: 1 })
    }
    node.alter((_method, _count, result) => result)
    await expect.poll(status, TIMEOUT).toMatchObject({ state: 'stopped', running: false, inFlight: 0 })
    expect((await stop()).statusCode).toBe(409)
  })
})

function notYetFinal(result: unknown) {
  const { value, ...rest } = result as { value: (object | null)[] }
  return { ...rest, value: value.map((status) => status && { ...status, confirmationStatus: 'confirmed' }) }
}
