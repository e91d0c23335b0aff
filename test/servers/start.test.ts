import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { startLine } from '#lab/environment/start-line.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { type ImageStep, readStages, runStep, SERVER_USER } from '#lab/release/build-image.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { forAllTests, forEachTest } from '../harness/for-tests.ts'
import { loadHolders, makeHolder } from '../harness/holders.ts'
import { startPortal } from '../harness/start-portal.ts'

let folder: string

describe('start', () => {
  const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64')

  let url: string
  const children: ChildProcess[] = []
  const postgres = forAllTests(startPostgres)
  beforeEach(async () => {
    url = await postgres.createDatabase()
    folder = mkdtempSync(join(tmpdir(), 'ferry-start-'))
  })
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  function run(main: 'serve' | 'migrate' | 'replace-key', environment: Record<string, string>) {
    const path = fileURLToPath(new URL(`../../src/bin/${main}.ts`, import.meta.url))
    const child = spawn(process.execPath, [path], { cwd: folder, env: environment })
    children.push(child)
    const output = { text: '' }
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output.text += chunk
      })
    }
    return { child, output, exit: once(child, 'close').then(([code]) => code as number) }
  }

  const serving = (change: Record<string, string> = {}) =>
    run('serve', { ADMIN_PASSWORD: 'a long password', PORT: '0', DATABASE_URL: url, SECRETS_KEY, ...change })

  test('a port that another program has is named', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { output, exit } = serving({ PORT: `${port}` })
    expect(await exit).toBe(1)
    other.close()
    expect(output.text).toContain(
      `Ferry did not start.\nAnother program listens on 127.0.0.1:${port}. Stop it, or choose another port.\n`,
    )
    expect(output.text).not.toContain('    at ')
  })

  test('a start waits for a database that is away, and says so', async () => {
    await postgres.halt()
    const { child, output, exit } = serving()
    await expect.poll(() => output.text, { timeout: 60_000 }).toMatch(/the start waits for the database/)
    await postgres.goOn()
    await expect.poll(() => output.text, { timeout: 60_000 }).toMatch(/listening at/)
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(output.text.split('\n')[0]).toMatch(/"version":"[\d.]+","commit":"\S+","msg":"Ferry starts"/)
  })

  test('a stop while it waits ends it at once, with status 0', async () => {
    await postgres.halt()
    const { child, output, exit } = serving()
    await expect.poll(() => output.text, { timeout: 60_000 }).toMatch(/the start waits for the database/)
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    await postgres.goOn()
  })

  test('a stop does not wait for a database that has fallen silent: status 0', {
    timeout: 150_000,
  }, async () => {
    const at = new URL(url)
    const line = await startLine(Number(at.port))
    at.port = String(line.port)
    const { child, output, exit } = serving({ DATABASE_URL: at.href })
    await expect.poll(() => output.text, { timeout: 60_000 }).toMatch(/listening at/)
    const origin = /listening at (http:[^"]+)/.exec(output.text)?.[1] ?? ''
    // Several connections: the request that is to wait gets one of them, whatever else the server asks of the database meanwhile. One that
    // had to be made would be given up before the stop's limit.
    const isReady = () => fetch(origin + endpoints.public.ready.path)
    await Promise.all(Array.from({ length: 10 }, isReady))
    line.freeze()
    // Answered once the database is known to be silent, during the stop.
    const reading = fetch(origin + endpoints.public.portal.path)
    // By its own limit, while the request before it still waits.
    expect((await isReady()).status).toBe(503)
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(output.text).toContain('stopped')
    expect((await reading).status).toBe(503)
    line.close()
  })

  test('until its limit: then it ends in words, without a stack', async () => {
    await postgres.halt()
    const { output, exit } = serving({ DATABASE_WAIT_SECONDS: '2', LOG_LEVEL: 'silent' })
    expect(await exit).toBe(1)
    await postgres.goOn()
    expect(output.text).toMatch(
      /Ferry did not start\.\nThe database can not be used: it can not be reached \(/,
    )
    expect(output.text).not.toMatch(/\n\s+at /)
  })

  test.each([
    ['a wrong password', (at: URL) => (at.password = 'wrong')],
    ['a database that is not there', (at: URL) => (at.pathname = '/nowhere')],
  ])('%s ends it at once', async (_, change) => {
    const at = new URL(url)
    change(at)
    const { output, exit } = serving({ DATABASE_URL: at.href })
    expect(await exit).toBe(1)
    expect(output.text).toMatch(/it refuses the login, or there is no such database/)
    expect(output.text).not.toContain('wrong@')
  })

  test('migrate makes the schema and ends, and takes no password; several at once wait for each other', async () => {
    const runs = [1, 2, 3].map(() => run('migrate', { DATABASE_URL: url }))
    expect(await Promise.all(runs.map(({ exit }) => exit))).toEqual([0, 0, 0])
    const said = runs.map(({ output }) => output.text.trim()).toSorted()
    expect(said).toEqual(['The schema is up to date.', 'The schema is up to date.', 'The schema was made.'])
  })

  test('of SQLite files too', async () => {
    const runs = [1, 2, 3].map(() => run('migrate', {}))
    expect(await Promise.all(runs.map(({ exit }) => exit))).toEqual([0, 0, 0])
  })

  test('a schema of a newer Ferry is refused in words', async () => {
    const database = await openDatabase(url)
    await database.close()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`insert into kysely_migration values ('999-later', '2999-01-01T00:00:00.000Z')`)
    await client.end()
    for (const { output, exit } of [run('migrate', { DATABASE_URL: url }), serving()]) {
      expect(await exit).toBe(1)
      expect(output.text).toMatch(/made by a newer version of Ferry: it has 999-later, which this one/)
      expect(output.text).not.toMatch(/\n\s+at /)
    }
  })

  /** Makes a role that may only connect, and returns its URL. Roles belong to all databases of the server. */
  async function urlOfRole(name: string): Promise<string> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`create role ${name} login password '${name}'`)
    await client.end()
    const at = new URL(url)
    at.username = name
    at.password = name
    return at.href
  }

  test('an older one is too, where the role may not change it', async () => {
    const { output, exit } = serving({ DATABASE_URL: await urlOfRole('serving') })
    expect(await exit).toBe(1)
    expect(output.text).toMatch(/The schema is older than this version .* run "npm run migrate" as its owner/)
    expect(output.text).not.toMatch(/\n\s+at /)
  })

  test('tables that the role may not read, as after a restore by another one, are said to be so', async () => {
    const database = await openDatabase(url)
    await database.close()
    const { output, exit } = serving({ DATABASE_URL: await urlOfRole('restored') })
    expect(await exit).toBe(1)
    expect(output.text).toMatch(
      /belong to another role, and the role of DATABASE_URL may not read them: see docs/,
    )
    expect(output.text).not.toMatch(/\n\s+at /)
  })

  test('after a lost key replace-key binds the database to the next', async () => {
    const start = async (key: string) => {
      const { child, output, exit } = serving({ SECRETS_KEY: key })
      const listening = expect.poll(() => output.text).toMatch(/listening at/)
      await Promise.race([listening, exit])
      child.kill('SIGTERM')
      return exit
    }
    const next = Buffer.alloc(32, 2).toString('base64')
    expect(await start(SECRETS_KEY)).toBe(0)
    expect(await start(next)).toBe(1)
    const environment = { DATABASE_URL: url, SECRETS_KEY: next, ADMIN_PASSWORD: 'a long password' }
    expect(await run('replace-key', environment).exit).toBe(0)
    expect(await start(next)).toBe(0)
    expect(await start(SECRETS_KEY)).toBe(1)
  })
})

