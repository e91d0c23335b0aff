import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Environment } from '#lab/environment/environment.ts'
import type { MountedDisk } from '#lab/environment/mounted-disk.ts'
import { runMain } from './child-process.ts'
import { Claiming } from './claiming.ts'
import type { Comparison } from './compare-records.ts'
import { untilPaid } from './pay-all.ts'
import { PortalClient } from './portal-client.ts'
import { prepareRehearsalEnvironment, type RehearsalServer, startServer } from './rehearsal-environment.ts'
import {
  compareMigration,
  configureSlowly,
  prepareSmallMigration,
  type SmallMigration,
} from './small-migration.ts'

export interface Ending {
  /** Claims that were answered 200. */
  acknowledged: number
  /** Those of them that the records do not have afterwards. */
  lost: number
  comparison: Comparison
}

const SLOT_MS = 50
const PAID_WITHIN_MS = 300_000
const TRIED_START_MS = 10_000

/** A migration whose DATA_DIR lies on a small disk. */
export class RehearsalOnDisk implements AsyncDisposable {
  readonly claiming: Claiming
  server: RehearsalServer
  readonly #disk: MountedDisk
  readonly #environment: Environment
  readonly #migration: SmallMigration

  private constructor(
    disk: MountedDisk,
    environment: Environment,
    migration: SmallMigration,
    server: RehearsalServer,
  ) {
    this.#disk = disk
    this.#environment = environment
    this.#migration = migration
    this.server = server
    this.claiming = new Claiming(new PortalClient(server.url))
  }

  static async open(disk: MountedDisk, claimants: number): Promise<RehearsalOnDisk> {
    const environment = await prepareRehearsalEnvironment([
      ...['--slot-ms', String(SLOT_MS)],
      ...['--finalized-after-slots', '10'],
    ])
    const migration = await prepareSmallMigration(environment, claimants)
    const server = await startServer(environment, settingsOf(disk, migration))
    const rehearsal = new RehearsalOnDisk(disk, environment, migration, server)
    await rehearsal.#signIn()
    return rehearsal
  }

  get client(): PortalClient {
    return this.claiming.client
  }

  /** The holders from one share of all to another. */
  holders(from: number, to: number): SmallMigration['holders'] {
    const { holders } = this.#migration
    return holders.slice(Math.floor(holders.length * from), Math.floor(holders.length * to))
  }

  configure(): Promise<void> {
    return configureSlowly(this.client, this.#environment)
  }

  /** Starts a run, and waits until it has paid somebody. */
  async pay(): Promise<void> {
    await this.configure()
    await this.client.send(endpoints.bulkSender.start)
    while (((await this.client.send(endpoints.bulkSender.status)).progress?.successful ?? 0) === 0)
      await delay(100)
  }

  /** Starts the server again after a stop or kill, and signs in once its disk can be written to. */
  async start(): Promise<void> {
    this.server = await startServer(this.#environment, settingsOf(this.#disk, this.#migration))
    this.claiming.client = new PortalClient(this.server.url)
    await this.msUntilReady()
    await this.#signIn()
  }

  #signIn(): Promise<void> {
    return this.client.signIn(this.#migration.adminPassword)
  }

  /** What a start prints that gives up at once, or within seconds. Its status is null where it serves. */
  async tryStart(): Promise<string> {
    const { env } = settingsOf(this.#disk, this.#migration)
    const variables = { ...env, PORT: '0', DATABASE_WAIT_SECONDS: '1', LOG_LEVEL: 'error' }
    const { code, output } = await runMain('src/bin/serve', {
      limitMs: TRIED_START_MS,
      env: { ...variables, ADMIN_PASSWORD: this.#migration.adminPassword },
    })
    // A server that serves logs one line: all that is of interest in it is why.
    return `${code}: ${/"why":"([^"]*)"/.exec(output)?.[1] ?? output.trim()}`
  }

  async backUp(to: string): Promise<string> {
    const { DATA_DIR } = settingsOf(this.#disk, this.#migration).env
    const { code, output } = await runMain('src/bin/backup', { args: ['--to', to], env: { DATA_DIR } })
    return `${code}: ${output.trim().split('\n').slice(0, 2).join(' ')}`
  }

  /** The path of a file that is not on the disk in trouble. */
  elsewhere(name: string): string {
    return join(this.#environment.folder, name)
  }

  async ready(): Promise<{ isReady: boolean; text: string }> {
    const response = await fetch(this.server.url + endpoints.public.ready.path)
    return { isReady: response.ok, text: `${response.status} ${await response.text()}` }
  }

  async msUntilReady(): Promise<number> {
    const startedMs = performance.now()
    while (!(await this.ready()).isReady) await delay(100)
    return Math.round(performance.now() - startedMs)
  }

  /** Has everyone claim who has not yet, pays them, and compares. */
  async finish(): Promise<Ending> {
    const lost = await this.claiming.countLost()
    await this.claiming.claimAll(this.#migration.holders)
    await untilPaid(
      this.client,
      this.#migration.holders.length,
      { step: () => {}, count: () => {} },
      PAID_WITHIN_MS,
    )
    const comparison = await compareMigration(this.client, this.#environment, this.#migration)
    return { acknowledged: this.claiming.acknowledged.length, lost, comparison }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.server.process.exitCode === null && this.server.process.signalCode === null)
      await this.server.kill()
    await this.#environment.close()
  }
}

function settingsOf({ folder }: MountedDisk, migration: SmallMigration) {
  return { ...migration, port: 0, env: { DATA_DIR: join(folder, 'data') } }
}
