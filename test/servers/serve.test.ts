import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'

/** As short as one may be. */
const ADMIN_PASSWORD = 'twelve chars'

const bin = (name: string) => fileURLToPath(new URL(`../../src/bin/${name}.ts`, import.meta.url))

let folder: string
let child: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-serve-'))
})
afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a main in an empty environment and folder, and collects its output. */
function run(name: string, environment: Record<string, string>) {
  const started = spawn(process.execPath, [bin(name)], { cwd: folder, env: environment })
  child = started
  const output = { text: '' }
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (chunk) => {
      output.text += chunk
    })
  }
  const exit = once(started, 'close').then(([code]) => code as number)
  return { started, output, exit }
}

test.each([
  ['no password', {}, /ADMIN_PASSWORD/],
  ['a password of eleven characters', { ADMIN_PASSWORD: 'x'.repeat(11) }, /ADMIN_PASSWORD: .* 12 characters/],
  ['a wrong value', { ADMIN_PASSWORD, PORT: 'many' }, /PORT/],
  [
    'an allocations file that is not there',
    { ADMIN_PASSWORD, ALLOCATIONS_FILE: 'no.csv' },
    /no\.csv can not be read/,
  ],
])('with %s the server does not start, and says why', async (_, environment, message) => {
  const { output, exit } = run('serve', environment)
  expect(await exit).toBe(1)
  expect(output.text).toContain('Ferry did not start.')
  expect(output.text).toMatch(message)
  expect(output.text).not.toMatch(/\n {4}at /)
})

describe('a running server', () => {
  async function start() {
    const running = run('serve', { ADMIN_PASSWORD, PORT: '0' })
    await expect.poll(() => running.output.text).toMatch(/listening at/)
    const url = /listening at (http:[^"]+)/.exec(running.output.text)?.[1] ?? ''
    return { ...running, url }
  }

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'stops at %s, though a connection is kept open',
    async (signal) => {
      const { started, output, exit, url } = await start()
      const agent = new Agent({ keepAlive: true })
      const status = await new Promise((resolve) =>
        get(url + endpoints.public.ready.path, { agent }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode))
        }),
      )
      expect(status).toBe(200)
      started.kill(signal)
      expect(await exit).toBe(0)
      expect(output.text).toContain('"msg":"stopped"')
      agent.destroy()
    },
  )
})

test('a folder that others could read is made private, and so is every file, whatever the umask is', async () => {
  const data = join(folder, 'data')
  mkdirSync(data)
  chmodSync(data, 0o777)
  const umask = process.umask(0)
  const { started, output, exit } = run('serve', { ADMIN_PASSWORD, PORT: '0' })
  process.umask(umask)
  await expect.poll(() => output.text).toMatch(/listening at/)
  expect(statSync(data).mode & 0o777).toBe(0o700)
  const files = readdirSync(data)
  expect(files).toEqual(expect.arrayContaining(['ferry.sqlite', 'ferry.sqlite-wal', 'secrets.key']))
  for (const file of files) expect(statSync(join(data, file)).mode & 0o077, file).toBe(0)
  started.kill('SIGTERM')
  expect(await exit).toBe(0)
})

test('one that can not be made private is warned of', async () => {
  const data = join(folder, 'data')
  mkdirSync(data)
  chmodSync(data, 0o1777)
  const { started, output, exit } = run('serve', { ADMIN_PASSWORD, PORT: '0' })
  await expect.poll(() => output.text).toMatch(/listening at/)
  expect(output.text).toMatch(/"level":"?(40|warn)"?.*Other users of this machine can reach into DATA_DIR/)
  for (const file of readdirSync(data)) expect(statSync(join(data, file)).mode & 0o077, file).toBe(0)
  started.kill('SIGTERM')
  expect(await exit).toBe(0)
})

test('hash-password refuses a short one', async () => {
  const { started, output, exit } = run('hash-password', {})
  started.stdin?.end('x'.repeat(11))
  expect(await exit).toBe(1)
  expect(output.text).toBe('The password must have at least 12 characters.\n')
})

test('hash-password refuses one that is easily guessed', async () => {
  const { started, output, exit } = run('hash-password', {})
  started.stdin?.end('passwordpassword')
  expect(await exit).toBe(1)
  expect(output.text).toMatch(/^The password is one of the first that are guessed: /)
})

test('hash-password prints a hash for ADMIN_PASSWORD_HASH', async () => {
  const { started, output, exit } = run('hash-password', {})
  started.stdin?.end('a long password\n')
  expect(await exit).toBe(0)
  expect(output.text).toMatch(/^scrypt\$32768\$8\$3\$\S+\$\S+\n$/)
})
