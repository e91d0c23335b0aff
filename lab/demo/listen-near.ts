import type { FastifyInstance } from 'fastify'

const PORTS_TO_TRY = 20

/** Listens on the first free port from `firstPort` on. Returns the address to open on this machine. */
export async function listenNear(server: FastifyInstance, host: string, firstPort: number): Promise<string> {
  for (let port = firstPort; port < firstPort + PORTS_TO_TRY; port++) {
    try {
      await server.listen({ host, port })
      return `http://localhost:${port}`
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
  throw new Error(`No port from ${firstPort} to ${firstPort + PORTS_TO_TRY - 1} is free`)
}
