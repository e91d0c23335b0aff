import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
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
