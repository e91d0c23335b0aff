import type { FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { DEVICE_MS, type SignInOrigin } from '#app/sessions/known-clients.ts'
import { clientAddress } from './client-of.ts'

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
