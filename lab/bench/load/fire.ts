import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  ms: number
  /** In lower case. */
  head: string
  body: string
}

/** A connection that is kept alive and carries one request at a time. Leaner than any client: the load shares the machine. */
export class Connection {
  readonly #socket: Socket
  #chunks: Buffer[] = []
  #waiting: PromiseWithResolvers<Answer> | null = null
  #sentAtMs = 0

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk) => this.#take(chunk))
    const end = (error: Error) => this.#waiting?.reject(error)
    this.#socket.on('error', end).on('close', () => end(new Error('The connection was closed')))
  }

  async opened(): Promise<void> {
    await once(this.#socket, 'connect')
  }

  /** Sends the bytes of one request. Rejects when the connection breaks before the answer is whole. */
  send(request: string): Promise<Answer> {
    this.#waiting = Promise.withResolvers<Answer>()
    this.#sentAtMs = performance.now()
    this.#socket.write(request, 'latin1')
    return this.#waiting.promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
    const headEnd = bytes.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const head = bytes.toString('latin1', 0, headEnd).toLowerCase()
    if (!isWhole(bytes, head, headEnd + 4)) return
    const waiting = this.#waiting
    this.#waiting = null
    this.#chunks = []
    const ms = performance.now() - this.#sentAtMs
    waiting?.resolve({
      status: Number(head.slice(9, 12)),
      ms,
      head,
      body: bytes.toString('latin1', headEnd + 4),
    })
  }
}

const LENGTH = '\r\ncontent-length: '

function isWhole(bytes: Buffer, head: string, bodyStart: number): boolean {
  const at = head.indexOf(LENGTH)
  if (at === -1) return bytes.toString('latin1', bytes.length - 5) === '0\r\n\r\n'
  const end = head.indexOf('\r\n', at + LENGTH.length)
  const length = Number(head.slice(at + LENGTH.length, end === -1 ? undefined : end))
  return bytes.length >= bodyStart + length
}

/** Each has one request under way at any time. */
const CONNECTIONS = 128

export interface Load {
  port: number
  /** For so long, or until there is no next request. */
  seconds: number
  next(): string | null
  /** What is counted, as the figure's name has it: `claims`. */
  unit: string
}

/** Fires requests for some seconds, and prints how many were answered, also in one, and how long they took. */
export async function fire({ port, seconds, next, unit }: Load): Promise<void> {
  const open = Array.from({ length: CONNECTIONS }, () => new Connection(port))
  await Promise.all(open.map((connection) => connection.opened()))
  const times: number[] = []
  const startMs = performance.now()
  const endMs = startMs + seconds * 1000
  await Promise.all(
    open.map(async (connection) => {
      for (let now = startMs; now < endMs; now = performance.now()) {
        const request = next()
        if (request === null) return
        const answer = await connection.send(request)
        if (answer.status !== 200) throw new Error(`${answer.head}\n\n${answer.body}`)
        times.push(answer.ms)
      }
    }),
  )
  const tookSeconds = (performance.now() - startMs) / 1000
  for (const connection of open) connection.close()
  const figures = { [`${unit}/s`]: times.length / tookSeconds, answered: times.length }
  console.log(JSON.stringify({ ...figures, 'p50 ms': at(0.5, times), 'p99 ms': at(0.99, times) }))
}

/** Returns the time within which a share of the answers came. */
export function at(share: number, times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** As a proxy in front of the portal names its visitors. */
export function visitor(n: number): string {
  return `100.${64 + ((n >> 16) & 63)}.${(n >> 8) & 255}.${n & 255}`
}

export function getRequest(path: string, from: number, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nhost: portal.example\r\nx-forwarded-for: ${visitor(from)}\r\n${headers}\r\n`
}

export function postRequest(path: string, body: object, from: number): string {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nhost: portal.example\r\nx-forwarded-for: ${visitor(from)}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`
}
