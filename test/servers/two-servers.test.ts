import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Environment } from '#lab/environment/environment.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { untilPaid } from '#lab/rehearsal/pay-all.ts'
import { prepareRehearsalEnvironment, startServer } from '#lab/rehearsal/rehearsal-environment.ts'
import {
  claimAndConfigure,
  compareMigration,
  prepareSmallMigration,
  signedIn,
} from '#lab/rehearsal/small-migration.ts'
import { openDatabase } from '#store/database/database.ts'

const CLAIMANTS = 45

/** A lease lasts five seconds, and its end is seen within five more; a busy machine takes longer. */
const TAKE_OVER = { timeout: 60_000 }

interface TwoServers {
  environment: Environment
  /** Of the database that both use. */
  location: string
  env(server: number): Record<string, string>
}

/**
 * Runs two servers on one database; the first is stopped once it has signed, and goes on after the second took over. Returns the
 * number of owners of the wallet's lease under which transactions were journaled.
 */
async function payWithTwoServers({ environment, location, env }: TwoServers): Promise<number> {
  const migration = await prepareSmallMigration(environment, CLAIMANTS)
  const start = (server: number) => startServer(environment, { ...migration, port: 0, env: env(server) })
  const first = await start(1)
  const second = await start(2)
  try {
    await (await claimAndConfigure(first, environment, migration)).send(endpoints.bulkSender.start)
    await expect.poll(async () => (await readFences(location)).signed, TAKE_OVER).toBe(1)
    first.process.kill('SIGSTOP')
    await expect.poll(async () => (await readFences(location)).newest, TAKE_OVER).toBeGreaterThan(1)
    first.process.kill('SIGCONT')
    const client = await signedIn(second, migration)
    await untilPaid(client, CLAIMANTS, { step: () => {}, count: () => {} }, 200_000)
    expect(await compareMigration(client, environment, migration)).toEqual({
      unpaid: 0,
      paidTwice: 0,
      wrongAmount: 0,
      disagreements: 0,
    })
    return (await readFences(location)).signed
  } finally {
    await first.stop()
    await second.stop()
  }
}

/** Reads the newest fencing token of a lease, and the number of those under which transactions were journaled. */
async function readFences(location: string): Promise<{ newest: number; signed: number }> {
  const { db } = await openDatabase(location)
  try {
    const leases = await db.selectFrom('lease').select('fence').execute()
    const signed = await db.selectFrom('attempt').select('fence').distinct().execute()
    return { newest: Math.max(...leases.map(({ fence }) => fence)), signed: signed.length }
  } finally {
    await db.destroy()
  }
}

test('two servers on one PostgreSQL: the stopped one loses the wallet, and nothing is paid twice', {
  timeout: 300_000,
}, async () => {
  const postgres = await startPostgres()
  const environment = await prepareRehearsalEnvironment(['--slot-ms', '100', '--finalized-after-slots', '10'])
  try {
    const databaseUrl = await postgres.createDatabase()
    const secretsKey = randomBytes(32).toString('base64')
    const env = (server: number) => ({
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: secretsKey,
      DATA_DIR: join(environment.folder, `server-${server}`),
    })
    expect(await payWithTwoServers({ environment, location: databaseUrl, env })).toBeGreaterThan(1)
  } finally {
    await environment.close()
    await postgres.stop()
  }
})

test('two servers on one SQLite file: the same', { timeout: 300_000 }, async () => {
  const environment = await prepareRehearsalEnvironment(['--slot-ms', '100', '--finalized-after-slots', '10'])
  try {
    const location = join(environment.folder, 'data', 'ferry.sqlite')
    expect(await payWithTwoServers({ environment, location, env: () => ({}) })).toBeGreaterThan(1)
  } finally {
    await environment.close()
  }
})
