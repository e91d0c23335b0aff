import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { claimPageEndpoints } from '#api-schema/claim-routes.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { ApiError, request, send } from './api-client.ts'

const network = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', network)
afterAll(() => vi.unstubAllGlobals())
afterEach(() => network.mockReset())

const conflict = JSON.stringify({
  error: 'A claim was already submitted for this address.',
  code: 'already_claimed',
  requestId: 'r',
})

async function failure(body: string, status: number, statusText: string): Promise<ApiError> {
  network.mockResolvedValueOnce(new Response(body, { status, statusText }))
  const error = await send(endpoints.public.portal).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error(`${status} did not fail as an ApiError`)
  return error
}

test.each([
  ['gateway down', 503, 'Service Unavailable', '503: gateway down'],
  ['', 502, 'Bad Gateway', '502: Bad Gateway'],
  [conflict, 409, 'Conflict', `409: ${conflict}`],
])('the body "%s" of a %i %s makes the message "%s"', async (body, status, statusText, message) => {
  expect((await failure(body, status, statusText)).message).toBe(message)
})

test("the portal's own sentence is distinguished from any other body", async () => {
  const own = await failure(conflict, 409, 'Conflict')
  expect(own.response).toEqual(JSON.parse(conflict))
  expect((await failure('{"error":1}', 502, '')).response).toBeNull()
})

test.each([
  [endpoints.admin.stats, {}, {}, 'GET', undefined, null, null],
  [endpoints.admin.reject, { body: { a: 1 } }, {}, 'POST', '{"a":1}', 'application/json', null],
  [endpoints.admin.logout, {}, { Authorization: 'Bearer secret' }, 'POST', undefined, null, 'Bearer secret'],
] as const)(
  '$method $path with %o is sent with credentials, and with a content type only where there is a body',
  async (endpoint, input, extraHeaders, method, body, contentType, authorization) => {
    network.mockResolvedValueOnce(Response.json({ ok: true }))
    const response = await request(endpoint, input, extraHeaders)
    expect(await response.json()).toEqual({ ok: true })
    const [path, sent] = network.mock.lastCall ?? []
    const headers = new Headers(sent?.headers)
    expect(path).toBe(endpoint.path)
    expect(sent).toMatchObject({ method, credentials: 'include' })
    expect(sent?.body).toBe(body)
    expect(headers.get('content-type')).toBe(contentType)
    expect(headers.get('authorization')).toBe(authorization)
  },
)

test('a file is sent in the field that its endpoint names, and the browser writes the boundary', async () => {
  network.mockResolvedValueOnce(
    Response.json({ count: 1, fileHash: '0'.repeat(64), root: `0x${'0'.repeat(64)}`, totalAmountUA: '1' }),
  )
  const file = new File(['x'], 'holders.csv')
  await send(endpoints.admin.upload, { file })
  const [, sent] = network.mock.lastCall ?? []
  expect(sent?.body instanceof FormData && sent.body.get('allocation_file')).toEqual(file)
  expect(new Headers(sent?.headers).has('content-type')).toBe(false)
})

test('parameters and the query are written into the address', async () => {
  network.mockImplementation(async () => Response.json({ claims: [], nextCursor: null }))
  await send(endpoints.admin.claims, { query: { q: 'a&b', cursor: undefined, limit: 5 } })
  expect(network.mock.lastCall?.[0]).toBe(`${endpoints.admin.claims.path}?q=a%26b&limit=5`)
  await request(endpoints.admin.claim, { params: { id: 'a/b' } })
  expect(network.mock.lastCall?.[0]).toBe(`${endpoints.admin.claims.path}/a%2Fb`)
})

test('another reply than was declared is refused where the schema is at hand, and only there', async () => {
  const other = { total: 'many' }
  network.mockImplementation(async () => Response.json(other))
  await expect(send(endpoints.admin.stats)).rejects.toThrow(/total/)
  expect(await send(claimPageEndpoints.portal)).toEqual(other)
})
