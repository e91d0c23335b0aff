import type { FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#api-schema/endpoints.ts'
import { DEVICE_MS } from '#app/sessions/known-clients.ts'

const NAME = 'ferry_device'

/** Reads the secret that a browser got at an earlier sign-in; null where it brings none. */
export function readDevice({ headers }: FastifyRequest): string | null {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? null
}

/** Has the browser keep its device's secret, for signing in alone. It opens no session: requests are authorised by their token. */
export function keepDevice(request: FastifyRequest, reply: FastifyReply, device: string): void {
  const attributes = [
    `${NAME}=${device}`,
    `Max-Age=${Math.floor(DEVICE_MS / 1000)}`,
    `Path=${endpoints.admin.login.path}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(request.protocol === 'https' ? ['Secure'] : []),
  ]
  reply.header('Set-Cookie', attributes.join('; '))
}
