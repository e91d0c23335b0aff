import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { ADMIN_PASSWORD, startPortal } from '../harness/start-portal.ts'

describe('log', () => {
  let url: string

  const ferry = forAllTests(startPortal)
  beforeAll(async () => {
    url = await ferry.listen()
  })

  const json = { 'content-type': 'application/json' }

  test('nothing secret and no body gets into the log, and every line of a request has its id', async () => {
    const holder = makeHolder()
    await loadHolders(ferry.app, [holder])
    const claim = await signClaim(holder)
    const { authorization } = await ferry.adminHeaders()
    const { privateKey } = generateKeyPairSync('ed25519')
    const secretKey = privateKey.export({ format: 'jwk' }).d ?? ''
    const { submitClaim } = endpoints.public
    const { login } = endpoints.admin
    const { config } = endpoints.bulkSender
    const post = ({ path }: Route, body: unknown) =>
      fetch(url + path, {
        method: 'POST',
        headers: { ...json, authorization },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const responses = await Promise.all([
      post(submitClaim, claim),
      post(submitClaim, { ...claim, sol: 5 }),
      post(submitClaim, { ...claim, nonce: 1 }),
      post(login, { password: `${ADMIN_PASSWORD}!` }),
      post(login, `{"password":"${ADMIN_PASSWORD}"`),
      post(config, { privateKey: secretKey }),
      post(config, {
        rpcUrl: 'http://127.0.0.1:1',
        privateKey: secretKey,
        tokenMintAddress: 'x',
        batchSize: 1,
        delayBetweenBatches: 1000,
      }),
    ])
    const answers = await Promise.all(responses.map((response) => response.text()))
    const log = ferry.logLines.join('')
    const token = authorization.slice('Bearer '.length)
    for (const secret of [ADMIN_PASSWORD, secretKey, token, claim.signature, claim.sol]) {
      expect(log).not.toContain(secret)
      // A claimant's own receipt names their wallet.
      if (secret !== claim.sol) expect(answers.join()).not.toContain(secret)
    }
    for (const response of responses) {
      const id = response.headers.get('x-request-id') ?? ''
      const lines = ferry.logLines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id)
      expect(lines.at(-1)).toMatchObject({ msg: 'request completed', res: { statusCode: response.status } })
    }
  })
})

describe('request log', () => {
  const WALLET = `0x${'5e'.repeat(20)}`
  const ferry = forAllTests(() => startPortal({ environment: { TRUST_PROXY: 'on' } }))

  /** Asks for a path as a visitor behind a proxy, and returns the lines about it. */
  async function linesOf(url: string, visitor = '203.0.113.7'): Promise<string[]> {
    const response = await ferry.server.inject({ url, headers: { 'x-forwarded-for': visitor } })
    const id = String(response.headers['x-request-id'])
    return ferry.logLines.filter((line) => line.includes(id))
  }

  test.each([
    [`/api/allocations?eth=${WALLET}`, '/api/allocations'],
    [`/api/claims/${WALLET}`, '/api/claims/:eth'],
    [`/api/claims/${WALLET}x?q=a-token`, '/api/claims/:eth'],
    ['/api/admin/claims?q=a-token', '/api/admin/claims'],
    ['/?operator&q=a-token', '/'],
    [`/api/${WALLET}`, null],
    [`/${WALLET}?q=a-token`, null],
  ])('%s is logged by its route, without wallet, query or visitor', async (url, route) => {
    const lines = await linesOf(url)
    expect(lines.length).toBeGreaterThan(0)
    const text = lines.join().toLowerCase()
    for (const kept of [WALLET, 'a-token', 'operator', '203.0.113.7']) expect(text).not.toContain(kept)
    const completed = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request completed')
    expect(completed.map(({ req }) => req)).toEqual([{ method: 'GET', route, from: '203.0.113.0/24' }])
  })

  test('of an IPv6 address the log keeps the site', async () => {
    const [line = ''] = (await linesOf('/api/health', '2001:db8:1:2:3:4:5:6')).slice(-1)
    expect(JSON.parse(line).req.from).toBe('2001:db8:1::/48')
  })

  test('nor is a path that can not be read', async () => {
    const lines = await linesOf(`/api/claims/%zz${WALLET}`)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join().toLowerCase()).not.toContain(WALLET)
  })

  test('an error of ours does not bring them back', async () => {
    const find = ferry.app.store.snapshots.findAllocation
    ferry.app.store.snapshots.findAllocation = () => Promise.reject(new Error('broken'))
    const lines = await linesOf(`/api/allocations?eth=${WALLET}`)
    ferry.app.store.snapshots.findAllocation = find
    expect(lines.join()).toContain('broken')
    expect(lines.join().toLowerCase()).not.toContain(WALLET)
  })
})
