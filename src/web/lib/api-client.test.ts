import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, apiRequest } from './api-client.ts'
import { errorSentence } from './error-sentence.ts'

const network = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', network)
afterEach(() => network.mockReset())

const conflict = JSON.stringify({
  error: 'A claim was already submitted for this address.',
  code: 'already_claimed',
  requestId: 'r',
})

async function failure(body: string, status: number, statusText: string): Promise<ApiError> {
  network.mockResolvedValueOnce(new Response(body, { status, statusText }))
  const error = await apiRequest('/api/portal').catch((thrown: unknown) => thrown)
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

test("the portal's own sentence is told from any other body", async () => {
  const own = await failure(conflict, 409, 'Conflict')
  expect(own.response).toEqual(JSON.parse(conflict))
  expect(errorSentence(own, 'fallback')).toBe('A claim was already submitted for this address.')
  expect(errorSentence(await failure('{"error":1}', 502, ''), 'fallback')).toBe('fallback')
  expect(errorSentence(new TypeError('Failed to fetch'), 'fallback')).toBe('fallback')
})

test.each([
  [{}, 'GET', undefined, null, null],
  [{ method: 'POST', body: { a: 1 } }, 'POST', '{"a":1}', 'application/json', null],
  [{ method: 'POST', headers: { Authorization: 'Bearer secret' } }, 'POST', undefined, null, 'Bearer secret'],
] as const)(
  '%o is sent with credentials, and with a content type only where there is a body',
  async (request, method, body, contentType, authorization) => {
    network.mockResolvedValueOnce(Response.json({ ok: true }))
    expect(await apiRequest('/api/x', request)).toEqual({ ok: true })
    const [path, sent] = network.mock.lastCall ?? []
    const headers = new Headers(sent?.headers)
    expect(path).toBe('/api/x')
    expect(sent).toMatchObject({ method, credentials: 'include' })
    expect(sent?.body).toBe(body)
    expect(headers.get('content-type')).toBe(contentType)
    expect(headers.get('authorization')).toBe(authorization)
  },
)

test('a form is left as it is, so that the browser can write its boundary', async () => {
  network.mockResolvedValueOnce(Response.json({}))
  const form = new FormData()
  await apiRequest('/api/admin/upload', { method: 'POST', body: form })
  const [, sent] = network.mock.lastCall ?? []
  expect(sent?.body).toBe(form)
  expect(new Headers(sent?.headers).has('content-type')).toBe(false)
})
