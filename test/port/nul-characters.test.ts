import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const { admin, bulkSender, standaloneSender } = endpoints
const NUL = 'a\0b'

let ferry: TestPortal
let headers: { authorization: string }
beforeAll(async () => {
  ferry = await startPortal()
  headers = await ferry.adminHeaders()
})
afterAll(() => ferry.close())

test.each<[string, Route, AnyInput, string]>([
  ['a search', admin.claims, { query: { q: NUL } }, 'query'],
  ["a claim's id", admin.claim, { params: { id: NUL } }, 'path'],
  ["a distribution's id", standaloneSender.progress, { params: { distributionId: NUL } }, 'path'],
  ['a reason', admin.reject, { body: { id: 'x', reason: NUL } }, 'body'],
  ['a hold', bulkSender.settleHold, { body: { attemptId: NUL } }, 'body'],
  ['a name in an object that is deep down', admin.reject, { body: deep({ [NUL]: 1 }) }, 'body'],
])('%s with a NUL is not valid, on any database', async (_, endpoint, input, where) => {
  const response = await callEndpoint(ferry.server, endpoint, input, { headers })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({
    code: 'invalid_request',
    details: [{ where, problem: 'A NUL character is not accepted' }],
  })
})

test("nor is a file's name", async () => {
  const { method, path: url, body } = admin.upload
  const payload = `--b\r\nContent-Disposition: form-data; name="${body.fileField}"; filename="a\0.csv"\r\n\r\naddress,amountWei\n\r\n--b--\r\n`
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  const response = await ferry.server.inject({ method, url, headers: { ...headers, ...type }, payload })
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
})

function deep(innermost: unknown): unknown {
  let value = innermost
  for (let depth = 0; depth < 3000; depth++) value = [value]
  return value
}
