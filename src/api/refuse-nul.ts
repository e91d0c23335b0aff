import type { FastifyInstance } from 'fastify'
import { PortalError } from '#domain/portal-error.ts'

/**
 * Refuses requests with a NUL character in any text of path, query or body: no text of Ferry's has one, and PostgreSQL, unlike
 * SQLite, can not store it.
 */
export function refuseNul(server: FastifyInstance): void {
  server.addHook('preValidation', async ({ params, query, body }) => {
    for (const [where, value] of Object.entries({ path: params, query, body })) {
      if (hasNul(value))
        throw new PortalError('invalid_request', undefined, [{ where, problem: NUL_PROBLEM }])
    }
  })
}

export const NUL_PROBLEM = 'A NUL character is not accepted'

/** Walks without recursion: JSON may be as deep as a body is long. */
function hasNul(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next === 'object' && next !== null) {
      for (const [name, inner] of Object.entries(next)) left.push(name, inner)
    }
  }
  return false
}
