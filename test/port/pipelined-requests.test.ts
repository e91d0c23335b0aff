import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { fetchEndpoint } from '../harness/fetch-endpoint.ts'
import { connectRaw } from '../harness/raw-connection.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const MOST_OF_A_CONNECTION = 8

let ferry: TestPortal
let url: string
beforeAll(async () => {
  ferry = await startPortal()
  url = await ferry.listen()
})
afterAll(() => ferry.close())

const request = 'GET /verify.html HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n'
const answersIn = (text: string) => text.split('HTTP/1.1 200 OK').length - 1

test('a connection that asks for more at once than it is given gets eight answers, and is closed', async () => {
  const connections = Array.from({ length: 5 }, () => connectRaw(url))
  for (const connection of connections) connection.write(request.repeat(2_000))
  expect((await fetchEndpoint(url, endpoints.public.health)).status).toBe(200)
  for (const { closed } of connections) expect(answersIn(await closed)).toBe(MOST_OF_A_CONNECTION)
})

test('a few pipelined requests are all answered, and the connection stays', async () => {
  const connection = connectRaw(url)
  connection.write(request.repeat(MOST_OF_A_CONNECTION))
  connection.write(request.replace('Host: x', 'Host: x\r\nConnection: close'))
  expect(answersIn(await connection.closed)).toBeGreaterThanOrEqual(MOST_OF_A_CONNECTION)
})
