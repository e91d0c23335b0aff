import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { DEVICE_MS, type SignInOrigin } from '#app/sessions/sessions.ts'
import { clientNetworks } from '#app/sessions/sign-in-queue.ts'
import type { TrustProxy } from '#config/environment.ts'

/** Returns the address that a request is counted by, of IPv6 its /64; null where clients can not be told apart. */
export type ClientOf = (request: FastifyRequest) => string | null

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Holds a request's address once it is found: its socket may be gone when it is asked for again. */
const ADDRESS = Symbol('the address that a request came from')

/** Keeps the address of each request. To be added before all hooks that ask for it. */
export function rememberClients(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    clientAddress(request)
    done()
  })
}

/** Returns the address that a request came from, of IPv6 its /64; empty where it was given up before it was begun. */
export function clientAddress(request: FastifyRequest & { [ADDRESS]?: string }): string {
  request[ADDRESS] ??= networkOf(ownAddress(request))
  return request[ADDRESS]
}

/** The framework has none for a socket that is gone, which its type does not say. */
function ownAddress({ ip }: { ip?: string | undefined }): string {
  return bareAddress(ip ?? '')
}

/** Returns an address without the port that some proxies add, and without the interface of a link. */
function bareAddress(address: string): string {
  const [, quoted] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? []
  const [bare = ''] = (quoted ?? address).split('%', 1)
  return isIP(bare) === 0 ? bare.replace(/:\d+$/, '') : bare
}

/** Returns an IPv4 address as it is, also one written as IPv6, and of any other IPv6 address the /64. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const canonical = canonicalIPv6(address)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical) ?? []
  if (high !== undefined && low !== undefined)
    return [high, low]
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.')
  return canonicalIPv6(`${clientNetworks(canonical).at(-1)}::`)
}

function canonicalIPv6(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}

/** Behind a proxy that is not trusted every client comes from loopback. */
export function createClientOf(trustProxy: TrustProxy): ClientOf {
  if (trustProxy !== false) return clientAddress
  return (request) => (isLoopback(ownAddress(request)) ? null : clientAddress(request))
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Tells whether the address that a request came from is a trusted proxy's. */
export type IsTrustedProxy = (address: string | undefined) => boolean

/** The ranges that have names. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Proxies are few. Whoever else comes without one is remembered as well, so there is a bound. */
const MOST_REMEMBERED = 1_000

/** Reads the proxies that are trusted. Answers are kept: every request asks for the same few addresses. */
export function trustedProxies(trustProxy: TrustProxy): IsTrustedProxy {
  if (trustProxy === false) return () => false
  const trusted = blockListOf(trustProxy.flatMap((name) => RANGES[name] ?? [name]))
  const known = new Map<string, boolean>()
  return (address = '') => {
    const answer = known.get(address)
    if (answer !== undefined) return answer
    if (known.size >= MOST_REMEMBERED) known.clear()
    const found = isIn(trusted, address)
    known.set(address, found)
    return found
  }
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

function isIn(list: BlockList, address: string): boolean {
  const bare = bareAddress(address)
  return isIP(bare) !== 0 && list.check(bare, familyOf(bare))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

const WORDS =
  'a proxy that is not trusted hands requests on: all its visitors count as one address, and one of them can use up the sign-ins of all. Set TRUST_PROXY (on, for a proxy on this machine or in a private network, or its addresses), and have the proxy send X-Forwarded-For. Where there is no proxy, a visitor made that header up: nothing is to be done.'

/** Warns once when a request names another client's address than its own, and comes from no proxy that TRUST_PROXY names. */
export function warnOfProxy(server: FastifyInstance, isTrusted: IsTrustedProxy): void {
  let isWarned = false
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && isForwarded(request, isTrusted)) {
      isWarned = true
      server.log.warn({ proxy: request.socket.remoteAddress }, WORDS)
    }
    done()
  })
}

function isForwarded({ headers, socket }: FastifyRequest, isTrusted: IsTrustedProxy): boolean {
  if (!('x-forwarded-for' in headers) && !('forwarded' in headers)) return false
  return !isTrusted(socket.remoteAddress)
}

/** The settings that say whether browsers come by TLS. */
type Settings = Pick<AppContext['settings'], 'publicUrl'>

const NAME = 'ferry_device'

/** The name behind TLS: browsers take it from no page without (RFC 6265bis, §4.1.3.1). */
const SECURE_NAME = `__Secure-${NAME}`

/** Tells where a password comes from. The cookie is of signing in alone: elsewhere a client is told by its address. */
export function originOf(request: FastifyRequest, settings: Settings): SignInOrigin {
  return {
    clientAddress: clientAddress(request),
    device: readDevice(request, settings),
    userAgent: request.headers['user-agent'] ?? '',
  }
}

/** Reads the secret that a browser got at an earlier sign-in; null where it brings none. */
function readDevice(request: FastifyRequest, settings: Settings): string | null {
  const { headers } = request
  const name = isByTls(request, settings) ? SECURE_NAME : NAME
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}

/** Has the browser keep its device's secret, for signing in alone. It opens no session: requests are authorised by their token. */
export function keepDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  device: string,
  settings: Settings,
): void {
  const isSecure = isByTls(request, settings)
  const attributes = [
    `${isSecure ? SECURE_NAME : NAME}=${device}`,
    `Max-Age=${Math.floor(DEVICE_MS / 1000)}`,
    `Path=${endpoints.admin.login.path}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ]
  reply.header('Set-Cookie', attributes.join('; '))
}

/** A proxy that is not trusted may take TLS off all the same: then the portal's address says so. */
function isByTls({ protocol }: FastifyRequest, { publicUrl }: Settings): boolean {
  return protocol === 'https' || publicUrl?.startsWith('https:') === true
}
