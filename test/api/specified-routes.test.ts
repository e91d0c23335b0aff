import { beforeAll, describe, expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#api-schema/endpoints.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startPortal } from '../harness/start-portal.ts'

/**
 * Every specified route, written out: elsewhere paths come from the table of endpoints, so that only this test notices
 * when one of them changes.
 */
const PUBLIC_ROUTES = [
  'GET /api/portal',
  'GET /api/allocations',
  'GET /api/allocations/{eth}/proof',
  'GET /api/lists/current/bundle',
  'GET /api/progress',
  'POST /api/submitClaim',
  'GET /api/claims/{eth}',
  'PUT /api/claims/{eth}',
  'GET /api/destinations/{sol}',
  'GET /api/accounts/{eth}',
  'GET /api/health',
  'GET /api/ready',
  'GET /api/openapi.json',
  'POST /api/admin/login',
].sort()

const OPERATOR_ROUTES = [
  'POST /api/admin/logout',
  'POST /api/admin/logout-everywhere',
  'GET /api/admin/sessions',
  'DELETE /api/admin/sessions/{id}',
  'GET /api/admin/actions',
  'GET /api/admin/actions.jsonl',
  'GET /api/admin/stats',
  'GET /api/admin/claims',
  'GET /api/admin/claims/{id}',
  'GET /api/admin/claims-over-time',
  'GET /api/admin/second-secret',
  'POST /api/admin/second-secret/passkeys',
  'DELETE /api/admin/second-secret/passkeys/{id}',
  'POST /api/admin/mark-sent',
  'POST /api/admin/reject',
  'POST /api/admin/reject-claims',
  'POST /api/admin/undo-reject',
  'POST /api/admin/claims/{id}/notes',
  'GET /api/admin/claim-controls',
  'POST /api/admin/pause',
  'PUT /api/admin/claim-window',
  'PUT /api/admin/banner',
  'GET /api/admin/deny-list',
  'POST /api/admin/deny-list',
  'DELETE /api/admin/deny-list',
  'POST /api/admin/deny-list/upload',
  'GET /api/admin/state',
  'GET /api/admin/events',
  'POST /api/admin/reset-claims',
  'POST /api/admin/upload',
  'POST /api/admin/reload-allocations',
  'POST /api/admin/uploads/{uploadId}/publish',
  'DELETE /api/admin/uploads/{uploadId}',
  'GET /api/admin/lists',
  'GET /api/admin/lists/{id}/difference/{other}',
  'POST /api/admin/lists/{id}/restore',
  'GET /api/admin/address-analysis',
  'GET /api/admin/runs/{id}/payments',
  'GET /api/admin/runs/{id}/payments.csv',
  'GET /api/admin/close-out',
  'GET /api/admin/close-out.xlsx',
  'GET /api/admin/ledger',
  'GET /api/admin/ledger.csv',
  'GET /api/admin/ledger.xlsx',
  'GET /api/admin/export.csv',
  'GET /api/admin/export-submitted.xlsx',
  'GET /api/admin/export-remaining.xlsx',
  'GET /api/bulk-sender/status',
  'GET /api/bulk-sender/estimate',
  'POST /api/bulk-sender/estimate',
  'GET /api/bulk-sender/token',
  'GET /api/bulk-sender/runs',
  'GET /api/bulk-sender/holds',
  'POST /api/bulk-sender/config',
  'POST /api/bulk-sender/start',
  'POST /api/bulk-sender/stop',
  'POST /api/bulk-sender/reconcile',
  'POST /api/bulk-sender/acknowledge',
  'POST /api/bulk-sender/take-over',
  'POST /api/bulk-sender/anchor-now',
  'POST /api/bulk-sender/continue-without',
  'POST /api/bulk-sender/settle-hold',
  'GET /api/standalone-bulk-sender/status',
  'GET /api/standalone-bulk-sender/token',
  'GET /api/standalone-bulk-sender/distributions',
  'GET /api/standalone-bulk-sender/stats',
  'GET /api/standalone-bulk-sender/progress/{distributionId}',
  'GET /api/standalone-bulk-sender/estimate/{distributionId}',
  'GET /api/standalone-bulk-sender/distributions/{distributionId}/repeats',
  'GET /api/standalone-bulk-sender/result/{distributionId}',
  'POST /api/standalone-bulk-sender/reconcile',
  'POST /api/standalone-bulk-sender/acknowledge',
  'POST /api/standalone-bulk-sender/take-over',
  'POST /api/standalone-bulk-sender/anchor-now',
  'POST /api/standalone-bulk-sender/continue-without',
  'POST /api/standalone-bulk-sender/config',
  'POST /api/standalone-bulk-sender/upload',
  'POST /api/standalone-bulk-sender/start/{distributionId}',
  'POST /api/standalone-bulk-sender/stop/{distributionId}',
  'DELETE /api/standalone-bulk-sender/distributions/{distributionId}',
].sort()

type Schema = { allOf?: { properties?: { code?: { enum: string[] } } }[] }
type Response = { $ref?: string; content?: Record<string, { schema: Schema }> }

interface Operation {
  summary?: string
  security?: object[]
  responses: Record<string, Response>
}

let operations: Map<string, Operation>
let sharedResponses: Record<string, Response>
const ferry = forAllTests(startPortal)
beforeAll(async () => {
  const { paths, components } = (await ferry.server.inject('/api/openapi.json')).json()
  sharedResponses = components.responses
  operations = new Map(
    Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  )
})
const split = (route: string) => {
  const [method, path = ''] = route.split(' ')
  return { method: method as 'GET' | 'POST' | 'PUT' | 'DELETE', url: path.replace(/\{\w+\}/g, 'X') }
}

test('the table has the specified routes, and no others', () => {
  const routes = ALL_ENDPOINTS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(routes.sort()).toEqual([...PUBLIC_ROUTES, ...OPERATOR_ROUTES].sort())
})

test('the document names every route, and the public ones as those that take no token', () => {
  const routes = (isGuarded: boolean) =>
    [...operations]
      .filter(([, { security }]) => (security === undefined) === isGuarded)
      .map(([route]) => route)
      .sort()
  expect(routes(false)).toEqual(PUBLIC_ROUTES)
  expect(routes(true)).toEqual(OPERATOR_ROUTES)
  for (const [route, { summary, security }] of operations) {
    expect(summary, route).toBeTruthy()
    if (security) expect(security, route).toEqual([])
  }
})

function codesOf({ $ref, content }: Response): string[] | undefined {
  if ($ref) return codesOf(sharedResponses[$ref.split('/').at(-1) ?? ''] ?? {})
  const [, only] = content?.['application/json']?.schema.allOf ?? []
  return only?.properties?.code?.enum
}

test("the document lists each route's errors, by status and code", () => {
  const { responses } = operations.get('POST /api/admin/reject') ?? { responses: {} }
  const codes = Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([status, response]) => [status, codesOf(response)])
  expect(Object.fromEntries(codes)).toEqual({
    400: ['invalid_request', 'malformed_json'],
    401: ['unauthorized'],
    404: ['not_found', 'unknown_claim'],
    408: ['request_too_slow'],
    409: ['claim_not_queued', 'payment_under_way'],
    413: ['payload_too_large'],
    415: ['unsupported_media_type'],
    429: ['too_many_requests'],
    500: ['internal'],
    503: ['not_ready', 'record_unreadable', 'store_unavailable'],
  })
})

/** The answer with the events does not end: test/api/portal-state.test.ts reads it. */
const ENDING_ROUTES = OPERATOR_ROUTES.filter((route) => route !== 'GET /api/admin/events')

describe.each(ENDING_ROUTES)('%s', (route) => {
  test('never shows an internal, whatever it is sent', async () => {
    const headers = await ferry.adminHeaders()
    const response = await ferry.server.inject({ ...split(route), headers, payload: { surprise: ['x'] } })
    expect(response.statusCode).toBeLessThan(500)
    if (response.statusCode >= 400) {
      expect(response.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    }
  })
})
