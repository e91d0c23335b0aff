import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

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
