import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { type Call, replyError, startTestNode } from '../harness/test-node.ts'

const { bulkSender } = endpoints

let paying: PayingPortal
beforeEach(async () => {
  paying = await startPayingPortal()
})
afterEach(() => paying.close())

async function forward({ id, method, params }: Call, response: ServerResponse): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(paying.localnet.url, { method: 'POST', headers, body }).catch(() => null)
  if (answer) response.end(await answer.text())
  else response.destroy()
}

test.each<[string, (call: Call, response: ServerResponse) => void]>([
  ['403', (_, response) => response.writeHead(403).end()],
  ['-32601', (call, response) => replyError(call, response, -32_601, 'Method not found')],
  ['-32602', (call, response) => replyError(call, response, -32_602, 'Invalid params')],
])(
  'a node that answers getRecentPrioritizationFees with %s: estimate, Start and run work, and the run says so',
  {
    timeout: 120_000,
  },
  async (_, refuse) => {
    const node = await startTestNode((call, response) => {
      if (call.method === 'getRecentPrioritizationFees') refuse(call, response)
      else void forward(call, response)
    })
    await paying.configure('bulk', { rpcUrl: node.url, batchSize: 1 })
    await addClaims(
      paying.ferry.app,
      Array.from({ length: 4 }, () =>
        sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() }),
      ),
    )
    expect((await paying.call(bulkSender.estimate)).json()).toMatchObject({ claimCount: 4, sufficient: true })
    expect(await paying.call(bulkSender.start)).toMatchObject({ statusCode: 200 })
    const messages = new Set<string>()
    const look = async () => {
      const { message, running } = (await paying.call(bulkSender.status)).json()
      messages.add(message)
      return running
    }
    await expect.poll(look, { timeout: 90_000, interval: 50 }).toBe(false)
    expect((await paying.call(bulkSender.runs)).json().runs[0]).toMatchObject({ status: 'completed' })
    expect([...messages]).toContainEqual(
      expect.stringMatching(/does not tell recent priority fees \(.+\): the least price is offered\.$/),
    )
  },
)
