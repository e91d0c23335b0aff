import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import type { Database, Dialect } from '#store/database/database.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { callEndpoint } from '../../test/harness/call-endpoint.ts'
import { startPortal } from '../../test/harness/start-portal.ts'
import { type Benchmark, type Figures, median } from './benchmark.ts'
import { addressOf, fillStore, lastTransferOf, SPAN_MS, START_MS } from './fill-store.ts'

/** Of each question in a round; its median counts. */
const TIMES = 5

/** The figure of the slowest question of a kind, and the most that it may take. */
const BOUNDS = {
  tab: { figure: 'slowest tab ms', mostMs: 200 },
  page: { figure: 'slowest page of claims ms', mostMs: 20 },
  filter: { figure: 'slowest filter ms', mostMs: 200 },
}

/** What a request shows: a whole tab, a page of claims in an order, or claims that fit a search or a filter. */
type Kind = keyof typeof BOUNDS

/** Requests of the panel by name. */
type Questions = Record<string, [endpoint: Route, input?: AnyInput]>

const { admin, bulkSender, ledger } = endpoints

/** Measures the server's answers to the panel with a million claims in the store, beside the obvious queries that scan all of them. */
export function overviewOn(dialect: Dialect): Benchmark {
  const name = dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  return {
    about: `tabs, pages and filters of the panel over a million claims, at the server, on ${name}`,
    rounds: 3,
    size: 1_000_000,
    async prepare({ size, folder, parts, tell }) {
      const server = dialect === 'postgres' ? await startPostgres() : null
      parts.defer(() => server?.stop())
      const location = server ? await server.createDatabase() : join(folder, 'ferry.sqlite')
      const database = await openDatabase(location)
      parts.defer(() => database.close())
      await fillStore(
        database,
        size,
        (filled) => filled % 50_000 === 0 && tell(`${filled} of ${size} claims`),
      )
      const ask = await openPortal(server ? { DATABASE_URL: location } : { DATA_DIR: folder }, parts)
      return {
        contestants: [
          { name: 'Ferry', measure: () => askAll(size, ask, tell) },
          { name: 'obvious', measure: () => askObvious(database) },
        ],
        targets: [
          ...Object.values(BOUNDS).map(({ figure, mostMs }) => ({ figure, atMost: mostMs })),
          ...Object.keys(OBVIOUS_QUERIES).map((question) => ({
            figure: `${question} ms`,
            beside: 'obvious',
            atMost: 1,
          })),
        ],
      }
    },
  }
}

type Ask = (name: string, question: Questions[string]) => Promise<void>

async function openPortal(database: Record<string, string>, parts: AsyncDisposableStack): Promise<Ask> {
  const environment = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'), ...database }
  const ferry = await startPortal({ environment, pages: false })
  parts.defer(() => ferry.close())
  const headers = await ferry.adminHeaders()
  return async (name, [endpoint, input]) => {
    const response = await callEndpoint(ferry.server, endpoint, input, { headers })
    if (response.statusCode !== 200) throw new Error(`${name}: ${response.body}`)
  }
}

async function askAll(claimCount: number, ask: Ask, tell: (text: string) => void): Promise<Figures> {
  const figures: Figures = {}
  const questions: Record<Kind, Questions> = {
    tab: tabs(claimCount),
    page: pages(),
    filter: { ...searches(Math.floor(claimCount / 2)), ...filters() },
  }
  for (const kind of ['tab', 'page', 'filter'] as const) {
    const { figure, mostMs } = BOUNDS[kind]
    for (const [name, question] of Object.entries(questions[kind])) {
      const ms = await medianMs(TIMES, () => ask(name, question))
      figures[figure] = Math.max(figures[figure] ?? 0, ms)
      if (name in OBVIOUS_QUERIES) figures[`${name} ms`] = ms
      if (ms > mostMs) tell(`${name}: ${Math.round(ms)} ms`)
    }
  }
  return figures
}

async function askObvious({ db, dialect }: Database): Promise<Figures> {
  const figures: Figures = {}
  for (const [name, query] of Object.entries(OBVIOUS_QUERIES)) {
    figures[`${name} ms`] = await medianMs(1, () => query(dialect).execute(db))
  }
  return figures
}

async function medianMs(times: number, ask: () => Promise<unknown>): Promise<number> {
  const measured: number[] = []
  for (let time = 0; time < times; time += 1) {
    const startedMs = performance.now()
    await ask()
    measured.push(performance.now() - startedMs)
  }
  return median(measured)
}

