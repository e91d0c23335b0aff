import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { buildRequest } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { type ProxyName, startProxy } from '#lab/environment/real-proxy.ts'
import { ADMIN_PASSWORD, HOLDER, startHostileServer } from './hostile-server.ts'

export const METRICS_TOKEN = 'a token for the metrics'.replaceAll(' ', '-')

const READ_EVERY_MS = 100
const READS_FOR_MS = 30_000
/** The proxy's patience with a read, twice, and some for a busy machine. */
const READ_WITHIN_MS = 20_000
const EVENTS_WITHIN_MS = 6_000
const UPLOAD_ROWS = 100_000
const MIB = 1024 * 1024

/** The outcome of the checks behind one proxy. */
export interface BehindProxy {
  /** The checks that did not hold. */
  wrong: string[]
  uploadedBytes: number
  /** Between the first and the third event of the panel's stream, in ms; an event a second is sent. */
  eventsApartMs: number
  /** Reads while one of two servers hung: how many, how many of them waited for over a second, and the slowest. */
  reads: number
  slowReads: number
  slowestReadMs: number
}

/** Tries what `examples/deploy` says of its proxies, with the real binary before real servers. */
export async function tryBehindProxy(name: ProxyName): Promise<BehindProxy> {
  const wrong: string[] = []
  const check = (what: string, holds: boolean) => {
    if (!holds) wrong.push(what)
  }
  const one = await tryOneServer(name, check)
  const [hanging] = await Promise.all([tryHangingServer(name, check), tryClaimOnce(name, check)])
  return { wrong, ...one, ...hanging }
}

type Check = (what: string, holds: boolean) => void

const startFerry = () => startHostileServer({ postgres: false, trustProxy: 'on', env: { METRICS_TOKEN } })
const hostOf = (url: string) => new URL(url).host

async function tryOneServer(name: ProxyName, check: Check) {
  await using ferry = await startFerry()
  await using proxy = await startProxy(name, [hostOf(ferry.url)])
  const ask = (path: string, options: Asked = {}) => askTls(proxy.url + path, options)

  const page = await ask('/', { headers: { 'x-forwarded-host': 'evil.example', accept: 'text/html' } })
  check('the page is served', page.status === 200 && page.body.includes('</html>'))
  check("the page does not name a visitor's X-Forwarded-Host", !page.body.includes('evil.example'))

  const { url } = buildRequest(endpoints.public.allocation, { query: { eth: HOLDER } })
  const left = []
  for (const forwarded of ['203.0.113.1', '203.0.113.2, 198.51.100.7', '2001:db8::1']) {
    const { headers } = await ask(url, {
      headers: { 'x-forwarded-for': forwarded, forwarded: `for=${forwarded}` },
    })
    left.push(Number(headers['x-ratelimit-remaining']))
  }
  check(
    'a client is counted by its own address, whatever it says',
    left[0] === (left[1] ?? 0) + 1 && left[1] === (left[2] ?? 0) + 1,
  )

  check(
    'metrics are served with their token',
    (await ask('/metrics', { token: METRICS_TOKEN })).body.includes('ferry_'),
  )
  check('metrics are not served without it', (await ask('/metrics')).status === 401)

  const login = await ask(endpoints.admin.login.path, { json: { password: ADMIN_PASSWORD } })
  const { token } = JSON.parse(login.body)
  const eventsApartMs = await eventsApart(proxy.url, token)
  check('events come one by one', eventsApartMs > 1_000 && eventsApartMs < EVENTS_WITHIN_MS)

  const list = holderList(UPLOAD_ROWS)
  const form = `--b\r\nContent-Disposition: form-data; name="${endpoints.admin.upload.body.fileField}"; filename="holders.csv"\r\n\r\n${list}\r\n--b--\r\n`
  const upload = await ask(endpoints.admin.upload.path, {
    token,
    type: 'multipart/form-data; boundary=b',
    body: form,
  })
  // The operator sees it first, with the number of its rows.
  const isRead = upload.status === 200 && upload.body.includes(String(UPLOAD_ROWS))
  check(`a list of ${UPLOAD_ROWS} holders is read (${upload.status})`, isRead)
  // Caddy counts the bytes as they pass.
  if (name === 'nginx')
    check('more than 1 GiB is refused by its head alone', await refusesBytes(proxy.url, token, 1025 * MIB))
  return { uploadedBytes: form.length, eventsApartMs: Math.round(eventsApartMs) }
}

