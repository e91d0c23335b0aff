import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { consoleProgress } from '#bin/progress.ts'
import { readOptions } from '#bin/read-options.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { callEndpoint } from '../../test/harness/call-endpoint.ts'
import { startPortal } from '../../test/harness/start-portal.ts'
import { BASELINE_QUERIES } from './baseline-queries.ts'
import { addressOf, fillStore, START_MS } from './fill-store.ts'
import { measureInserts } from './measure-inserts.ts'

/**
 * Measures the server's answers to the panel's overview with a million claims in the store, beside the obvious query that
 * scans all of them. Medians, maxima, and the first answer of a server just started, in milliseconds.
 */

const RUNS = 15
const BASELINE_RUNS = 3

const values = readOptions({
  claims: { type: 'string', default: '1000000' },
  /** One of them, by default both. */
  database: { type: 'string', default: 'sqlite,postgres' },
  json: { type: 'string' },
})
const claimCount = Number(values.claims)
const report: Record<string, unknown> = {}

for (const name of values.database.split(',')) {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-bench-'))
  const server = name === 'postgres' ? await startPostgres() : null
  try {
    const locationOf = async (file: string) => server?.createDatabase() ?? join(folder, file)
    console.log(`\n${name}: ${claimCount.toLocaleString('en-US')} claims`)
    const location = await locationOf('ferry.sqlite')
    await fill(location)
    report[name] = {
      overview: await measureOverview(location),
      inserts: await measureInserts(locationOf),
    }
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)

async function fill(location: string): Promise<void> {
  const database = await openDatabase(location)
  const progress = consoleProgress()
  await fillStore(database, claimCount, (claims) => progress.count(claims, claimCount, 'claims'))
  await database.close()
}

/** A request: an endpoint and its input. */
type Question = [endpoint: Route, input?: AnyInput]

function questions(): Record<string, Question> {
  const { admin, bulkSender } = endpoints
  const middle = Math.floor(claimCount / 2)
  const list: Record<string, Question> = {}
  for (const sort of ['newest', 'oldest', 'largest', 'smallest']) {
    for (const status of ['', 'queued', 'sent', 'rejected']) {
      list[`claims, ${sort}${status && `, ${status}`}`] = [
        admin.claims,
        { query: { sort, status: status || undefined } },
      ]
    }
  }
  const search = (q: string, further = {}): Question => [admin.claims, { query: { q, ...further } }]
  return {
    stats: [admin.stats],
    'address analysis': [admin.addressAnalysis],
    'claims over time': [admin.claimsOverTime],
    ...list,
    'search: id': search(`BENCH-${middle}`),
    'search: EVM address': search(addressOf(middle)),
    'search: start of an EVM address': search(addressOf(middle).slice(0, 6)),
    'search: 0x': search('0x'),
    'search: 0x, largest, rejected': search('0x', { sort: 'largest', status: 'rejected' }),
    'search: transaction': search(`transaction-${Math.floor(middle / 9)}`),
    'search: wallet of an exchange': search('ExchangeEx'),
    'search: wallet of an exchange, smallest': search('ExchangeEx', { sort: 'smallest' }),
    'search: wallet of an exchange, queued': search('ExchangeEx', { status: 'queued' }),
    'search: one letter': search('E'),
    'search: nothing fits': search('nobody has this'),
    'search: end of an EVM address': search(`…${addressOf(middle).slice(-4)}`),
    'search: EVM address, shortened': search(
      `${addressOf(middle).slice(0, 6)}…${addressOf(middle).slice(-4)}`,
    ),
    'search: end of the wallet of an exchange': search('…1111'),
    'search: start of a transaction': search(`transaction-${Math.floor(middle / 90)}`),
    ...narrowed(),
    'claim in detail': [admin.claim, { params: { id: `BENCH-${middle}` } }],
    'bulk sender status': [bulkSender.status],
    'past runs': [bulkSender.runs],
  }
}

/** The filters beside the status, alone and together. */
function narrowed(): Record<string, Question> {
  const list: Record<string, Question> = {}
  const [day, month] = [86_400, 30 * 86_400]
  const start = START_MS / 1000
  const filters: Record<string, object> = {
    failed: { payment: 'failed' },
    'on hold': { payment: 'on_hold' },
    'in flight': { payment: 'in_flight' },
    'by hand': { payment: 'by_hand' },
    'few of an amount': { amountFrom: '900000', amountTo: '900001' },
    'many of an amount': { amountFrom: '1', amountTo: '1000' },
    'an hour': { from: start + 10 * day, to: start + 10 * day + 3600 },
    'a week, long ago': { from: start + day, to: start + 8 * day },
    'failed, many of an amount, a week': {
      payment: 'failed',
      amountFrom: '1',
      amountTo: '1000',
      from: start + day,
      to: start + 8 * day,
    },
    'queued, any time, few of an amount': {
      status: 'queued',
      from: start,
      to: start + month,
      amountFrom: '900000',
      amountTo: '900001',
    },
  }
  for (const [name, query] of Object.entries(filters)) {
    for (const sort of ['newest', 'oldest', 'largest']) {
      list[`${name}, ${sort}`] = [endpoints.admin.claims, { query: { sort, ...query } }]
    }
  }
  return list
}

async function measureOverview(location: string) {
  const environment: Record<string, string> = location.startsWith('postgres')
    ? { DATABASE_URL: location }
    : { DATA_DIR: dirname(location), SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }
  const ferry = await startPortal({ environment, pages: false })
  const headers = await ferry.adminHeaders()
  const database = await openDatabase(location)
  const results: Record<string, object> = {}
  const asked = { ...questions(), 'next page, largest': await nextPage(ferry, headers) }
  for (const [question, [endpoint, input]] of Object.entries(asked)) {
    const answered = await time(RUNS, async () => {
      const response = await callEndpoint(ferry.server, endpoint, input, { headers })
      if (response.statusCode !== 200) throw new Error(`${question}: ${response.body}`)
    })
    const obvious = await timeBaseline(database, question)
    results[question] = { ...answered, ...(obvious && { baselineMs: obvious.medianMs }) }
    const beside = obvious ? `   the obvious way ${obvious.medianMs} ms` : ''
    console.log(
      `${question.padEnd(42)} ${answered.medianMs} ms, at most ${answered.maxMs} ms, first ${answered.firstMs} ms${beside}`,
    )
  }
  await database.close()
  await ferry.close()
  return results
}

async function nextPage(
  { server }: Awaited<ReturnType<typeof startPortal>>,
  headers: Record<string, string>,
): Promise<Question> {
  const query = { sort: 'largest' }
  const { claims } = endpoints.admin
  const first = await callEndpoint(server, claims, { query: { ...query, limit: 500 } }, { headers })
  return [claims, { query: { ...query, cursor: first.json().nextCursor } }]
}

async function timeBaseline(database: Database, question: string) {
  const way = BASELINE_QUERIES[question]
  return way ? time(BASELINE_RUNS, async () => void (await way(database.dialect).execute(database.db))) : null
}

async function time(runs: number, ask: () => Promise<void>) {
  const firstMs = await timeOnce(ask)
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) times.push(await timeOnce(ask))
  times.sort((a, b) => a - b)
  return { firstMs, medianMs: times[Math.floor(runs / 2)], maxMs: times.at(-1) }
}

async function timeOnce(ask: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await ask()
  return Math.round((performance.now() - start) * 10) / 10
}
