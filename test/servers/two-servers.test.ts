import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
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
import { openStore } from '#store/store.ts'

const CLAIMANTS = 45

/** Past the lease, so that the other server takes the wallet over. */
const STOPPED_MS = 9_000

/** Runs two servers on one database; the first is stopped in the middle of its run, and goes on after the second took over. */
async function payWithTwoServers(environment: Environment, env: (server: number) => Record<string, string>) {
  const migration = await prepareSmallMigration(environment, CLAIMANTS)
  const start = (server: number) => startServer(environment, { ...migration, port: 0, env: env(server) })
  const first = await start(1)
  const second = await start(2)
  try {
    await (await claimAndConfigure(first, environment, migration)).send(endpoints.bulkSender.start)
    await delay(2_500)
    first.process.kill('SIGSTOP')
    await delay(STOPPED_MS)
    first.process.kill('SIGCONT')
    const client = await signedIn(second, migration)
    await untilPaid(client, CLAIMANTS, { step: () => {}, count: () => {} }, 60_000)
    expect(await compareMigration(client, environment, migration)).toEqual({
      unpaid: 0,
      paidTwice: 0,
      wrongAmount: 0,
      disagreements: 0,
    })
  } finally {
    await first.stop()
    await second.stop()
  }
}

/** Reads the fencing tokens under which transactions were journaled: one for each owner of the wallet's lease. */
async function fencesIn(location: string, genesisHash: string): Promise<number> {
  const store = await openStore(location)
  const fences = await store.journal.fences(genesisHash)
  await store.close()
  return new Set(fences).size
}

test('two servers on one PostgreSQL: the stopped one loses the wallet, and nothing is paid twice', {
  timeout: 120_000,
}, async () => {
  const postgres = await startPostgres()
  const environment = await prepareRehearsalEnvironment(['--slot-ms', '100', '--finalized-after-slots', '10'])
  try {
    const databaseUrl = await postgres.createDatabase()
    const secretsKey = randomBytes(32).toString('base64')
    await payWithTwoServers(environment, (server) => ({
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: secretsKey,
      DATA_DIR: join(environment.folder, `server-${server}`),
    }))
    expect(await fencesIn(databaseUrl, environment.genesisHash)).toBeGreaterThan(1)
  } finally {
    await environment.close()
    await postgres.stop()
  }
})

test('two servers on one SQLite file: the same', { timeout: 120_000 }, async () => {
  const environment = await prepareRehearsalEnvironment(['--slot-ms', '100', '--finalized-after-slots', '10'])
  try {
    await payWithTwoServers(environment, () => ({}))
    expect(
      await fencesIn(join(environment.folder, 'data', 'ferry.sqlite'), environment.genesisHash),
    ).toBeGreaterThan(1)
  } finally {
    await environment.close()
  }
})
