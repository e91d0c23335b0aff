import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook that remembers what it was sent. */
export interface Webhook {
  url: string
  /** The bodies that came, parsed. */
  bodies: Record<string, unknown>[]
  /** How it answers from now on: 204 unless told otherwise. */
  answer(reply: (response: ServerResponse) => void): void
  close(): Promise<void>
}

export async function startWebhook(path = '/hook'): Promise<Webhook> {
  let answer = (response: ServerResponse): void => void response.writeHead(204).end()
  const bodies: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
    answer(response)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    bodies,
    answer(reply) {
      answer = reply
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
