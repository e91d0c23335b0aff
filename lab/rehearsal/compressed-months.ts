import { randomBytes, randomInt } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { endpoints } from '#api-schema/endpoints.ts'
import { shiftClock, shiftedClock } from '#lab/environment/shifted-clock.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { CLAIMS_OF_ALL, ClaimTraffic } from './claim-traffic.ts'
import type { Comparison } from './compare-records.ts'
import { readDatabaseGrowth, type StoredIndex, type StoredTable, wrongTallies } from './database-growth.ts'
import { signInFrom } from './hostile-server.ts'
import { untilPaid } from './pay-all.ts'
import { type Ask, PortalClient } from './portal-client.ts'
import { publishList } from './publish-list.ts'
import { prepareRehearsalEnvironment, startServer } from './rehearsal-environment.ts'
import { compareMigration, configureSlowly, prepareSmallMigration } from './small-migration.ts'

export interface MonthsOptions {
  requests: number
  runs: number
  step(what: string): void
}

/** What the process holds at one time. */
interface ProcessSize {
  rssMegabytes: number
  descriptors: number
}

export interface MonthsOutcome {
  requests: number
  failed: number
  claims: number
  days: number
  atBegin: ProcessSize
  afterTenth: ProcessSize
  atEnd: ProcessSize
  logBytesPerClaim: number
  tables: StoredTable[]
  indexes: StoredIndex[]
  comparison: Comparison
  /** In words, whatever did not hold. */
  wrong: string[]
}

const DAYS_A_RUN = 9
const DAY_MS = 86_400_000
const AT_ONCE = 8
const BATCH_SIZE = 50
const PAID_WITHIN_MS = 300_000
const SLOT_MS = 50

/** Of all requests, the operator's. */
const READS_OF_ALL = 0.1
/** With each run. */
const SIGN_INS = 3
const FAILED_SIGN_INS = 5

/** Devices and addresses are remembered for so long. */
const KNOWN_FOR_DAYS = 90

/** What a process may grow by after the first tenth: a leak of one KiB a request is more. */
const MOST_GROWTH_MEGABYTES = 120
/** Connections that happen to be kept open. */
const MOST_MORE_DESCRIPTORS = 40

/** An address and an amount in a CSV, and so much of a kept file is in one row. */
const ROW_BYTES = 64
const CHUNK_BYTES = 256 * 1024

/** The most rows of tables that do not grow with what is claimed and paid. */
const MOST_ROWS: Record<string, (listRows: number) => number> = {
  admin_session: () => 2 * (SIGN_INS + 1),
  known_client: () => 2 * (SIGN_INS + 1) * (KNOWN_FOR_DAYS / DAYS_A_RUN + 1),
  sign_in_failure: () => FAILED_SIGN_INS,
  running_server: () => 1,
  lease: () => 3,
  alert: () => 5,
  records_behind: () => 1,
  list_upload: () => 5,
  // The file that nobody confirmed, whole.
  list_upload_chunk: (listRows) => Math.ceil((listRows * ROW_BYTES) / CHUNK_BYTES),
  // The list in force and the ten before it.
  allocation: (listRows) => 11 * listRows,
}

