import type { FastifyReply, FastifyRequest } from 'fastify'

const MAX_DRAINED_BYTES = 64 * 1024 ** 2
const MAX_DRAINING_MS = 30_000

/**
 * Reads and drops, within bounds, what a client still sends of a request that is refused already. Closing the connection
 * on it, as the framework would, resets it: most clients then report that, and never see the answer.
 */
export function drainRequest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete !== false) return
  reply.removeHeader('connection')
  let drainedBytes = 0
  raw.on('data', (chunk: Buffer) => {
    drainedBytes += chunk.length
    if (drainedBytes > MAX_DRAINED_BYTES) raw.destroy()
  })
  const timer = setTimeout(() => raw.destroy(), MAX_DRAINING_MS)
  raw.once('close', () => clearTimeout(timer))
}
