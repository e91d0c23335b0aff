import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'

interface RawConnection {
  write(text: string): void
  /** Resolves with everything that came, when the connection is closed. */
  closed: Promise<string>
  destroy(): void
}

/** Connects to a server without a client's manners: what is sent, and when, is up to the test. */
export function connectRaw(url: string): RawConnection {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  // A reset is a way to close, too.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(answer))
  })
  return { write: (text) => void socket.write(text), closed, destroy: () => socket.destroy() }
}

/** Returns the head of a request with these headers, and a body of `length` bytes, or in chunks, still to be sent. */
export function headOf(
  request: string,
  headers: Readonly<Record<string, string>>,
  length: number | 'chunked',
): string {
  const body = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${request} HTTP/1.1`, 'Host: x', ...lines, body, '', ''].join('\r\n')
}

/** Reads a raw answer's status and JSON body. */
export function readAnswer(answer: string): { status: number; body: Record<string, unknown> } {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}

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