/** Compresses months into minutes: so many requests and runs on one server, whose clock goes on by days with each run. */
export async function compressMonths(options: MonthsOptions): Promise<MonthsOutcome> {
  await using parts = new AsyncDisposableStack()
  const postgres = await startPostgres()
  parts.defer(() => postgres.stop())
  const environment = await prepareRehearsalEnvironment([
    ...['--slot-ms', String(SLOT_MS)],
    ...['--finalized-after-slots', '10'],
  ])
  parts.defer(() => environment.close())
  const visits = Math.ceil(options.requests * (1 - READS_OF_ALL))
  const migration = await prepareSmallMigration(environment, Math.floor(visits * CLAIMS_OF_ALL))
  const databaseUrl = await postgres.createDatabase()
  const clock = join(environment.folder, 'clock')
  writeFileSync(clock, '0')
  shiftClock(clock)
  const { NODE_OPTIONS, ...shifted } = shiftedClock(clock)
  let logBytes = 0
  const server = await startServer(environment, {
    ...migration,
    port: 0,
    env: {
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      TRUST_PROXY: 'on',
      ...shifted,
      // As `npm start` has it: memory is looked at.
      NODE_OPTIONS: `${NODE_OPTIONS} --max-semi-space-size=8`,
    },
    onLine: (line) => {
      logBytes += Buffer.byteLength(line) + 1
    },
  })
  parts.defer(() => server.kill())
  const wrong: string[] = []
  server.process.once('exit', (status) => parts.disposed || wrong.push(`the server ended with ${status}`))

  const operator = new PortalClient(server.url, fromAnywhere)
  const traffic = new ClaimTraffic(new PortalClient(server.url, fromAnywhere), migration.holders)
  await operator.signIn(migration.adminPassword)
  await configureSlowly(operator, environment, BATCH_SIZE)
  const size = () => sizeOf(server.process.pid)
  const atBegin = size()
  let afterTenth = atBegin
  const lines = readFileSync(migration.allocationsFile, 'utf8')
  let reads = 0
  for (let run = 1; run <= options.runs; run++) {
    writeFileSync(clock, String(run * DAYS_A_RUN * DAY_MS))
    await delay(500)
    await signInOften(server.url, migration.adminPassword)
    await operator.signIn(migration.adminPassword)
    const unseen = `${lines}\n0xc0${'0'.repeat(38)},${run}`
    await operator.send(endpoints.admin.upload, { file: new File([unseen], 'never confirmed.csv') })
    await publishList(operator, [`${lines}\n0xc0${'0'.repeat(38)},${run}.5`])
    await traffic.flow(AT_ONCE, () => traffic.count >= (visits * run) / options.runs)
    for (; reads < (options.requests * READS_OF_ALL * run) / options.runs; reads++)
      await readAsOperator(operator, reads)
    await untilPaid(operator, traffic.claimants, { step() {}, count() {} }, PAID_WITHIN_MS)
    const now = size()
    if (run <= Math.max(1, options.runs / 10)) afterTenth = now
    options.step(
      `run ${run}: ${traffic.count + reads} requests, ${now.rssMegabytes} MB, ${now.descriptors} descriptors`,
    )
  }
  const atEnd = size()
  const comparison = await compareMigration(operator, environment, migration)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { tables, indexes } = await readDatabaseGrowth(client)
  wrong.push(...(await wrongTallies(client)))
  await client.end()

  for (const { table, rows } of tables) {
    const most = MOST_ROWS[table]?.(migration.holders.length + 1)
    if (most !== undefined && rows > most)
      wrong.push(`${table} has ${rows} rows, and ${most} at most should be there`)
  }
  const grown = atEnd.rssMegabytes - afterTenth.rssMegabytes
  if (grown > MOST_GROWTH_MEGABYTES) wrong.push(`memory has grown by ${grown} MB`)
  const opened = atEnd.descriptors - atBegin.descriptors
  if (opened > MOST_MORE_DESCRIPTORS) wrong.push(`${opened} more descriptors are open`)
  wrong.push(...traffic.failures.slice(0, 10))
  for (const [what, number] of Object.entries(comparison)) if (number > 0) wrong.push(`${what}: ${number}`)
  return {
    requests: traffic.count + reads,
    failed: traffic.failures.length,
    claims: traffic.acknowledged,
    days: options.runs * DAYS_A_RUN,
    atBegin,
    afterTenth,
    atEnd,
    logBytesPerClaim: Math.round(logBytes / traffic.acknowledged),
    tables,
    indexes,
    comparison,
    wrong,
  }
}

/** Each request comes from an address of its own, as a proxy would say. */
const fromAnywhere: Ask = (url, init) => {
  const headers = new Headers(init.headers)
  headers.set('x-forwarded-for', anyAddress())
  return fetch(url, { ...init, headers })
}

const anyAddress = () => `203.${[0, 0, 0].map(() => randomInt(256)).join('.')}`

async function signInOften(url: string, password: string): Promise<void> {
  for (let n = 0; n < FAILED_SIGN_INS; n++) await signInFrom(url, 'a password that is wrong', anyAddress())
  for (let n = 0; n < SIGN_INS; n++) await signInFrom(url, password, anyAddress())
}

async function readAsOperator(operator: PortalClient, turn: number): Promise<void> {
  const reads = [
    () => operator.send(endpoints.admin.state),
    () => operator.send(endpoints.admin.claims),
    () => operator.send(endpoints.admin.stats),
    () => operator.send(endpoints.admin.claimsOverTime),
    () => operator.send(endpoints.bulkSender.runs),
    () => operator.send(endpoints.ledger.ledger),
  ]
  await reads[turn % reads.length]?.()
}

function sizeOf(pid = 0): ProcessSize {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return {
    rssMegabytes: Math.round(Number(kilobytes) / 1_024),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  }
}
