import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as open,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { buildRequest } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'

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
export class Balancer implements AsyncDisposable {
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