/** Reads go on, behind two servers of which one is stopped in its tracks. */
async function tryHangingServer(name: ProxyName, check: Check) {
  await using first = await startFerry()
  await using second = await startFerry()
  await using proxy = await startProxy(name, [hostOf(first.url), hostOf(second.url)])
  const { url } = buildRequest(endpoints.public.portal)
  first.process.kill('SIGSTOP')
  const took: number[] = []
  let failed = 0
  const reading: Promise<void>[] = []
  const untilMs = performance.now() + READS_FOR_MS
  while (performance.now() < untilMs) {
    const askedAtMs = performance.now()
    reading.push(
      askTls(proxy.url + url).then(
        ({ status }) => {
          if (status !== 200) failed += 1
          took.push(performance.now() - askedAtMs)
        },
        () => {
          failed += 1
        },
      ),
    )
    await delay(READ_EVERY_MS)
  }
  await Promise.all(reading)
  first.process.kill('SIGCONT')
  const slowestReadMs = Math.round(Math.max(...took))
  check(`no read fails while one server hangs (${failed})`, failed === 0)
  check(`a server that hangs is left within seconds (${slowestReadMs} ms)`, slowestReadMs < READ_WITHIN_MS)
  return { reads: took.length, slowReads: took.filter((ms) => ms > 1_000).length, slowestReadMs }
}

/** A claim that no server answers is never sent to a second one. */
async function tryClaimOnce(name: ProxyName, check: Check): Promise<void> {
  let claims = 0
  const silent = [0, 1].map(() =>
    createServer(({ method }, response) => {
      if (method === 'POST') claims += 1
      // Caddy asks whether it is ready.
      else response.end()
    }).listen(0, '127.0.0.1'),
  )
  await Promise.all(silent.map((server) => once(server, 'listening')))
  await using proxy = await startProxy(
    name,
    silent.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`),
  )
  const { status } = await askTls(proxy.url + endpoints.public.submitClaim.path, { json: {} })
  check(`a claim that is not answered is told so (${status})`, status === 502 || status === 504)
  check(`and was sent once (${claims})`, claims === 1)
  for (const server of silent) server.close().closeAllConnections()
}

interface Asked {
  headers?: Record<string, string>
  token?: string
  json?: object
  type?: string
  body?: string
}

/** Sends one request on a connection of its own, whatever the certificate. */
async function askTls(url: string, asked: Asked = {}) {
  const response = await open(url, asked)
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}

async function open(url: string, { headers = {}, token, json, type, body }: Asked): Promise<IncomingMessage> {
  const content = json === undefined ? body : JSON.stringify(json)
  const sending = request(url, {
    agent: false,
    rejectUnauthorized: false,
    method: content === undefined ? 'GET' : 'POST',
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(content !== undefined && {
        'content-type': type ?? 'application/json',
        'content-length': String(Buffer.byteLength(content)),
      }),
    },
  })
  sending.end(content)
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  return response
}

async function eventsApart(url: string, token: string): Promise<number> {
  const stream = await open(url + endpoints.admin.events.path, { token })
  const timeout = setTimeout(() => stream.destroy(), 2 * EVENTS_WITHIN_MS)
  const atMs: number[] = []
  try {
    for await (const chunk of stream) {
      for (const _ of String(chunk).matchAll(/^event: /gm)) atMs.push(performance.now())
      if (atMs.length >= 3) break
    }
  } finally {
    clearTimeout(timeout)
  }
  return (atMs[2] ?? Number.POSITIVE_INFINITY) - (atMs[0] ?? 0)
}

/** True where the answer to a body of so many bytes is 413, after its head alone. */
async function refusesBytes(url: string, token: string, bytes: number): Promise<boolean> {
  const sending = request(url + endpoints.admin.upload.path, {
    agent: false,
    rejectUnauthorized: false,
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(bytes),
    },
  })
  sending.write('--b\r\n')
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  sending.on('error', () => {}).destroy()
  return response.statusCode === 413
}

function holderList(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, place) => `0x${(place + 1).toString(16).padStart(40, '0')},1.5`,
  )
  return `address,amount\n${lines.join('\n')}\n`
}
