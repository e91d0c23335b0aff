import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LAST_ANSWERS_MS } from '#api/drain.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { type RehearsalServer, startServer } from '#lab/rehearsal/rehearsal-environment.ts'
import { fetchEndpoint } from '../harness/call-endpoint.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { openUpload } from '../harness/open-upload.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

let agent: Agent

describe('shutdown', () => {
  const { health, openApi, portal, ready, submitClaim } = endpoints.public

  let ferry: TestPortal
  let origin: string
  let isClosed = false
  const sockets: Socket[] = []
  beforeEach(async () => {
    isClosed = false
    ferry = await startPortal()
    origin = await ferry.listen()
    agent = new Agent({ keepAlive: true })
  })
  afterEach(async () => {
    agent.destroy()
    for (const socket of sockets.splice(0)) socket.destroy()
    if (!isClosed) await ferry.close()
  })

  function close(): Promise<void> {
    isClosed = true
    return ferry.close()
  }

  /** Closes the portal and returns when it takes no connection any more, with the promise of its end. */
  async function beginClose(): Promise<{ closed: Promise<void> }> {
    const closed = close()
    const isOpen = () =>
      fetch(origin + health.path).then(
        () => true,
        () => false,
      )
    await expect.poll(isOpen).toBe(false)
    return { closed }
  }

  async function openSocket(): Promise<{ socket: Socket; received: () => string; ended: Promise<unknown> }> {
    const { port, hostname } = new URL(origin)
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    const ended = once(socket, 'close')
    await once(socket, 'connect')
    return { socket, received: () => received, ended }
  }

  /** Has the next read of the list in force wait. */
  function holdNextRead() {
    const { snapshots } = ferry.app.store
    const current = snapshots.current
    const underWay = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    snapshots.current = async () => {
      snapshots.current = current
      underWay.resolve()
      await release.promise
      return current()
    }
    return { underWay: underWay.promise, release: release.resolve }
  }

  test('once its stop is announced it is not ready, and serves all else, also on new connections', async () => {
    const holder = makeHolder()
    await loadHolders(ferry.app, [holder])
    const before = await fetchEndpoint(origin, portal)
    expect(before.headers.get('connection')).toBe('keep-alive')
    const held = holdNextRead()
    const answer = fetchEndpoint(origin, portal)
    await held.underWay
    ferry.announceStop()
    held.release()
    const { headers, status } = await answer
    expect({ status, connection: headers.get('connection') }).toEqual({ status: 200, connection: 'close' })

    for (const scope of ['all', 'traffic'] as const) {
      const refused = await fetchEndpoint(origin, ready, { query: { scope } })
      expect(refused.status).toBe(503)
      expect(refused.headers.get('connection')).toBe('close')
      expect(refused.headers.get('retry-after')).toBe('5')
      expect(await refused.json()).toMatchObject({
        code: 'not_ready',
        details: [{ where: 'server', problem: 'It is being stopped, and serves until then' }],
      })
    }
    const body = await signClaim(holder)
    const served = [
      await fetchEndpoint(origin, submitClaim, { body }),
      await fetchEndpoint(origin, health),
      await fetchEndpoint(origin, openApi),
      await fetch(origin),
      await fetch(`${origin}/assets/claim-abc123.js`),
    ]
    expect(served.map((response) => [response.status, response.headers.get('connection')])).toEqual(
      served.map(() => [200, 'close']),
    )
    const unknown = await fetch(`${origin}/api/nothing`)
    expect([unknown.status, unknown.headers.get('connection')]).toEqual([404, 'close'])
  })

  test('requests under way are finished, and later ones on open connections refused', async () => {
    const held = holdNextRead()
    const underWay = await openSocket()
    underWay.socket.write(`GET ${portal.path} HTTP/1.1\r\nHost: ferry\r\n\r\n`)
    await held.underWay
    // Half of a head: not idle, and Node leaves it open.
    const later = await openSocket()
    later.socket.write(`GET ${health.path} HTTP/1.1\r\n`)
    const { closed } = await beginClose()
    later.socket.write('Host: ferry\r\n\r\n')
    await later.ended
    held.release()
    await Promise.all([closed, underWay.ended])

    expect(underWay.received()).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(underWay.received()).toMatch(/connection: close/i)
    expect(underWay.received()).toContain('"tokenName"')
    expect(later.received()).toMatch(/^HTTP\/1\.1 503 Service Unavailable/)
    expect(later.received()).toMatch(/retry-after: 5/i)
    expect(later.received()).toMatch(/connection: close/i)
    expect(later.received()).toContain('"code":"not_ready"')
  })

  test('an upload in flight on a kept connection is answered, and its connection not waited for', async () => {
    const upload = await openUpload(origin, await ferry.adminHeaders(), agent)
    const { closed } = await beginClose()
    const { response, body } = await upload.finish(
      `0x${'1'.repeat(40)},${10n ** 18n}\n0x${'2'.repeat(40)},${10n ** 18n}\n`,
    )
    expect([response.statusCode, response.headers.connection]).toEqual([200, 'close'])
    expect(JSON.parse(body)).toMatchObject({ preview: { count: 2 } })
    await closed
  })

  test('an export being downloaded comes whole, though its head had kept the connection', async () => {
    await loadHolders(ferry.app, [makeHolder()])
    const { addressLists } = ferry.app.store
    const pageOfRemaining = addressLists.pageOfRemaining
    const release = Promise.withResolvers<void>()
    addressLists.pageOfRemaining = async (...asked) => {
      await release.promise
      return pageOfRemaining(...asked)
    }
    const headers = await ferry.adminHeaders()
    const [response] = await once(
      get(origin + endpoints.admin.exportRemaining.path, { agent, headers }),
      'response',
    )
    expect(response.headers.connection).toBe('keep-alive')
    const whole = buffer(response)
    const { closed } = await beginClose()
    release.resolve()
    // The directory at the end of an archive.
    expect((await whole).includes('PK\x05\x06', 0, 'latin1')).toBe(true)
    await closed
  })

  test('a refused upload is read to its end first: its sender sees why', async () => {
    ferry.announceStop()
    const upload = await openUpload(origin, { authorization: 'Bearer nobody' }, agent)
    const { response, body } = await upload.finish(`${'x'.repeat(100_000)}\n`)
    expect(response.statusCode).toBe(401)
    expect(body).toContain('"unauthorized"')
  })

  test('connections on which nothing is owed are not waited for', async () => {
    const silent = await openSocket()
    const halfAsked = await openSocket()
    halfAsked.socket.write('GET / HTTP/1.1\r\nHost: fer')
    const kept = await openSocket()
    kept.socket.write(`GET ${health.path} HTTP/1.1\r\nHost: ferry\r\n\r\n`)
    await expect.poll(kept.received).toContain('"status":"ok"')
    // On a line of its own, so that the server has seen what came before.
    await (await fetch(origin + health.path)).text()
    await close()
    await Promise.all([silent.ended, halfAsked.ended, kept.ended])
  })

  test(
    'a stalled upload is waited for no longer than the limit',
    async () => {
      const upload = await openUpload(origin, await ferry.adminHeaders(), agent)
      await close()
      await upload.broken
    },
    20_000 + LAST_ANSWERS_MS,
  )
})

