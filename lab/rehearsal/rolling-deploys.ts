import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as open,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { buildRequest } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { makeThrowawayHolder, type ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import { allocationOf, CLAIMS_OF_ALL, ClaimTraffic, type TrafficKind } from './claim-traffic.ts'
import { Fleet } from './fleet.ts'
import { PortalClient } from './portal-client.ts'

interface RollingDeploysOptions {
  /** Made at least; more while the servers are rolled for the first time. */
  requests: number
  servers: number
  requestsAtOnce: number
  /** SHUTDOWN_DELAY_MS of each server. */
  shutdownDelayMs: number
}

interface RollingDeploysOutcome {
  answered: Record<TrafficKind, number>
  /** Requests that were not answered as they should. */
  failed: number
  /** Some of the reasons. */
  reasons: string[]
  /** Acknowledged claims that the records do not have. */
  lost: number
  /** Servers that were stopped and started again. */
  deploys: number
  /** Of them, ends with anything but status 0. */
  badEnds: number
  /** Connections that the balancer met refused. */
  refused: number
  slowestRequestMs: number
  /** From SIGTERM to the end of the process, SHUTDOWN_DELAY_MS included. */
  slowestStopMs: number
  /** From the start of the process until the balancer sends it requests. */
  slowestStartMs: number
}

const REASONS_SHOWN = 10

/** Rolls servers on one PostgreSQL behind a balancer, one after the other, again and again, while people claim. */
export async function rollDeploys(options: RollingDeploysOptions): Promise<RollingDeploysOutcome> {
  await using parts = new AsyncDisposableStack()
  const postgres = await startPostgres()
  parts.defer(() => postgres.stop())
  const folder = await mkdtemp(join(tmpdir(), 'ferry-deploys-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const holders = await Promise.all(
    Array.from({ length: Math.ceil(options.requests * CLAIMS_OF_ALL) }, makeThrowawayHolder),
  )
  const env = {
    DATABASE_URL: await postgres.createDatabase(),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SHUTDOWN_DELAY_MS: String(options.shutdownDelayMs),
  }
  const fleet = parts.use(
    new RolledFleet({
      folder,
      allocationsFile: await writeList(folder, holders),
      adminPassword: 'a password for deploys',
      env: () => env,
    }),
  )
  for (let number = 0; number < options.servers; number++) await fleet.start(number)
  const balancer = parts.use(await Balancer.open(fleet.origins))
  await Promise.all(fleet.origins.map((origin) => balancer.untilReady(origin)))

  const traffic = new ClaimTraffic(new PortalClient(balancer.url), holders)
  let isRolled = false
  const isEnough = () => traffic.count >= options.requests
  const flowing = traffic.flow(options.requestsAtOnce, () => isRolled && isEnough())
  try {
    while (fleet.deploys < options.servers || !isEnough()) await fleet.deployNext(balancer)
  } finally {
    isRolled = true
    await flowing
  }
  const reasons = [...traffic.failures, ...balancer.failures].slice(0, REASONS_SHOWN)
  return {
    answered: traffic.answered,
    failed: traffic.failures.length,
    reasons,
    lost: await traffic.countLost(),
    deploys: fleet.deploys,
    badEnds: fleet.badEnds,
    refused: balancer.refused,
    slowestRequestMs: Math.round(traffic.slowestMs),
    slowestStopMs: Math.round(fleet.slowestStopMs),
    slowestStartMs: Math.round(fleet.slowestStartMs),
  }
}

async function writeList(folder: string, holders: readonly ThrowawayHolder[]): Promise<string> {
  const path = join(folder, 'holders.csv')
  const rows = holders.map(({ address }, index) => `${address},${allocationOf(index)}`)
  await writeFile(path, ['address,amountUA', ...rows].join('\n'))
  return path
}

/** A fleet whose servers are stopped and started again one after the other. */
class RolledFleet extends Fleet {
  deploys = 0
  badEnds = 0
  slowestStopMs = 0
  slowestStartMs = 0

  /** Stops the server whose turn it is, starts it again, and waits until it is sent requests. */
  async deployNext(balancer: Balancer): Promise<void> {
    const number = this.deploys % this.servers.length
    const server = this.server(number)
    const stoppedMs = performance.now()
    const ended = once(server.process, 'exit')
    await server.stop()
    const [status] = await ended
    if (status !== 0) this.badEnds += 1
    const startedMs = performance.now()
    const { url } = await this.start(number)
    await balancer.untilReady(url)
    this.slowestStopMs = Math.max(this.slowestStopMs, startedMs - stoppedMs)
    this.slowestStartMs = Math.max(this.slowestStartMs, performance.now() - startedMs)
    this.deploys += 1
  }
}

const LOOK_EVERY_MS = 200
const READINESS = buildRequest(endpoints.public.ready, { query: { scope: 'traffic' } }).url

/** Of one connection: neither is passed on. */
const OF_CONNECTION = ['connection', 'keep-alive']

interface Upstream {
  origin: string
  agent: Agent
  /** As its readiness was answered last. */
  isReady: boolean
}

/**
 * Passes requests on to servers in turn, to those that say that they are ready. A request goes to another server only when the
 * connection was refused: then no byte of it was sent.
 */
class Balancer implements AsyncDisposable {
  /** Connections that were refused. */
  refused = 0
  /** Why requests were answered 502 or 503. */
  readonly failures: string[] = []
  readonly #server: Server
  readonly #upstreams: Upstream[]
  readonly #closing = new AbortController()
  readonly #following: Promise<void>[]
  #turn = 0

  private constructor(origins: readonly string[]) {
    this.#upstreams = origins.map((origin) => ({
      origin,
      agent: new Agent({ keepAlive: true }),
      isReady: false,
    }))
    this.#server = createServer((request, response) => void this.#pass(request, response))
    this.#following = this.#upstreams.map((upstream) => this.#follow(upstream))
  }

  /** Listens on a free port, and follows the servers at these origins. */
  static async open(origins: readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(origins)
    balancer.#server.listen(0, '127.0.0.1')
    await once(balancer.#server, 'listening')
    return balancer
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Waits until a server is sent requests, as all are expected to be in the end. */
  async untilReady(origin: string): Promise<void> {
    while (!this.#upstreams.some((upstream) => upstream.origin === origin && upstream.isReady)) {
      await delay(LOOK_EVERY_MS / 4)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#following)
    for (const { agent } of this.#upstreams) agent.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #follow(upstream: Upstream): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      upstream.isReady = await fetch(upstream.origin + READINESS, { signal }).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.ok
        },
        () => false,
      )
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
    }
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    try {
      const answer = await this.#ask(request, body)
      const headers = { ...answer.headers }
      for (const name of OF_CONNECTION) delete headers[name]
      response.writeHead(answer.statusCode ?? 502, headers)
      await pipeline(answer, response)
    } catch (error) {
      this.failures.push(`${request.method} ${request.url}: ${String(error)}`)
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    }
  }

  /** Asks the next server, and the ones after it while connections are refused. */
  async #ask(request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    for (let next = this.#next(); next; next = this.#next()) {
      try {
        return await send(next, request, body)
      } catch (error) {
        if (!isRefused(error)) throw error
        this.refused += 1
        next.isReady = false
      }
    }
    throw new Error('No server is ready')
  }

  #next(): Upstream | undefined {
    const ready = this.#upstreams.filter(({ isReady }) => isReady)
    this.#turn += 1
    return ready[this.#turn % ready.length]
  }
}

async function send(
  { origin, agent }: Upstream,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name))
  const sending = open(origin + url, { method, agent, headers: Object.fromEntries(kept) })
  sending.end(body)
  const [answer] = await once(sending, 'response')
  return answer
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}
