import { afterEach, expect, test } from 'vitest'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

let ferry: TestPortal
afterEach(() => ferry?.close())

async function headersOf(path: string) {
  const { headers } = await ferry.server.inject({ path, headers: { accept: 'text/html' } })
  const policy = String(headers['content-security-policy']).split(';')
  return {
    ancestors: policy.find((each) => each.startsWith('frame-ancestors')),
    connect: policy.find((each) => each.startsWith('connect-src')),
    rest: policy.filter((each) => !/^(?:frame-ancestors|connect-src)/.test(each)),
    frameOptions: headers['x-frame-options'],
  }
}

const STRICT = {
  ancestors: "frame-ancestors 'none'",
  connect: "connect-src 'self'",
  frameOptions: 'SAMEORIGIN',
}

test('unless it is configured, nobody frames the page and it speaks to the portal alone', async () => {
  ferry = await startPortal()
  for (const path of ['/', '/test', '/nowhere', '/?operator', '/api/portal']) {
    expect(await headersOf(path)).toMatchObject(STRICT)
  }
  expect((await ferry.server.inject('/manifest.json')).statusCode).toBe(404)
})

test("a Safe's origin may frame the claim page, and nothing else", async () => {
  ferry = await startPortal({
    settings: { tokenName: 'Aurum', safeAppOrigins: ['https://app.safe.global', 'https://safe.example.org'] },
  })
  const strict = await headersOf('/test')
  expect(await headersOf('/')).toEqual({
    ancestors: "frame-ancestors 'self' https://app.safe.global https://safe.example.org",
    connect: "connect-src 'self'",
    rest: strict.rest,
    frameOptions: undefined,
  })
  for (const path of ['/test', '/nowhere', '/?operator', '/api/portal']) {
    expect(await headersOf(path)).toMatchObject(STRICT)
  }

  const manifest = await ferry.server.inject('/manifest.json')
  expect(manifest.headers['access-control-allow-origin']).toBe('*')
  expect(manifest.json()).toMatchObject({
    name: 'Claim Aurum',
    description: expect.any(String),
    iconPath: 'safe-app-icon',
  })
  const icon = await ferry.server.inject('/safe-app-icon')
  expect(icon.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(icon.body).toContain('<svg')
})

test('with WalletConnect the claim page speaks to its relay too, and to nobody else', async () => {
  ferry = await startPortal({
    settings: {
      walletConnectProjectId: '0123456789abcdef',
      walletConnectRelayUrl: 'wss://relay.example.org',
    },
  })
  expect(await headersOf('/')).toMatchObject({
    ...STRICT,
    connect: "connect-src 'self' wss://relay.example.org",
  })
  for (const path of ['/test', '/nowhere', '/?operator']) expect(await headersOf(path)).toMatchObject(STRICT)
})
