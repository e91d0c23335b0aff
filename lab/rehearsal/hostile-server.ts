import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { count } from './answers.ts'
import { type RehearsalServer, startServer } from './rehearsal-environment.ts'

export const ADMIN_PASSWORD = 'a password for hostile clients'

/** On the list of the server. */
export const HOLDER = `0x${'a1'.repeat(20)}`

/** The real server with one holder, to be attacked. */
interface HostileServer extends AsyncDisposable {
  url: string
  process: RehearsalServer['process']
}

interface HostileServerOptions {
  postgres: boolean
  trustProxy: 'on' | 'off'
  /** More variables. */
  env?: Record<string, string>
}

export async function startHostileServer(options: HostileServerOptions): Promise<HostileServer> {
  await using parts = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'ferry-hostile-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const allocationsFile = join(folder, 'holders.csv')
  await writeFile(allocationsFile, `address,amountWei\n${HOLDER},1000000000000000000\n`)
  const env: Record<string, string> = {
    TRUST_PROXY: options.trustProxy,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    // Nothing listens there, and it says so at once.
    SOLANA_RPC_URL: 'http://127.0.0.1:1',
    ...options.env,
  }
  if (options.postgres) {
    const postgres = await startPostgres()
    parts.defer(() => postgres.stop())
    env.DATABASE_URL = await postgres.createDatabase()
  }
  const settings = { allocationsFile, adminPassword: ADMIN_PASSWORD, port: 0, env }
  const server = await startServer({ folder }, settings)
  parts.defer(() => server.stop())
  const started = parts.move()
  return { url: server.url, process: server.process, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

/** Signs in as a client at an address, behind the proxy that the server trusts. */
export function signInFrom(
  url: string,
  password: string,
  address: string,
  cookie?: string,
): Promise<Response> {
  return fetch(url + endpoints.admin.login.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(cookie !== undefined && { cookie }),
    },
    body: JSON.stringify({ password }),
  })
}

export async function tokenOf(url: string): Promise<string> {
  const response = await signInFrom(url, ADMIN_PASSWORD, '192.0.2.77')
  const { token } = (await response.json()) as { token: string }
  return token
}

interface DripsOptions {
  connections: number
  postgres: boolean
}

interface DripsOutcome {
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

interface GuessesOptions {
  guesses: number
  seed: number
  postgres: boolean
}

interface GuessesOutcome {
  /** Answers to the guesses, by status. */
  statuses: Record<string, number>
  /** The longest that a file of the page took meanwhile. */
  slowestAssetMs: number
  /** Until the operator was in, at an address that nobody had used, with what the answers told to wait. */
  operatorMs: number
  /** Until the operator was in with a device that had signed in before, at an address from which five guesses had failed. */
  knownDeviceMs: number
}

/** No guess comes from its network, nor from the other's. */
const FRESH = '203.0.113.10'
const SHARED = '192.0.2.20'
const OPERATOR_WITHIN_MS = 60_000

/** Guesses the password from many addresses at once, while a visitor loads the page and the operator signs in. */
export async function guessInParallel(options: GuessesOptions): Promise<GuessesOutcome> {
  await using server = await startHostileServer({ postgres: options.postgres, trustProxy: 'on' })
  const { url } = server
  const random = seededRandom(options.seed)
  const asset = await findAsset(url)
  const cookie = await deviceOf(url)
  for (let n = 0; n < 5; n++) await signInFrom(url, 'wrong', SHARED)

  const statuses: Record<string, number> = {}
  const guess = async () => count(statuses, await guessFrom(url, anyAddress(random)))
  const guessing = Promise.all(Array.from({ length: options.guesses }, guess))
  const entering = Promise.all([untilIn(url, FRESH), untilIn(url, SHARED, cookie)])
  let isOver = false
  void Promise.allSettled([guessing, entering]).then(() => {
    isOver = true
  })
  let slowestAssetMs = 0
  while (!isOver) {
    slowestAssetMs = Math.max(slowestAssetMs, await timed(() => fetch(asset)))
    await delay(20)
  }
  await guessing
  const [operatorMs, knownDeviceMs] = await entering
  return { statuses, slowestAssetMs, operatorMs, knownDeviceMs }
}

async function findAsset(url: string): Promise<string> {
  const page = await (await fetch(url)).text()
  const path = /\/assets\/[^"]+\.js/.exec(page)?.[0]
  if (path === undefined) throw new Error('The page is not built: run "npm run build" first')
  return url + path
}

/** Signs in once at the address that the guesses share, and returns the cookie. */
async function deviceOf(url: string): Promise<string> {
  const { headers } = await signInFrom(url, ADMIN_PASSWORD, SHARED)
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Guesses on a bare connection: a client for each would take this process longer than the server takes to answer. */
function guessFrom(url: string, address: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const body = JSON.stringify({ password: 'wrong' })
  const head = [
    `POST ${endpoints.admin.login.path} HTTP/1.1`,
    ...['Host: x', 'Connection: close', 'Content-Type: application/json'],
    ...[`X-Forwarded-For: ${address}`, `Content-Length: ${body.length}`],
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  return new Promise((resolve) => {
    socket.once('error', () => resolve('closed'))
    socket.once('close', () => resolve(answer.split(' ')[1] ?? 'closed'))
  })
}

/** A third each from one IPv6 block, from one IPv4 network, and from anywhere. */
function anyAddress(random: SeededRandom): string {
  const byte = () => random.between(0, 255)
  const hex = () => random.between(1, 0xffff).toString(16)
  return random.pick([
    () => `2001:db8:${random.between(0, 255).toString(16)}:${hex()}::1`,
    () => `198.51.${byte()}.${byte()}`,
    () => `${random.between(11, 126)}.${byte()}.${byte()}.${byte()}`,
  ])()
}

async function untilIn(url: string, address: string, cookie?: string): Promise<number> {
  const startedMs = performance.now()
  while (performance.now() - startedMs < OPERATOR_WITHIN_MS) {
    const response = await signInFrom(url, ADMIN_PASSWORD, address, cookie)
    await response.arrayBuffer()
    if (response.ok) return Math.round(performance.now() - startedMs)
    await delay(Number(response.headers.get('retry-after') ?? 1) * 1000)
  }
  return OPERATOR_WITHIN_MS
}

async function timed(ask: () => Promise<Response>): Promise<number> {
  const startedMs = performance.now()
  const response = await ask()
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`A file of the page was answered ${response.status}`)
  return Math.round(performance.now() - startedMs)
}
