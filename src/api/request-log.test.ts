import { pino } from 'pino'
import { expect, test } from 'vitest'
import { ANSWERED, type AnsweredRequest, answeredLine } from './request-log.ts'

const ANY: AnsweredRequest = {
  requestId: '447e3424-423b-44c3-8314-97cfd35c57ad',
  req: { method: 'GET', route: '/api/allocations', from: '100.64.0.0/24' },
  res: { statusCode: 200 },
  responseTimeMs: 5,
}

test.each<[string, AnsweredRequest]>([
  ['of any request', ANY],
  ['without a route', { ...ANY, req: { ...ANY.req, route: null } }],
  ['from an address that is none', { ...ANY, req: { ...ANY.req, from: '\\"\n\u0000.0/24' } }],
])('the line %s is the one that pino writes', (_, request) => {
  let written = ''
  pino({}, { write: (line) => (written += line) }).info(request, ANSWERED)
  const { time } = JSON.parse(written)
  expect(answeredLine(request, time)).toBe(written)
})