function tabs(claimCount: number): Questions {
  const run = { params: { id: '1' } }
  const lastOfRun = lastTransferOf(claimCount) - 20
  const lastOfLedger = `${START_MS + SPAN_MS}:${lastOfRun}`
  return {
    stats: [admin.stats],
    state: [admin.state],
    'address analysis': [admin.addressAnalysis],
    'claims over time': [admin.claimsOverTime],
    'claim in detail': [admin.claim, { params: { id: `BENCH-${Math.floor(claimCount / 2)}` } }],
    'bulk sender status': [bulkSender.status],
    'past runs': [bulkSender.runs],
    holds: [bulkSender.holds],
    run: [ledger.runPayments, run],
    'run, last page': [ledger.runPayments, { ...run, query: { cursor: String(lastOfRun) } }],
    ledger: [ledger.ledger],
    'ledger, last page': [ledger.ledger, { query: { cursor: lastOfLedger } }],
    'ledger, a week': [ledger.ledger, { query: days(1, 8) }],
  }
}

function pages(): Questions {
  const questions: Questions = {}
  for (const sort of ['newest', 'oldest', 'largest', 'smallest']) {
    questions[`claims, ${sort}`] = [admin.claims, { query: { sort } }]
    for (const status of ['queued', 'sent', 'rejected'])
      questions[`claims, ${sort}, ${status}`] = [admin.claims, { query: { sort, status } }]
  }
  return questions
}

function searches(middle: number): Questions {
  const search = (q: string): Questions[string] => [admin.claims, { query: { q } }]
  const address = addressOf(middle)
  return {
    'search: id': search(`BENCH-${middle}`),
    'search: EVM address': search(address),
    'search: start of an EVM address': search(address.slice(0, 6)),
    'search: EVM address, shortened': search(`${address.slice(0, 6)}…${address.slice(-4)}`),
    'search: end of the wallet of an exchange': search('…1111'),
    'search: transaction': search(`transaction-${Math.floor(middle / 9)}`),
    'search: nothing fits': search('nobody has this'),
  }
}

/** The filters beside the status, alone and together. */
function filters(): Questions {
  const few = { amountFrom: '900000', amountTo: '900001' }
  const many = { amountFrom: '1', amountTo: '1000' }
  const queries: Record<string, object> = {
    failed: { payment: 'failed' },
    'many of an amount, largest': { ...many, sort: 'largest' },
    'a week, long ago': days(1, 8),
    'failed, many of an amount, a week': { payment: 'failed', ...many, ...days(1, 8) },
    'queued, any time, few of an amount': { status: 'queued', ...few, ...days(0, 30) },
  }
  return Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, [admin.claims, { query }]]))
}

function days(from: number, to: number) {
  return { from: START_MS / 1000 + from * 86_400, to: START_MS / 1000 + to * 86_400 }
}

const sumOf = (dialect: Dialect) =>
  dialect === 'sqlite' ? sql`sum_decimals(amount_wei)` : sql`sum(amount_wei::numeric)::text`

const page = (order: RawBuilder<unknown>, where = sql`true`) =>
  sql`select * from claim where ${where} order by ${order} limit 51`

const contains = (text: string) => {
  const pattern = `%${text}%`
  return sql`id like ${pattern} or evm_address like ${pattern} or sol_address like ${pattern} or sol_tx like ${pattern}`
}

/** The obvious queries, by the question that they answer: each scans every claim. */
const OBVIOUS_QUERIES: Record<string, (dialect: Dialect) => RawBuilder<unknown>> = {
  stats: (dialect) => sql`select status, count(*), ${sumOf(dialect)} from claim group by status`,
  'address analysis': () => sql`
    select count(*), sum(case when claim.seq is null then 1 else 0 end) from allocation
    left join claim on claim.evm_address = allocation.evm_address
    where allocation.snapshot_id = 1 and allocation.amount_wei <> '0'`,
  'claims over time': () => sql`
    select submitted_at_ms / 3600000, count(*) from claim group by 1 union all
    select settled_at_ms / 3600000, count(*) from claim where status = 'sent' group by 1`,
  'claims, largest': () => page(sql`length(amount_wei) desc, amount_wei desc`),
  'claims, smallest, rejected': () =>
    page(sql`length(amount_wei), amount_wei`, sql`status || '' = 'rejected'`),
  'search: start of an EVM address': () => page(sql`seq desc`, contains('0xabcd')),
  'search: transaction': () => page(sql`seq desc`, contains('transaction-55555')),
  'search: nothing fits': () => page(sql`seq desc`, contains('nobody has this')),
}
