import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Finds a port of this machine on which nobody listens. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await listenAnywhere(probe)
  probe.close()
  await once(probe, 'close')
  return port
}

/** Has a server listen on a free port, and returns the port. */
export async function listenAnywhere(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
