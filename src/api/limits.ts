import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#api-schema/endpoint.ts'
import { PortalError } from '#domain/portal-error.ts'
import { writeRawError } from './answer-error.ts'
import type { ClientOf } from './client-of.ts'
import { isApiPath } from './security-headers.ts'

type LimitedKind = NonNullable<Endpoint['rateLimit']>

/** Requests that one client address may make in a minute. */
export const RATE_LIMITS: Readonly<Record<LimitedKind, ClientLimitTerms>> = {
  claims: { max: 120, windowMs: 60_000 },
  reads: { max: 600, windowMs: 60_000 },
  /** Each reads the whole holder list. */
  bundles: { max: 6, windowMs: 60_000 },
}

/** Addresses remembered at a time, for each route. */
const REMEMBERED_ADDRESSES = 50_000

/**
 * Limits the endpoints that name a limit, each by itself, by client address (IPv6 by its /64). Clients that can not be told apart are not
 * limited: one limit for all of them would be reached on the first busy day.
 */
export function limitRates(server: FastifyInstance, clientOf: ClientOf): void {
  const limits = new Map<Endpoint, ClientLimit>()

  function limitOf(endpoint: Endpoint, kind: LimitedKind): ClientLimit {
    const known = limits.get(endpoint)
    if (known) return known
    const limit = new ClientLimit(RATE_LIMITS[kind], REMEMBERED_ADDRESSES)
    limits.set(endpoint, limit)
    return limit
  }

  server.addHook('onRequest', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config
    const kind = endpoint?.rateLimit
    if (!endpoint || kind === undefined) return done()
    const client = clientOf(request)
    if (client === null) return done()
    const { left, endsInMs } = limitOf(endpoint, kind).count(client)
    const seconds = Math.ceil(endsInMs / 1000)
    tellLimit(reply, RATE_LIMITS[kind].max, left, seconds)
    if (left >= 0) return done()
    reply.header('retry-after', seconds)
    done(new PortalError('too_many_requests'))
  })
}

function tellLimit(reply: FastifyReply, max: number, left: number, seconds: number): void {
  reply.header('x-ratelimit-limit', max)
  reply.header('x-ratelimit-remaining', Math.max(0, left))
  reply.header('x-ratelimit-reset', seconds)
}

/** How often one client may ask in a window of time. */
interface ClientLimitTerms {
  max: number
  windowMs: number
}

/** What is left to a client, and when its window ends. */
interface ClientTurn {
  /** Below 0 it asked too often. */
  left: number
  endsInMs: number
}

interface Window {
  count: number
  endsAtMs: number
}

/**
 * Counts a client's requests in windows that begin with its first one. At least `mostClients` that asked last are remembered while their
 * windows last, and at most twice as many: in two maps, of which the older one is dropped whole. One map from which the first is deleted
 * again and again would go through all that was deleted before it.
 */
export class ClientLimit {
  readonly #terms: ClientLimitTerms
  readonly #mostClients: number
  readonly #nowMs: () => number
  #young = new Map<string, Window>()
  #old = new Map<string, Window>()
  #youngUntilMs = 0

  constructor(terms: ClientLimitTerms, mostClients: number, nowMs: () => number = () => performance.now()) {
    this.#terms = terms
    this.#mostClients = mostClients
    this.#nowMs = nowMs
  }

  /** Counts one request. Synchronous: promises would cost each request more than the counting does. */
  count(client: string): ClientTurn {
    const nowMs = this.#nowMs()
    const window = this.#windowOf(client, nowMs)
    window.count += 1
    return { left: this.#terms.max - window.count, endsInMs: window.endsAtMs - nowMs }
  }

  /** Tells whether a client has used up its window, and counts nothing. */
  isUsedUp(client: string): boolean {
    const window = this.#young.get(client) ?? this.#old.get(client)
    return window !== undefined && window.endsAtMs > this.#nowMs() && window.count >= this.#terms.max
  }

  #windowOf(client: string, nowMs: number): Window {
    const young = this.#young.get(client)
    const known = young ?? this.#old.get(client)
    const window =
      known && nowMs < known.endsAtMs ? known : { count: 0, endsAtMs: nowMs + this.#terms.windowMs }
    if (window !== young) this.#remember(client, window, nowMs)
    return window
  }

  #remember(client: string, window: Window, nowMs: number): void {
    const isFull = this.#young.size >= this.#mostClients && !this.#young.has(client)
    if (isFull || nowMs >= this.#youngUntilMs) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngUntilMs = nowMs + this.#terms.windowMs
    }
    this.#young.set(client, window)
  }
}

type Kind = NonNullable<Endpoint['rateLimit']> | 'pages'

/** How many public requests of a kind are under way at most; `pages` are the pages and their files. */
export type MostUnderWay = Readonly<Record<Kind, number>>

/** Of claims, what a small machine takes in half a second; where a database does not answer, so many wait for it and no more. */
export const MOST_UNDER_WAY: MostUnderWay = { claims: 1_000, reads: 4_000, bundles: 16, pages: 1_000 }

/**
 * Requests of one connection that wait for their answer at most. Browsers and proxies send the next when they have the last one's
 * answer; all that one chunk holds is begun at once, and each answer waits for its turn in memory.
 */
