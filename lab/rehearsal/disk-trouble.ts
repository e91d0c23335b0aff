import { randomInt } from 'node:crypto'
import { closeSync, copyFileSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Environment } from '#lab/environment/environment.ts'
import { type MountedDisk, mountDisk } from '#lab/environment/mounted-disk.ts'
import { runMain } from './child-process.ts'
import { Claiming } from './claim-traffic.ts'
import { untilPaid } from './pay-all.ts'
import { PortalClient } from './portal-client.ts'
import type { Comparison } from './read-chain.ts'
import {
  prepareRehearsalEnvironment,
  quickLocalnet,
  type RehearsalServer,
  startServer,
  untilReady,
} from './rehearsal-environment.ts'
import {
  compareMigration,
  configureSlowly,
  prepareSmallMigration,
  type SmallMigration,
} from './small-migration.ts'

export interface DiskTroubleOutcome extends Ending {
  /** Answers to claims while the disk could not be written to, by status. */
  meanwhile: Record<string, number>
  /** The answer of /api/ready meanwhile. */
  notReady: string
  /** What a backup, or a start, was answered meanwhile. */
  words: string[]
  /** From the moment at which the disk was in order again until the server was ready, by itself or started again. */
  readyMs: number
}

/** Told what is done next. */
export type Step = (what: string) => void

const DISK_MEGABYTES = 24

const POWER_CUTS = 10

/** How long the trouble lasts once claims were refused. */
const TROUBLE_MS = 10_000

/** Runs a server on a small disk, has the first third of the claimants claim, and starts to pay them. */
async function payOnDisk(opened: AsyncDisposableStack, claimants: number) {
  const disk = await mountDisk(DISK_MEGABYTES)
  opened.defer(() => disk.close())
  const rehearsal = opened.use(await RehearsalOnDisk.open(disk, claimants))
  await rehearsal.claiming.claimAll(rehearsal.holders(0, 1 / 3))
  await rehearsal.pay()
  return { disk, rehearsal }
}

/** Fills the disk while people claim and a run pays, kills the server on the full disk, and takes what fills it away. */
export async function fillDisk(claimants: number, step: Step): Promise<DiskTroubleOutcome> {
  await using opened = new AsyncDisposableStack()
  const { disk, rehearsal } = await payOnDisk(opened, claimants)
  step('the disk is filled')
  await disk.fill()
  const meanwhile = await claimUntilRefused(rehearsal, rehearsal.holders(1 / 3, 2 / 3))
  step('claims were refused')
  const notReady = await rehearsal.readiness()
  const words = [
    await rehearsal.backUp(join(disk.folder, 'backup.sqlite')),
    await rehearsal.backUp(rehearsal.elsewhere('backup.sqlite')),
  ]
  step('backups were tried')
  await delay(TROUBLE_MS)
  await disk.free()
  step('the disk is free again')
  const readyMs = await untilReady(rehearsal.server)

  step('ready again')
  // A second time, and the server does not survive it.
  await disk.fill()
  await claimUntilRefused(rehearsal, rehearsal.holders(2 / 3, 1))
  await rehearsal.server.kill()
  words.push(await rehearsal.tryStart())
  step('killed on the full disk, and a start tried')
  await Promise.all([rehearsal.start(), delay(TROUBLE_MS / 2).then(() => disk.free())])
  return { meanwhile, notReady, words, readyMs, ...(await rehearsal.finish()) }
}

/** Has the kernel make the disk read only while people claim and a run pays; it is repaired, and the server started again. */
export async function failDisk(claimants: number, step: Step): Promise<DiskTroubleOutcome> {
  await using opened = new AsyncDisposableStack()
  const { disk, rehearsal } = await payOnDisk(opened, claimants)
  step('the disk fails')
  await disk.fail()
  const meanwhile = await claimUntilRefused(rehearsal, rehearsal.holders(1 / 3, 2 / 3))
  step('claims were refused')
  const notReady = await rehearsal.readiness()
  const words = [await rehearsal.backUp(rehearsal.elsewhere('backup.sqlite'))]
  step('the server is stopped')
  await rehearsal.server.stop()
  words.push(`the server stopped with ${rehearsal.server.process.exitCode}`)
  await disk.remount('ro')
  words.push(await rehearsal.tryStart())
  step('the disk is repaired')
  await disk.remount('rw')
  const readyMs = await rehearsal.start()
  return { meanwhile, notReady, words, readyMs, ...(await rehearsal.finish()) }
}