describe('ready for traffic', () => {
  const ferry = forEachTest(startPortal)

  async function statuses(): Promise<{ all: number; traffic: number }> {
    const ask = async (query: object) => (await ferry.ask(endpoints.public.ready, { query })).statusCode
    const all = await ask({ scope: 'all' })
    expect(await ask({})).toBe(all)
    return { all, traffic: await ask({ scope: 'traffic' }) }
  }

  test('a server that lacks nothing is ready for all', async () => {
    expect(await statuses()).toEqual({ all: 200, traffic: 200 })
  })

  test('what the operator has to mend, and all servers share, keeps no traffic away', async () => {
    await loadHolders(ferry.app, [makeHolder()])
    const { snapshots } = ferry.app.store
    const current = snapshots.current
    snapshots.current = async () => {
      const list = await current()
      return list && { ...list, seal: 'of another list' }
    }
    expect(await statuses()).toEqual({ all: 503, traffic: 200 })
  })

  test('a server that does not reach its database gets none', async () => {
    ferry.app.store.identity.fingerprint = async () => {
      throw new StoreUnavailableError('away')
    }
    expect((await statuses()).traffic).toBe(503)
  })

  test('nor one that can check no signature', async () => {
    await ferry.app.signers.close()
    expect(await statuses()).toEqual({ all: 503, traffic: 503 })
  })

  test('another scope is refused', async () => {
    const answer = await ferry.ask(endpoints.public.ready, { query: { scope: 'some' } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', details: [{ where: 'scope' }] })
  })
})

describe('compiled modules', () => {
  /** A server uses what Node compiled for it before: by the steps of the image and of systemd, run by the users who run them there. */

  const ROOT = fileURLToPath(new URL('../..', import.meta.url))
  const NODE = '--import ./src/bin/require-node-24.js'
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ferry-compiled-'))
    chmodSync(folder, 0o755)
    cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true })
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
    mkdirSync(join(folder, 'node_modules'))
    for (const name of readdirSync(join(ROOT, 'node_modules')))
      if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  type Step = Pick<ImageStep, 'argument' | 'byServer'>

  /** The image's own steps on the folder of what is compiled. */
  function imageSteps(): Step[] {
    const image = readStages(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).at(-1)?.steps ?? []
    return image.filter(
      ({ instruction, argument }) => instruction === 'RUN' && /\.cache|compile\.ts/.test(argument),
    )
  }

  function systemdSteps(): Step[] {
    const text = readFileSync(join(ROOT, 'examples/deploy/README.md'), 'utf8')
    return text.split('\n').flatMap((line) => {
      if (!/^ {4}(?!npm).*(\.cache|compile\.ts)/.test(line)) return []
      const asFerry = 'runuser -u ferry -- '
      return [{ byServer: line.includes(asFerry), argument: line.trim().replace(asFerry, '') }]
    })
  }

  /** Starts the server, and counts its modules that Node had compiled, and those that it had not. */
  async function start(): Promise<{ compiled: number; notCompiled: number; output: string }> {
    const dataDir = mkdtempSync(join(tmpdir(), 'ferry-data-'))
    chmodSync(dataDir, 0o777)
    const child = spawn(process.execPath, [...NODE.split(' '), 'src/bin/serve.ts'], {
      cwd: folder,
      ...SERVER_USER,
      env: {
        PORT: '0',
        DATA_DIR: join(dataDir, 'data'),
        ADMIN_PASSWORD: 'a long password',
        NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/listening at/)
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
    const reads = output
      .split('\n')
      .filter((line) => line.includes('reading cache from') && line.includes('/src/'))
    const compiled = reads.filter((line) => line.includes('success')).length
    return { compiled, notCompiled: reads.length - compiled, output }
  }

  describe.each([
    ['the image', imageSteps],
    ['systemd', systemdSteps],
  ])('as %s is set up', (_, steps) => {
    test('a start takes the modules that were compiled', { timeout: 120_000 }, async () => {
      expect(steps()).toHaveLength(3)
      for (const step of steps()) await runStep(step, folder)
      const { compiled, notCompiled, output } = await start()
      expect(compiled).toBeGreaterThan(400)
      expect(notCompiled).toBeLessThan(compiled / 20)
      expect(output).not.toContain('can not be kept')
    })
  })

  test('a server whose user has none, and can keep none, says so', { timeout: 120_000 }, async () => {
    mkdirSync(join(folder, 'node_modules/.cache'))
    chmodSync(join(folder, 'node_modules/.cache'), 0o555)
    const { compiled, output } = await start()
    expect(compiled).toBe(0)
    expect(output).toContain('can not be kept')
  })
})