const MOST_OF_A_CONNECTION = 8

/**
 * Bounds what one connection asks at once: what is beyond it is not begun, nothing more is read, and the connection is closed after the
 * answers to the others. To be added before all other hooks.
 */
export function boundConnections(server: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  const full = new WeakSet<Socket>()
  server.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const before = unanswered.get(socket) ?? 0
    if (before >= MOST_OF_A_CONNECTION) {
      reply.hijack()
      full.add(socket)
      socket.pause()
      return
    }
    unanswered.set(socket, before + 1)
    reply.raw.once('close', () => {
      const left = (unanswered.get(socket) ?? 1) - 1
      unanswered.set(socket, left)
      if (left === 0 && full.has(socket)) socket.destroySoon()
    })
    done()
  })
}

/**
 * Answers too_busy to the public requests that come while enough of their kind are under way: a queue that grows helps nobody, and ends in
 * a process without memory. What is under way is not touched. To be added before the limits by client, which a refused request does not use up.
 */
export function shedLoad(server: FastifyInstance, most: MostUnderWay = MOST_UNDER_WAY): void {
  const underWay: Record<Kind, number> = { claims: 0, reads: 0, bundles: 0, pages: 0 }
  server.addHook('onRequest', (request, reply, done) => {
    const kind = kindOf(request)
    if (kind === undefined) return done()
    if (underWay[kind] >= most[kind]) return done(new PortalError('too_busy'))
    underWay[kind] += 1
    reply.raw.once('close', () => {
      underWay[kind] -= 1
    })
    done()
  })
}

function kindOf({ routeOptions, url }: FastifyRequest): Kind | undefined {
  const { endpoint } = routeOptions.config
  if (endpoint) return endpoint.rateLimit
  return isApiPath(url) ? undefined : 'pages'
}

/** How long the bodies of requests may take. */
export interface BodyTimeLimits {
  /** In all: a body that is no upload has at most 64 KiB. */
  bodyMs: number
  /** An upload may take as long as it likes, while at least `periodBytes` of it arrive in each period. */
  periodMs: number
  periodBytes: number
}

/** 273 bytes a second: less than the slowest mobile network carries. An upload that stalls is given up after one to two periods. */
const BODY_TIME_LIMITS: BodyTimeLimits = { bodyMs: 30_000, periodMs: 45_000, periodBytes: 12 * 1024 }

/**
 * Ends connections whose request's body comes too slowly, with 408 where nothing was answered yet, whether or not anybody reads that
 * body. The framework turns Node's own limit on whole requests off, and that one would end honest uploads over slow lines.
 */
export function limitBodyTime(server: FastifyInstance, limits: BodyTimeLimits = BODY_TIME_LIMITS): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      const timer = isUpload(request) ? watchPace(request, reply, limits) : watchTotal(request, reply, limits)
      const stop = () => clearTimeout(timer)
      request.raw.once('end', stop).once('close', stop)
    }
    done()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Only the operator uploads: the token is asked for before a byte of the file is read. */
function isUpload({ routeOptions }: FastifyRequest): boolean {
  const body = routeOptions.config.endpoint?.body
  return body !== undefined && 'fileField' in body
}

function watchTotal(request: FastifyRequest, reply: FastifyReply, { bodyMs }: BodyTimeLimits) {
  return setTimeout(() => cut(request, reply), bodyMs).unref()
}

function watchPace(request: FastifyRequest, reply: FastifyReply, { periodMs, periodBytes }: BodyTimeLimits) {
  const { raw } = request
  let before = raw.socket.bytesRead
  return setInterval(() => {
    const now = raw.socket.bytesRead
    // Bytes that nobody has taken yet hold the connection back: that is the server's doing.
    if (now - before < periodBytes && raw.readableLength === 0) cut(request, reply)
    before = now
  }, periodMs).unref()
}

function cut({ raw, id }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || raw.destroyed) return
  const error = new PortalError('request_too_slow')
  if (!reply.raw.headersSent) writeRawError(raw.socket, error, id)
  raw.destroy(error)
}

/**
 * Refuses requests with a NUL character in any text of path, query or body: no text of Ferry's has one, and PostgreSQL, unlike
 * SQLite, can not store it.
 */
export function refuseNul(server: FastifyInstance): void {
  server.addHook('preValidation', ({ url, params, query, body }, _reply, done) => {
    // A URL has none but in this spelling: the parser refuses the character itself.
    const mayBeInUrl = url.includes('%00')
    const where =
      mayBeInUrl && hasNul(params)
        ? 'path'
        : mayBeInUrl && hasNul(query)
          ? 'query'
          : hasNul(body)
            ? 'body'
            : null
    if (where === null) done()
    else done(new PortalError('invalid_request', undefined, [{ where, problem: NUL_PROBLEM }]))
  })
}

export const NUL_PROBLEM = 'A NUL character is not accepted'

/** Walks without recursion: JSON may be as deep as a body is long. */
function hasNul(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' && value.includes('\0')
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next === 'object' && next !== null) {
      for (const [name, inner] of Object.entries(next)) left.push(name, inner)
    }
  }
  return false
}
