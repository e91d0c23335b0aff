import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint } from '#api-schema/endpoint.ts'
import { fillPath } from '#api-schema/endpoint.ts'
import { ALL_ENDPOINTS } from '#api-schema/endpoints.ts'

/** How requests are sent, and how their connections end. */
export const FORMS = ['HTTP/1.0', 'HTTP/1.1', 'pipelined'] as const
export const ENDINGS = ['FIN', 'RST'] as const

export interface GivenUpKind {
  form: (typeof FORMS)[number]
  ending: (typeof ENDINGS)[number]
}

/** Requests are given up after 0 to this many milliseconds. */
const LONGEST_MS = 5

const CONNECTED_WITHIN_MS = 5_000

const PATHS = ['/', '/test', '/?operator', '/verify.html', '/robots.txt', '/nowhere', '/metrics']

const PASSWORD = JSON.stringify({ password: 'not the password of this portal' })

/**
 * Has visitors ask for every route in turn, pages and `files` too, and close before they have their answer. Returns how many connections
 * a request was sent on. A session's token goes with what only reads.
 */
export async function giveUpRequests(
  url: string,
  { form, ending }: GivenUpKind,
  { tries, atOnce, files, token }: { tries: number; atOnce: number; files: readonly string[]; token: string },
): Promise<number> {
  const texts = requestTexts(form, new URL(url).host, files, token)
  let next = 0
  let sent = 0
  async function visit(): Promise<void> {
    while (next < tries) {
      const place = next
      next += 1
      const round = Math.floor(place / texts.length)
      const text = texts[place % texts.length] as string
      if (await giveUp(url, text, ending, (place + round) % (LONGEST_MS + 1))) sent += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, visit))
  return sent
}

function requestTexts(
  form: GivenUpKind['form'],
  host: string,
  files: readonly string[],
  token: string,
): string[] {
  const version = form === 'HTTP/1.0' ? 'HTTP/1.0' : 'HTTP/1.1'
  const get = (path: string) => `GET ${path} ${version}\r\nHost: ${host}\r\nAccept: text/html\r\n\r\n`
  const all = [
    ...[...PATHS, ...files].map(get),
    ...ALL_ENDPOINTS.map((endpoint) => ofEndpoint(endpoint, version, host, token)),
  ]
  return form === 'pipelined' ? all.flatMap((text) => [text + text, get('/') + text]) : all
}

function ofEndpoint({ method, path, body }: Endpoint, version: string, host: string, token: string): string {
  const filled = fillPath(path, new Proxy({}, { get: () => `0x${'ab'.repeat(20)}` }))
  const head = `${method} ${filled}${path.includes('allocation') ? `?eth=0x${'ab'.repeat(20)}` : ''} ${version}\r\nHost: ${host}\r\n`
  if (method === 'GET') return `${head}Authorization: Bearer ${token}\r\n\r\n`
  const isForm = body !== undefined && 'fileField' in body
  const content = isForm
    ? `--b\r\nContent-Disposition: form-data; name="${body.fileField}"; filename="a.csv"\r\n\r\naddress,amount\r\n--b--\r\n`
    : path.endsWith('/login')
      ? PASSWORD
      : '{}'
  const type = isForm ? 'multipart/form-data; boundary=b' : 'application/json'
  return `${head}Content-Type: ${type}\r\nContent-Length: ${content.length}\r\n\r\n${content}`
}

/** Returns true where a connection was made. */
async function giveUp(
  url: string,
  text: string,
  ending: GivenUpKind['ending'],
  afterMs: number,
): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(false)))
  const isConnected = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
  })
  socket.on('error', () => {})
  socket.setTimeout(CONNECTED_WITHIN_MS, () => socket.destroy())
  socket.resume()
  if (!(await Promise.race([isConnected, closed]))) return false
  socket.write(text)
  if (afterMs > 0) await delay(afterMs)
  if (ending === 'FIN') socket.destroy()
  else socket.resetAndDestroy()
  await closed
  return true
}
