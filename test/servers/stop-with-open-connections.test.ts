import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type RehearsalServer, startServer } from '#lab/rehearsal/rehearsal-environment.ts'
import { openUpload } from '../harness/open-upload.ts'

/**
 * With one request in flight on a kept connection a stop took 30 s and ended with status 1: the answer kept the connection, and the
 * process waited for it. A stop also left no time between "not ready" and a closed port, so that a balancer met refused connections.
 */

const ADMIN_PASSWORD = 'a password for a stop'
const HOLDER = `0x${'1'.repeat(40)}`

let folder: string
let server: RehearsalServer | undefined
let agent: Agent
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

test('an upload in flight is answered, and the process then ends by itself, with status 0', {
  timeout: 60_000,
}, async () => {
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

test('one that has stalled, and a connection on which nothing was asked, do not keep it', {
  timeout: 60_000,
}, async () => {
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

test('requests are served for SHUTDOWN_DELAY_MS', { timeout: 60_000 }, async () => {
  const delayMs = 3_000
  const { server, url, exit } = await start({ SHUTDOWN_DELAY_MS: String(delayMs) })
  const signalledMs = performance.now()
  server.process.kill('SIGTERM')
  await untilPortClosed(url)
  // A timer may be a little early.
  expect(performance.now() - signalledMs).toBeGreaterThan(delayMs - 100)
  expect(await exit).toBe(0)
})
