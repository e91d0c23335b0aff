import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import { type MountedDisk, mountDisk } from '#lab/environment/mounted-disk.ts'
import { shiftedClock } from '#lab/environment/shifted-clock.ts'
import { startLine } from '#lab/environment/start-line.ts'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { count } from './answers.ts'
import { Fleet } from './fleet.ts'
import type { SmallMigration } from './small-migration.ts'

const SERVERS = 3
const DISK_MEGABYTES = 1_500
const AHEAD_MS = 2 * 3_600_000
const BEHIND_MS = -3 * 3_600_000
const DATABASE_AWAY_MS = 3_000
const WITHIN_MS = 300_000
const LOOK_EVERY_MS = 50

/** Each fault, from a moment at which a server pays until it is over. Some are held for so long that everybody meets them. */
export const FAULTS: Record<string, (fleet: TroubledFleet, holdMs: number) => Promise<void>> = {
  'payer frozen': (fleet, holdMs) => fleet.freezePayer(holdMs),
  'clock of the payer 2 h ahead': (fleet, holdMs) => fleet.jumpClock(AHEAD_MS, holdMs),
  'clock of the payer 3 h behind': (fleet, holdMs) => fleet.jumpClock(BEHIND_MS, holdMs),
  'database killed': (fleet) => fleet.crashDatabase(),
  'network of the payer cut': (fleet, holdMs) => fleet.cutNetwork([fleet.payer], holdMs),
  'network of all cut': (fleet, holdMs) => fleet.cutNetwork([0, 1, 2], holdMs),
  'disk full': (fleet, holdMs) => fleet.fillDisk(holdMs),
  'payer killed': (fleet) => fleet.killPayer(),
}

/** Three servers on one PostgreSQL, and whatever may happen to them. */
export class TroubledFleet implements AsyncDisposable {
  /** The server that signed last. */
  payer = 0
  /** Batches that each server has signed. */
  readonly signed: number[] = Array.from({ length: SERVERS }, () => 0)
  /** What was logged as an error, and whatever a server printed besides its log. */
  readonly errorLines: Record<string, number> = {}
  /** Requests that the database could not serve. */
  refused = 0
  /** In words, what did not come to pass. */
  readonly wrong: string[] = []
  readonly #folder: string
  readonly #disk: MountedDisk
  readonly #postgres: PostgresServer
  readonly #lines: Awaited<ReturnType<typeof startLine>>[]
  readonly #fleet: Fleet
  readonly #killed = new Set<object>()

  private constructor(
    parts: {
      disk: MountedDisk
      postgres: PostgresServer
      lines: Awaited<ReturnType<typeof startLine>>[]
      databaseUrl: string
    },
    folder: string,
    migration: SmallMigration,
  ) {
    const { lines, databaseUrl } = parts
    this.#folder = folder
    this.#disk = parts.disk
    this.#postgres = parts.postgres
    this.#lines = lines
    const SECRETS_KEY = randomBytes(32).toString('base64')
    this.#fleet = new Fleet({
      folder,
      ...migration,
      env: (number) => ({
        DATABASE_URL: databaseUrl.replace(/:\d+\//, `:${lines[number]?.port}/`),
        SECRETS_KEY,
        TRUST_PROXY: 'on',
        ...shiftedClock(this.#clockOf(number)),
      }),
      onLine: (number, line) => this.#hear(number, line),
    })
  }

  static async open(folder: string, migration: SmallMigration): Promise<TroubledFleet> {
    const disk = await mountDisk(DISK_MEGABYTES)
    const postgres = await startPostgres(disk.folder)
    const databaseUrl = await postgres.createDatabase()
    const port = Number(new URL(databaseUrl).port)
    const lines = await Promise.all(Array.from({ length: SERVERS }, () => startLine(port)))
    const fleet = new TroubledFleet({ disk, postgres, lines, databaseUrl }, folder, migration)
    for (let number = 0; number < SERVERS; number++) await fleet.#start(number)
    return fleet
  }

