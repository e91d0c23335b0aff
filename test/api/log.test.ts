import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { ADMIN_PASSWORD, startPortal, type TestPortal } from '../harness/start-portal.ts'

let ferry: TestPortal
let url: string

beforeAll(async () => {
  ferry = await startPortal()
  url = await ferry.listen()
})
afterAll(() => ferry.close())

const json = { 'content-type': 'application/json' }

test('nothing secret and no body gets into the log, and every line of a request has its id', async () => {
  const holder = makeHolder()
  await loadHolders(ferry.portal, [holder])
  const claim = await signClaim(holder)
  const { authorization } = await ferry.adminHeaders()
  const { privateKey } = generateKeyPairSync('ed25519')
  const secretKey = privateKey.export({ format: 'jwk' }).d ?? ''
  const post = (path: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...json, authorization },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const responses = await Promise.all([
    post('/api/submitClaim', claim),
    post('/api/submitClaim', { ...claim, sol: 5 }),
    post('/api/submitClaim', { ...claim, nonce: 1 }),
    post('/api/admin/login', { password: `${ADMIN_PASSWORD}!` }),
    post('/api/admin/login', `{"password":"${ADMIN_PASSWORD}"`),
    post('/api/bulk-sender/config', { privateKey: secretKey }),
    post('/api/bulk-sender/config', {
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
    expect(answers.join()).not.toContain(secret)
  }
  for (const response of responses) {
    const id = response.headers.get('x-request-id') ?? ''
    const lines = ferry.logLines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id)
    expect(lines.at(-1)).toMatchObject({ msg: 'request completed', res: { statusCode: response.status } })
  }
})
