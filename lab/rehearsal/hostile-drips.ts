import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import { HOLDER, startHostileServer, tokenOf } from './hostile-server.ts'

export interface DripsOptions {
  connections: number
  postgres: boolean
}

export interface DripsOutcome {
  connections: number
  /** Until the server had closed the last of them. */
  lastClosedMs: number
  stillOpen: number
  /** Requests of an honest visitor meanwhile. */
  honest: number
  honestFailed: number
  slowestHonestMs: number
}

const DRIP_EVERY_MS = 9_000
const GIVEN_UP_MS = 150_000
const HONEST_EVERY_MS = 200

/** Opens connections whose bodies come one byte every nine seconds, while a visitor looks up an allocation. */
export async function dripBodies(options: DripsOptions): Promise<DripsOutcome> {
  await using server = await startHostileServer({ postgres: options.postgres, trustProxy: 'on' })
  const { url } = server
  const heads = slowHeads(await tokenOf(url))
  const startedMs = performance.now()
  const outcome: DripsOutcome = {
    connections: options.connections,
    lastClosedMs: 0,
    stillOpen: 0,
    honest: 0,
    honestFailed: 0,
    slowestHonestMs: 0,
  }
  const open = new Set<Socket>()
  for (let n = 0; n < options.connections; n++) {
    const socket = dripping(url, heads[n % heads.length] ?? '')
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      outcome.lastClosedMs = Math.round(performance.now() - startedMs)
    })
  }
  while (open.size > 0 && performance.now() - startedMs < GIVEN_UP_MS) {
    await visit(url, outcome)
    await delay(HONEST_EVERY_MS)
  }
  outcome.stillOpen = open.size
  for (const socket of open) socket.destroy()
  return outcome
}

/** The ways to send a body: with its length and in chunks, to be read, refused, or of no use, and as a form with a token. */
function slowHeads(token: string): string[] {
  const { submitClaim, portal } = endpoints.public
  const { login, upload, stats } = endpoints.admin
  const json = 'Content-Type: application/json\r\n'
  const form = 'Content-Type: multipart/form-data; boundary=b\r\n'
  const bearer = `Authorization: Bearer ${token}\r\n`
  const length = 'Content-Length: 60000\r\n\r\n'
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n'
  const part = `--b\r\nContent-Disposition: form-data; name="${upload.body.fileField}"; filename="a.csv"\r\n\r\n`
  return [
    `POST ${submitClaim.path} HTTP/1.1\r\nHost: x\r\n${json}${length}{`,
    `POST ${login.path} HTTP/1.1\r\nHost: x\r\n${json}${chunked}1\r\n{\r\n`,
    `POST ${upload.path} HTTP/1.1\r\nHost: x\r\n${form}${bearer}${length}${part}`,
    `POST ${upload.path} HTTP/1.1\r\nHost: x\r\n${form}${length}${part}`,
    `POST ${submitClaim.path} HTTP/1.1\r\nHost: x\r\n${form}${length}${part}`,
    `GET ${portal.path} HTTP/1.1\r\nHost: x\r\n${length}`,
    `POST ${stats.path} HTTP/1.1\r\nHost: x\r\n${json}${length}{`,
    `POST ${submitClaim.path} HTTP/1.1\r\nHost: x\r\nContent-`,
  ]
}

function dripping(url: string, head: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const isChunked = head.includes('chunked')
  // A reset is a way to close, too; what is answered is read and left.
  socket.on('error', () => {}).resume()
  void once(socket, 'connect').then(
    () => socket.write(head),
    () => {},
  )
  const timer = setInterval(() => socket.write(isChunked ? '1\r\n \r\n' : 'a'), DRIP_EVERY_MS)
  socket.once('close', () => clearInterval(timer))
  return socket
}

async function visit(url: string, outcome: DripsOutcome): Promise<void> {
  const startedMs = performance.now()
  const query = new URLSearchParams({ eth: HOLDER })
  const isRight = await fetch(`${url}${endpoints.public.allocation.path}?${query}`).then(
    async (response) => response.ok && (await response.text()).includes('"amountUA":"1"'),
    () => false,
  )
  outcome.honest += 1
  if (!isRight) outcome.honestFailed += 1
  outcome.slowestHonestMs = Math.max(outcome.slowestHonestMs, Math.round(performance.now() - startedMs))
}
