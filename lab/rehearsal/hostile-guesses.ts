import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { ADMIN_PASSWORD, signInFrom, startHostileServer } from './hostile-server.ts'

export interface GuessesOptions {
  guesses: number
  seed: number
  postgres: boolean
}

export interface GuessesOutcome {
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
  const guess = async () => {
    const status = await guessFrom(url, anyAddress(random))
    statuses[status] = (statuses[status] ?? 0) + 1
  }
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