/** Writes over pages of the database file, and restores a backup. */
export async function damageFile(claimants: number, step: Step): Promise<DiskTroubleOutcome> {
  await using opened = new AsyncDisposableStack()
  const disk = await mountDisk(DISK_MEGABYTES)
  opened.defer(() => disk.close())
  const rehearsal = opened.use(await RehearsalOnDisk.open(disk, claimants))
  await rehearsal.configure()
  await rehearsal.claiming.claimAll(rehearsal.holders(0, 2 / 3))
  const backup = rehearsal.elsewhere('backup.sqlite')
  const words = [await rehearsal.backUp(backup)]
  await rehearsal.server.stop()
  const file = join(disk.folder, 'data', 'ferry.sqlite')
  step('the file is damaged')
  damage(file)
  words.push(await rehearsal.tryStart(), await rehearsal.backUp(rehearsal.elsewhere('damaged.sqlite')))
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(backup, file)
  const readyMs = await rehearsal.start()
  return { meanwhile: {}, notReady: '', words, readyMs, ...(await rehearsal.finish()) }
}

/** Cuts the power as soon as claims were acknowledged, again and again while a run pays, and starts the server on what the disk holds. */
export async function cutPower(claimants: number, step: Step): Promise<DiskTroubleOutcome> {
  await using opened = new AsyncDisposableStack()
  const { disk, rehearsal } = await payOnDisk(opened, claimants)
  const { claiming } = rehearsal
  let readyMs = 0
  for (let cut = 0; cut < POWER_CUTS; cut++) {
    const share = 2 / 3 / POWER_CUTS
    const holders = rehearsal.holders(1 / 3 + cut * share, 1 / 3 + (cut + 1) * share)
    const acknowledged = claiming.acknowledged.length + randomInt(1, Math.max(holders.length, 2))
    const broken = claiming.claimAll(holders).catch(() => {})
    while (claiming.acknowledged.length < acknowledged) await delay(1)
    await rehearsal.server.kill()
    await disk.cutPower()
    await broken
    step(`the power was cut after ${claiming.acknowledged.length} claims were acknowledged`)
    readyMs = Math.max(readyMs, await rehearsal.start())
    const lost = await claiming.countLost()
    if (lost > 0) step(`${lost} of them are lost`)
  }
  return { meanwhile: {}, notReady: '', words: [], readyMs, ...(await rehearsal.finish()) }
}

async function claimUntilRefused(
  { claiming }: RehearsalOnDisk,
  holders: SmallMigration['holders'],
): Promise<Record<string, number>> {
  const before = { ...claiming.statuses }
  for (const holder of holders) await claiming.claim(holder)
  const change = Object.entries(claiming.statuses).map(
    ([status, count]) => [status, count - (before[status] ?? 0)] as const,
  )
  return Object.fromEntries(change.filter(([, count]) => count > 0))
}

/** Writes nonsense over the last two thirds of a file: past the schema. */
function damage(path: string): void {
  const { size } = statSync(path)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(Math.floor((size * 2) / 3), 0x5a), 0, null, Math.ceil(size / 3))
  closeSync(file)
}

export interface Ending {
  /** Claims that were answered 200. */
  acknowledged: number
  /** Those of them that the records do not have afterwards. */
  lost: number
  comparison: Comparison
}

const TRIED_START_MS = 10_000

/** A migration whose DATA_DIR lies on a small disk. */
class RehearsalOnDisk implements AsyncDisposable {
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
    const environment = await prepareRehearsalEnvironment(quickLocalnet())
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

  /** Starts the server again after a stop or kill, and signs in once its disk can be written to. Tells after how many ms. */
  async start(): Promise<number> {
    const startedMs = performance.now()
    this.server = await startServer(this.#environment, settingsOf(this.#disk, this.#migration))
    this.claiming.client = new PortalClient(this.server.url)
    await untilReady(this.server)
    await this.#signIn()
    return Math.round(performance.now() - startedMs)
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

  async readiness(): Promise<string> {
    const response = await fetch(this.server.url + endpoints.public.ready.path)
    return `${response.status} ${await response.text()}`
  }

  /** Has everyone claim who has not yet, pays them, and compares. */
  async finish(): Promise<Ending> {
    const lost = await this.claiming.countLost()
    await this.claiming.claimAll(this.#migration.holders)
    await untilPaid(this.client, this.#migration.holders.length)
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