  get hosts(): string[] {
    return this.#fleet.origins.map((origin) => new URL(origin).host)
  }

  get batches(): number {
    return this.signed.reduce((sum, batches) => sum + batches, 0)
  }

  async areReady(): Promise<boolean> {
    const asked = this.#fleet.origins.map((origin) =>
      fetch(origin + endpoints.public.ready.path, { signal: AbortSignal.timeout(5_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    return (await Promise.all(asked)).every(Boolean)
  }

  async until(what: string, isThere: () => boolean | Promise<boolean>): Promise<void> {
    const untilMs = performance.now() + WITHIN_MS
    while (!(await isThere())) {
      if (performance.now() > untilMs) {
        this.wrong.push(`${WITHIN_MS / 1_000} s were not enough until ${what}`)
        return
      }
      await delay(LOOK_EVERY_MS)
    }
  }

  async freezePayer(holdMs: number): Promise<void> {
    const { payer } = this
    const { process } = this.#fleet.server(payer)
    process.kill('SIGSTOP')
    await this.until('another server paid', () => this.payer !== payer)
    await delay(holdMs)
    process.kill('SIGCONT')
  }

  /** The one whose clock is wrong has to pay by it. */
  async jumpClock(byMs: number, holdMs: number): Promise<void> {
    const { payer } = this
    const before = this.signed[payer] ?? 0
    writeFileSync(this.#clockOf(payer), String(byMs))
    await this.until('a server paid by a wrong clock', () => (this.signed[payer] ?? 0) >= before + 3)
    await delay(holdMs)
    writeFileSync(this.#clockOf(payer), '0')
  }

  async crashDatabase(): Promise<void> {
    await this.#postgres.crash()
    await delay(DATABASE_AWAY_MS)
    await this.#postgres.goOn()
  }

  async cutNetwork(numbers: readonly number[], holdMs: number): Promise<void> {
    const lines = numbers.flatMap((number) => this.#lines[number] ?? [])
    for (const line of lines) line.freeze()
    await delay(holdMs)
    for (const line of lines) line.thaw()
  }

  async fillDisk(holdMs: number): Promise<void> {
    await this.#disk.fill()
    const { refused } = this
    await this.until('the database met the full disk', () => this.refused > refused)
    await delay(holdMs)
    await this.#disk.free()
    // Without room for its log it has ended, as an operator would see.
    if (!(await this.#postgres.isRunning())) await this.#postgres.goOn()
  }

  async killPayer(): Promise<void> {
    const { payer } = this
    const server = this.#fleet.server(payer)
    this.#killed.add(server.process)
    await server.kill()
    await this.until('another server paid', () => this.payer !== payer)
    await this.#start(payer)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { process } of this.#fleet.servers) this.#killed.add(process)
    await this.#fleet[Symbol.asyncDispose]()
    for (const line of this.#lines) line.close()
    await this.#postgres.stop()
    await this.#disk.close()
  }

  #clockOf(number: number): string {
    return join(this.#folder, `clock-${number}`)
  }

  async #start(number: number): Promise<void> {
    writeFileSync(this.#clockOf(number), '0')
    const { process } = await this.#fleet.start(number)
    process.once('exit', (status, signal) => {
      if (!this.#killed.has(process)) this.wrong.push(`server ${number} ended by itself: ${status ?? signal}`)
    })
  }

  #hear(number: number, line: string): void {
    const { level, event, msg, err } = line.startsWith('{') ? JSON.parse(line) : { level: 60, msg: line }
    if (level >= 50) count(this.errorLines, `${msg}${err ? `: ${err.message}` : ''}`)
    if (msg === 'the database is not available') this.refused += 1
    if (event !== 'batch_signed') return
    this.payer = number
    this.signed[number] = (this.signed[number] ?? 0) + 1
  }
}
