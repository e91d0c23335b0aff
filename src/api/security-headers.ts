import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
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

export async function setSecurityHeaders(server: FastifyInstance): Promise<void> {
  await server.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    // Some wallets open a window of their own and talk back through its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
}

/** The settings for which the claim page's headers are widened. */
export type WidenedFor = Pick<PortalSettings, 'walletConnect' | 'safeAppOrigins'>

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
