import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { endpoints } from '#api-schema/endpoints.ts'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { Claiming } from './claim-traffic.ts'
import { untilPaid } from './pay-all.ts'
import type { Comparison } from './read-chain.ts'
import {
  prepareRehearsalEnvironment,
  quickLocalnet,
  type RehearsalServer,
  startServer,
  untilReady,
} from './rehearsal-environment.ts'
import { compareMigration, configureSlowly, prepareSmallMigration, signedIn } from './small-migration.ts'

export interface DatabaseTroubleOptions {
  /** How often all connections to the database are ended, half of the times during claims and half during a run. */
  terminations: number
  /** How often PostgreSQL is restarted, likewise. */
  restarts: number
  claimants: number
}

export interface DatabaseTroubleOutcome {
  /** Connections that were ended. */
  terminated: number
  restarts: number
  /** Whether the server has ended by itself. */
  exits: number
  /** Claims that were answered 200. */
  acknowledged: number
  /** Those of them that the records do not have. */
  lost: number
  /** Answers by status, of everything that was asked meanwhile. */
  statuses: Record<string, number>
  /** The longest that it took after a restart until the server was ready. */
  slowestReadyMs: number
  comparison: Comparison
}

/** How far apart troubles are: during a run each costs it seconds, which it has to get anywhere at all. */
const DURING_CLAIMS_MS = { min: 50, max: 300 }
const DURING_RUN_MS = { min: 200, max: 4_000 }

/** Takes the database away from the real server again and again, while people claim and while it pays. */
export async function troubleDatabase(options: DatabaseTroubleOptions): Promise<DatabaseTroubleOutcome> {
  const postgres = await startPostgres()
  const environment = await prepareRehearsalEnvironment(quickLocalnet())
  try {
    const databaseUrl = await postgres.createDatabase()
    const migration = await prepareSmallMigration(environment, options.claimants)
    const env = { DATABASE_URL: databaseUrl, SECRETS_KEY: randomBytes(32).toString('base64') }
    const server = await startServer(environment, { ...migration, port: 0, env })
    let exits = 0
    server.process.once('exit', () => {
      exits += 1
    })
    const client = await signedIn(server, migration)
    const trouble = new Trouble(postgres, databaseUrl, server, options)

    const claiming = new Claiming(client)
    await Promise.all([trouble.make(DURING_CLAIMS_MS), claiming.claimAll(migration.holders)])
    const lost = await claiming.countLost()
    await configureSlowly(client, environment)
    await client.send(endpoints.bulkSender.start)
    await trouble.make(DURING_RUN_MS)
    await untilPaid(client, options.claimants)
    const comparison = await compareMigration(client, environment, migration)
    const ended = exits
    await server.stop()
    return {
      terminated: trouble.terminated,
      restarts: trouble.restarts,
      exits: ended,
      acknowledged: claiming.acknowledged.length,
      lost,
      statuses: claiming.statuses,
      slowestReadyMs: trouble.slowestReadyMs,
      comparison,
    }
  } finally {
    await environment.close()
    await postgres.stop()
  }
}

/** Half of what was ordered, each time it is made. */
class Trouble {
  terminated = 0
  restarts = 0
  slowestReadyMs = 0
  readonly #postgres: PostgresServer
  readonly #databaseUrl: string
  readonly #server: RehearsalServer
  readonly #options: DatabaseTroubleOptions

  constructor(
    postgres: PostgresServer,
    databaseUrl: string,
    server: RehearsalServer,
    options: DatabaseTroubleOptions,
  ) {
    this.#postgres = postgres
    this.#databaseUrl = databaseUrl
    this.#server = server
    this.#options = options
  }

  async make(apart: { min: number; max: number }): Promise<void> {
    const terminations = Math.ceil(this.#options.terminations / 2)
    const restarts = Math.ceil(this.#options.restarts / 2)
    const every = Math.max(Math.floor(terminations / restarts), 1)
    for (let made = 1; made <= terminations; made++) {
      await delay(randomInt(apart.min, apart.max))
      await this.#terminate()
      if (made % every === 0 && made / every <= restarts) await this.#restart()
    }
    await this.#untilReady()
  }

  async #terminate(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#databaseUrl })
    client.on('error', () => {})
    await client.connect()
    const { rowCount } = await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    this.terminated += rowCount ?? 0
    await client.end()
  }

  async #restart(): Promise<void> {
    await this.#postgres.halt()
    await delay(randomInt(0, 2_000))
    await this.#postgres.goOn()
    this.restarts += 1
    await this.#untilReady()
  }

  async #untilReady(): Promise<void> {
    this.slowestReadyMs = Math.max(this.slowestReadyMs, await untilReady(this.#server))
  }
}