describe('stop with open connections', () => {
  /**
   * With one request in flight on a kept connection a stop took 30 s and ended with status 1: the answer kept the connection, and the
   * process waited for it. A stop also left no time between "not ready" and a closed port, so that a balancer met refused connections.
   */

  const ADMIN_PASSWORD = 'a password for a stop'
  const HOLDER = `0x${'1'.repeat(40)}`

  let folder: string
  let server: RehearsalServer | undefined
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ferry-stop-'))
    agent = new Agent({ keepAlive: true })
  })
  afterEach(async () => {
    agent.destroy()
    if (server?.process.exitCode === null) await server.kill()
    server = undefined
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(env: Record<string, string> = {}) {
    const allocationsFile = join(folder, 'holders.csv')
    writeFileSync(allocationsFile, `address,amountWei\n${HOLDER},1\n`)
    server = await startServer({ folder }, { allocationsFile, adminPassword: ADMIN_PASSWORD, port: 0, env })
    const exit = once(server.process, 'exit').then(([code]) => code as number | null)
    return { server, url: server.url, exit }
  }

  async function headersOf(url: string): Promise<{ authorization: string }> {
    const { path, method } = endpoints.admin.login
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: ADMIN_PASSWORD }),
    })
    const { token } = (await answer.json()) as { token: string }
    return { authorization: `Bearer ${token}` }
  }

  const { health } = endpoints.public

  async function untilPortClosed(url: string): Promise<void> {
    const isOpen = () =>
      fetch(url + health.path).then(
        () => true,
        () => false,
      )
    await expect.poll(isOpen).toBe(false)
  }

  test('an upload in flight is answered, and the process then ends by itself, with status 0', async () => {
    const { server, url, exit } = await start()
    const upload = await openUpload(url, await headersOf(url), agent)
    server.process.kill('SIGTERM')
    await untilPortClosed(url)
    // npm forwards a signal that the process has got already.
    server.process.kill('SIGTERM')
    const { response } = await upload.finish(`${HOLDER},${10n ** 18n}\n0x${'2'.repeat(40)},${10n ** 18n}\n`)
    expect([response.statusCode, response.headers.connection]).toEqual([200, 'close'])
    expect(await exit).toBe(0)
  })

  test('one that has stalled, and a connection on which nothing was asked, do not keep it', async () => {
    const { server, url, exit } = await start()
    const { port, hostname } = new URL(url)
    const silent = connect(Number(port), hostname)
    await once(silent, 'connect')
    const upload = await openUpload(url, await headersOf(url), agent)
    server.process.kill('SIGINT')
    expect(await exit).toBe(0)
    await upload.broken
    silent.destroy()
  })

  test('requests are served for SHUTDOWN_DELAY_MS', async () => {
    const delayMs = 3_000
    const { server, url, exit } = await start({ SHUTDOWN_DELAY_MS: String(delayMs) })
    const signalledMs = performance.now()
    server.process.kill('SIGTERM')
    await untilPortClosed(url)
    // A timer may be a little early.
    expect(performance.now() - signalledMs).toBeGreaterThan(delayMs - 100)
    expect(await exit).toBe(0)
  })
})
