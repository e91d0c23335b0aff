import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import pg from 'pg'
import { endpoints } from '#api-schema/endpoints.ts'
import { shiftClock, shiftedClock } from '#lab/environment/shifted-clock.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { CLAIMS_OF_ALL, ClaimTraffic } from './claim-traffic.ts'
import { signInFrom } from './hostile-server.ts'
import { untilPaid } from './pay-all.ts'
import { type Ask, PortalClient, publishList } from './portal-client.ts'
import type { Comparison } from './read-chain.ts'
import { prepareRehearsalEnvironment, quickLocalnet, startServer } from './rehearsal-environment.ts'
import { compareMigration, configureSlowly, prepareSmallMigration } from './small-migration.ts'

interface MonthsOptions {
  requests: number
  runs: number
  step(what: string): void
}

/** What the process holds at one time, without garbage. */
interface ProcessSize {
  rssMegabytes: number
  descriptors: number
}

interface MonthsOutcome {
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

/** Loaded before the server. */
const COLLECTING = new URL('../environment/collect-on-signal.ts', import.meta.url).href

const DAYS_A_RUN = 9
const DAY_MS = 86_400_000
const AT_ONCE = 8
const BATCH_SIZE = 50

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
  const environment = await prepareRehearsalEnvironment(quickLocalnet())
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
      NODE_OPTIONS: `${NODE_OPTIONS} --import=${COLLECTING} --max-semi-space-size=8`,
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
  const size = () => sizeOf(server.process)
  const atBegin = await size()
  let afterTenth = atBegin
  let atEnd = atBegin
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
    await untilPaid(operator, traffic.claimants)
    const now = await size()
    if (run <= Math.max(1, options.runs / 10)) afterTenth = now
    atEnd = now
    options.step(
      `run ${run}: ${traffic.count + reads} requests, ${now.rssMegabytes} MB, ${now.descriptors} descriptors`,
    )
  }
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

/** How long a server may take to collect its garbage. */
const COLLECTED_WITHIN_MS = 3_000

/** Measures a server once it has collected its garbage: V8 keeps the pages of what it collects otherwise. */
async function sizeOf(server: ChildProcess): Promise<ProcessSize> {
  server.kill('SIGUSR2')
  await delay(COLLECTED_WITHIN_MS)
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  return {
    rssMegabytes: Math.round(Number(kilobytes) / 1_024),
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
  }
}

interface StoredTable {
  table: string
  rows: number
  kilobytes: number
  /** Of its bytes: of rows that are gone, and free. */
  deadPercent: number
  freePercent: number
}

interface StoredIndex {
  index: string
  kilobytes: number
  /** Once it is made anew. */
  freshKilobytes: number
}

/** Reads how large tables and indexes of a PostgreSQL are, and what of it is bloat. Makes the indexes anew. */
async function readDatabaseGrowth(
  client: Client,
): Promise<{ tables: StoredTable[]; indexes: StoredIndex[] }> {
  await client.query('create extension pgstattuple')
  const { rows: tables } = await client.query<StoredTable>(`
    select relname as "table", tuple_count::int as rows, (pg_table_size(oid) / 1024)::int as kilobytes,
      dead_tuple_percent as "deadPercent", free_percent as "freePercent"
    from pg_class cross join lateral pgstattuple(oid::regclass)
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by kilobytes desc`)
  const before = await indexSizes(client)
  await client.query('reindex schema public')
  const after = new Map((await indexSizes(client)).map(({ index, kilobytes }) => [index, kilobytes]))
  return {
    tables,
    indexes: before.map((each) => ({ ...each, freshKilobytes: after.get(each.index) ?? 0 })),
  }
}

async function indexSizes(client: Client) {
  const { rows } = await client.query<{ index: string; kilobytes: number }>(`
    select relname as index, (pg_relation_size(oid) / 1024)::int as kilobytes from pg_class
    where relkind = 'i' and relnamespace = current_schema()::regnamespace order by kilobytes desc`)
  return rows
}

/** What each tally adds up to, beside the same counted from the rows. */
const TALLIES: Record<string, readonly [tallied: string, counted: string]> = {
  claim_tally: [
    // What is listed is counted alone, and its amounts read nowhere.
    `select series, sum(claims), sum(case when series <> 'listed' then amount_wei else 0 end) from claim_tally
     group by series having sum(claims) <> 0`,
    `select 'submitted', count(*), sum(amount_wei::numeric) from claim
     union all select status, count(*), sum(amount_wei::numeric) from claim where status <> 'queued' group by status
     union all select 'listed', count(*), 0 from claim
       join allocation using (evm_address) join snapshot on snapshot.id = allocation.snapshot_id
       where state = 'published' and allocation.amount_wei <> '0'`,
  ],
  transfer_tally: [
    `select run_id, state, sum(transfers) from transfer_tally group by 1, 2 having sum(transfers) <> 0`,
    `select run_id, state, count(*) from transfer where run_id is not null group by 1, 2`,
  ],
  payment_tally: [
    `select recorded_by, sum(payments), sum(base_units) from payment_tally group by 1 having sum(payments) <> 0`,
    `select recorded_by, count(*), sum(base_units::numeric) from transfer
     where state = 'paid' and evm_address is not null and recorded_by is not null group by 1`,
  ],
  ledger_tally: [
    `select hour, sum(payments), sum(base_units) from ledger_tally group by 1 having sum(payments) <> 0`,
    `select (settled_at_ms / 3600000)::int, count(*), sum(base_units::numeric) from transfer
     where state = 'paid' and settled_at_ms is not null group by 1`,
  ],
  attempt_tally: [
    `select run_id, state, sum(attempts), sum(fee_lamports) from attempt_tally group by 1, 2 having sum(attempts) <> 0`,
    `select run_id, state, count(*), sum(fee_lamports::numeric) from attempt
     where state in ('paid', 'failed', 'hold') group by 1, 2`,
  ],
}

/** Returns, in words, the tallies that differ from the rows that they count. */
async function wrongTallies(client: Client): Promise<string[]> {
  const wrong: string[] = []
  for (const [table, [tallied, counted]] of Object.entries(TALLIES)) {
    const beyond = async (these: string, those: string) =>
      (await client.query({ text: `(${these}) except (${those})`, rowMode: 'array' })).rows
    const [more, less] = [await beyond(tallied, counted), await beyond(counted, tallied)]
    if (more.length + less.length > 0)
      wrong.push(`${table} says ${JSON.stringify(more)}, and its rows say ${JSON.stringify(less)}`)
  }
  return wrong
}
