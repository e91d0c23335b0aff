import type { FastifyInstance } from 'fastify'

const PORTS_TO_TRY = 20

/** Listens on the first free port from `firstPort` on, on this machine alone. Returns the address to open. */
export async function listenNear(server: FastifyInstance, firstPort: number): Promise<string> {
  for (let port = firstPort; port < firstPort + PORTS_TO_TRY; port++) {
    try {
      await server.listen({ host: '127.0.0.1', port })
      return `http://localhost:${port}`
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
  throw new Error(`No port from ${firstPort} to ${firstPort + PORTS_TO_TRY - 1} is free`)
}
