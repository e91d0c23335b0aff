import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { PortalSettings } from '#domain/portal-settings.ts'

/** The page loads nothing but its own files; wallets bring their icons as data URLs. */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** What answers of the API carry of them, after OWASP's list for REST: the others concern documents alone, and are a third of a look-up's answer. */
const OF_API = [
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]

/** Has every answer carry the security headers: what helmet sets, asked once, since it writes them anew for each request. */
export async function setSecurityHeaders(server: FastifyInstance): Promise<void> {
  const forPages = await helmetsHeaders()
  const forApi = Object.fromEntries(Object.entries(forPages).filter(([name]) => OF_API.includes(name)))
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(isApiPath(request.url) ? forApi : forPages)
    done()
  })
}

async function helmetsHeaders(): Promise<Record<string, string>> {
  const asked = Fastify()
  await asked.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    // Some wallets open a window of their own and talk back through its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  const headers: Record<string, string> = {}
  asked.get('/', (_request, reply) => {
    for (const [name, value] of Object.entries(reply.raw.getHeaders())) headers[name] = String(value)
    return ''
  })
  await asked.inject('/')
  await asked.close()
  return headers
}

/** The settings for which the claim page's headers are widened. */
type WidenedFor = Pick<PortalSettings, 'walletConnect' | 'safeAppOrigins'>

/**
 * Widens the headers of the claim page, and of nothing else, as far as the settings ask for it: to the relay that its wallets
 * are reached by, and to the origins that may frame it.
 */
export function widenForClaimPage(
  reply: FastifyReply,
  { walletConnect, safeAppOrigins }: WidenedFor,
): FastifyReply {
  if (walletConnect === null && safeAppOrigins.length === 0) return reply
  const policy = { ...CONTENT_SECURITY_POLICY }
  if (walletConnect) policy.connectSrc = ["'self'", walletConnect.relayUrl]
  if (safeAppOrigins.length > 0) {
    policy.frameAncestors = ["'self'", ...safeAppOrigins]
    // It knows no list of origins.
    reply.removeHeader('X-Frame-Options')
  }
  return reply.header('Content-Security-Policy', writePolicy(policy))
}

function writePolicy(policy: Record<string, string[]>): string {
  const nameOf = (directive: string) => directive.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return Object.entries(policy)
    .map(([directive, sources]) => `${nameOf(directive)} ${sources.join(' ')}`)
    .join(';')
}

/** Returns true when a request's URL is one of the API, be there a route for it or not. */
export const isApiPath = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url)
