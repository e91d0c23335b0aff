import type { FastifyInstance } from 'fastify'
import { PortalError } from '#domain/portal-error.ts'

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
