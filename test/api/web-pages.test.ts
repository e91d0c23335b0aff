import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { PAGES, startPortal, type TestPortal } from '../harness/start-portal.ts'

let ferry: TestPortal
let url: string

beforeAll(async () => {
  ferry = await startPortal()
  url = await ferry.listen()
})
afterAll(() => ferry.close())

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
    expect((await callEndpoint(bare.server, endpoints.public.portal)).statusCode).toBe(200)
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
