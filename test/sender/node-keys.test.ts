import type { Address } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyInput, Endpoint } from '#api-schema/endpoint.ts'
import { ALL_ENDPOINTS, endpoints } from '#api-schema/endpoints.ts'
import type { Sender } from '#domain/sender.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { MINT, sampleClaim } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** Providers put keys into every part of a URL but its origin. */
const KEYS = ['key-in-the-user', 'key-in-the-password', 'key-in-the-path', 'key-in-the-query'] as const
const withKeys = (host: string) => {
  const [user, password, path, query] = KEYS
  return `http://${user}:${password}@${host}/v2/${path}?api-key=${query}`
}

const SENDERS = [endpoints.bulkSender, endpoints.standaloneSender]

let ferry: TestPortal
let headers: { authorization: string }
beforeAll(async () => {
  ferry = await startPortal({ environment: { SOLANA_RPC_URL: withKeys('127.0.0.1:1') } })
  headers = await ferry.adminHeaders()
})
afterAll(() => ferry.close())

/** Values for all parameters of paths, and for a query where one has to be there. */
const anythingFor = (endpoint: Endpoint) => ({
  params: { eth: 'x', id: 'x', distributionId: 'x' },
  query: endpoint === endpoints.public.allocation ? { eth: 'x' } : {},
})

const answers: string[] = []
async function call(endpoint: Endpoint, input?: AnyInput) {
  const response = await callEndpoint(ferry.server, endpoint, input, { headers })
  answers.push(`${endpoint.path}: ${JSON.stringify(response.headers)} ${response.body}`)
  return response
}

const PLACE = { table: 'sender', row: 'x', column: 'sealed_key' }

const configured = (kind: Sender['kind'], wallet: Address, sealedKey: Buffer): Sender => ({
  kind,
  rpcUrl: withKeys('127.0.0.1:2'),
  fallbackRpcUrls: [],
  sourceOwner: null,
  sourceTokenAccount: null,
  mintExtensions: [],
  mintName: null,
  sealedKey,
  walletAddress: wallet,
  mintAddress: MINT,
  mintDecimals: 9,
  tokenProgram: TOKEN_PROGRAM_ADDRESS,
  genesisHash: 'genesis',
  batchSize: 10,
  delayMs: 1000,
  priorityFeeCap: 1,
  configuredAtMs: 1,
})

test('the status shows only the origin of a node, before a sender is configured and after', async () => {
  for (const { status } of SENDERS) {
    expect((await call(status)).json()).toMatchObject({ rpcUrl: 'http://127.0.0.1:1' })
  }
  const { signer, keyJson } = await makeSolanaKey()
  const sealed = ferry.app.secrets.seal(Uint8Array.from(JSON.parse(keyJson)), PLACE)
  for (const kind of ['bulk', 'standalone'] as const) {
    await ferry.app.store.senders.save(configured(kind, signer.address, sealed))
  }
  for (const { status } of SENDERS) {
    expect((await call(status)).json()).toMatchObject({
      configured: true,
      rpcUrl: 'http://127.0.0.1:2',
    })
  }
})

test('the keys are in no other answer and no line of the log, whatever the node does', async () => {
  await ferry.app.store.claims.insertMany([sampleClaim()])
  // A stream answers for as long as it is open: what it says is what the state says.
  const reads = ALL_ENDPOINTS.filter(({ method, path }) => method === 'GET' && !path.endsWith('/events'))
  for (const read of reads) await call(read, anythingFor(read))
  await call(endpoints.bulkSender.start)
  expect(reads.length).toBeGreaterThan(20)
  expect(answers.join()).toContain('127.0.0.1:2')
  for (const key of KEYS) {
    expect(answers.filter((answer) => answer.includes(key))).toEqual([])
    expect(ferry.logLines.filter((line) => line.includes(key))).toEqual([])
  }
})
