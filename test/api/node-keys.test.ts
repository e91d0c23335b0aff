import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSolanaKey } from '#rehearsal/solana-key.ts'
import type { NewSender } from '#store/schema.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** Providers put keys into every part of a URL but its origin. */
const KEYS = ['key-in-the-user', 'key-in-the-password', 'key-in-the-path', 'key-in-the-query'] as const
const withKeys = (host: string) => {
  const [user, password, path, query] = KEYS
  return `http://${user}:${password}@${host}/v2/${path}?api-key=${query}`
}

const BASES = ['/api/bulk-sender', '/api/standalone-bulk-sender'] as const

let ferry: TestPortal
let headers: { authorization: string }
beforeAll(async () => {
  ferry = await startPortal({ environment: { SOLANA_RPC_URL: withKeys('127.0.0.1:1') } })
  headers = await ferry.adminHeaders()
})
afterAll(() => ferry.close())

const answers: string[] = []
async function call(method: 'GET' | 'POST', url: string) {
  const response = await ferry.server.inject({ method, url, headers })
  answers.push(`${method} ${url}: ${JSON.stringify(response.headers)} ${response.body}`)
  return response
}

const configured = (kind: NewSender['kind'], wallet: string, sealedKey: Buffer): NewSender => ({
  kind,
  rpc_url: withKeys('127.0.0.1:2'),
  sealed_key: sealedKey,
  wallet_address: wallet,
  mint_address: 'mint',
  mint_decimals: 9,
  token_program: 'token-program',
  genesis_hash: 'genesis',
  batch_size: 10,
  delay_ms: 1000,
  priority_fee_cap: 1,
  is_test_key: 1,
  configured_at_ms: 1,
})

test('of a node the status answers show the origin alone, before a sender is configured and after', async () => {
  for (const base of BASES) {
    expect((await call('GET', `${base}/status`)).json()).toMatchObject({ rpcUrl: 'http://127.0.0.1:1' })
  }
  const { signer, keyJson } = await makeSolanaKey()
  const sealed = ferry.portal.secrets.seal(Uint8Array.from(JSON.parse(keyJson)), '')
  for (const kind of ['bulk', 'standalone'] as const) {
    await ferry.portal.store.senders.save(configured(kind, signer.address, sealed))
  }
  for (const base of BASES) {
    expect((await call('GET', `${base}/status`)).json()).toMatchObject({
      configured: true,
      rpcUrl: 'http://127.0.0.1:2',
    })
  }
})

test('the keys are in no other answer and no line of the log, whatever the node does', async () => {
  await ferry.portal.store.claims.insertMany([sampleClaim()])
  const { paths } = (await call('GET', '/api/openapi.json')).json()
  const reads = Object.entries<object>(paths).filter(([, methods]) => 'get' in methods)
  for (const [path] of reads) await call('GET', path.replaceAll(/\{\w+\}/g, 'x'))
  await call('POST', '/api/bulk-sender/start')
  expect(reads.length).toBeGreaterThan(20)
  expect(answers.join()).toContain('127.0.0.1:2')
  for (const key of KEYS) {
    expect(answers.filter((answer) => answer.includes(key))).toEqual([])
    expect(ferry.logLines.filter((line) => line.includes(key))).toEqual([])
  }
})
