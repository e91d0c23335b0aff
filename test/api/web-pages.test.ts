import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { forAllTests } from '../harness/for-tests.ts'
import type { TestPortal } from '../harness/start-portal.ts'
import { PAGES, startPortal } from '../harness/start-portal.ts'

describe('web pages', () => {
  let url: string

  const ferry = forAllTests(startPortal)
  beforeAll(async () => {
    url = await ferry.listen()
  })

  describe('the pages', () => {
    const page = async (path: string, headers: Record<string, string> = { accept: 'text/html' }) => {
      const response = await fetch(url + path, { headers })
      return { response, html: await response.text() }
    }

    test.each([
      ['/', 200, PAGES['index.html']],
      ['/?utm=1', 200, PAGES['index.html']],
      ['/?Operator', 200, PAGES['index.html']],
      ['/?operator', 200, PAGES['admin.html']],
      ['/?a=1&operator=x', 200, PAGES['admin.html']],
      ['/test', 200, PAGES['index.html']],
      ['/test?operator', 200, PAGES['index.html']],
      ['/nowhere', 404, PAGES['index.html']],
      ['/nowhere?operator', 404, PAGES['index.html']],
      ['/index.html', 404, PAGES['index.html']],
      ['/admin.html', 404, PAGES['index.html']],
      ['/apiary', 404, PAGES['index.html']],
    ])('%s answers %i', async (path, status, html) => {
      const got = await page(path)
      expect(got.response.status).toBe(status)
      expect(got.html).toBe(html)
      expect(got.response.headers.get('cache-control')).toBe('no-cache')
      expect(got.response.headers.get('x-robots-tag')).toBe(
        html === PAGES['admin.html'] ? 'noindex, nofollow' : null,
      )
    })

    test('assets are kept for good, pages are asked for again', async () => {
      const { response } = await page('/assets/claim-abc123.js', {})
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    })

    test('where they are not built, the API is served all the same', async () => {
      const bare = await startPortal({ pages: false })
      const root = await bare.server.inject('/')
      expect(root.statusCode).toBe(503)
      expect(root.body).toContain('npm run build')
      expect((await bare.ask(endpoints.public.portal)).statusCode).toBe(200)
      expect(bare.logLines.some((line) => line.includes('npm run build'))).toBe(true)
      await bare.close()
    })

    test('the demo adds its wallet to the claim page only', async () => {
      const accounts = [{ label: 'Ada', address: `0x${'1'.repeat(40)}`, privateKey: '0x01' }]
      const demo = await startPortal({ demo: { accounts } })
      const script = '<script type="module" src="/demo-wallet.js"></script></head>'
      expect((await demo.server.inject('/')).body).toContain(script)
      expect((await demo.server.inject('/?operator')).body).not.toContain('demo')
      expect((await demo.server.inject('/demo/wallets')).json()).toEqual({ accounts })
      const wallet = await demo.server.inject('/demo-wallet.js')
      expect(wallet.statusCode).toBe(200)
      expect(wallet.headers['content-type']).toContain('javascript')
      await demo.close()
    })
  })
})

describe('safe app', () => {
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
      settings: {
        tokenName: 'Aurum',
        safeAppOrigins: ['https://app.safe.global', 'https://safe.example.org'],
      },
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
    for (const path of ['/test', '/nowhere', '/?operator'])
      expect(await headersOf(path)).toMatchObject(STRICT)
  })
})
