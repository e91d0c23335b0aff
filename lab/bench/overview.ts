import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { callEndpoint } from '../../test/harness/call-endpoint.ts'
import { startPortal, type TestPortal } from '../../test/harness/start-portal.ts'
import { BASELINE_QUERIES } from './baseline-queries.ts'
import type { Benchmark, BenchmarkOptions, Figures, PreparedBenchmark, Target } from './benchmark.ts'
import { fillStore } from './fill-store.ts'
import { measureInserts } from './measure-inserts.ts'
import { ORDERS, overviewQuestions, type Question, type QuestionKind } from './overview-questions.ts'

const CLAIMS = 1_000_000
/** Of each question in a round; its median counts. */
const TIMES = 5

/** The figure of the slowest question of a kind, and the most that it may take. */
const BOUNDS: Record<QuestionKind, { figure: string; mostMs: number }> = {
  tab: { figure: 'slowest tab ms', mostMs: 200 },
  page: { figure: 'slowest page of claims ms', mostMs: 20 },
  filter: { figure: 'slowest filter ms', mostMs: 200 },
}

const TARGETS: Target[] = [
  ...Object.values(BOUNDS).map(({ figure, mostMs }) => ({ figure, atMost: mostMs })),
  ...Object.keys(BASELINE_QUERIES).map((name) => ({ figure: `${name} ms`, beside: 'obvious', atMost: 1 })),
]

type DatabaseKind = 'sqlite' | 'postgres'

/**
 * Measures the server's answers to the panel with a million claims in the store, beside the obvious queries that scan all of them; and how
 * fast claims are taken with all that keeps the answers quick, and without it.
 */
export function overviewBenchmark(name: string, kind: DatabaseKind): Benchmark {
  const on = kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  return {
    name,
    about: `every tab, page and filter of the panel over a million claims, at the server, on ${on}`,
    rounds: 3,
    prepare: (options) => prepareOverview(kind, options),
  }
}

async function prepareOverview(
  kind: DatabaseKind,
  { size = CLAIMS, tell }: BenchmarkOptions,
): Promise<PreparedBenchmark> {
  await using parts = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'ferry-bench-'))
  parts.defer(() => rmSync(folder, { recursive: true, force: true }))
  const server = kind === 'postgres' ? await startPostgres() : null
  parts.defer(() => server?.stop())
  let files = 0
  const newLocation = async () => server?.createDatabase() ?? join(folder, `${++files}.sqlite`)

  const location = server ? await server.createDatabase() : join(folder, 'ferry.sqlite')
  const database = await openDatabase(location)
  parts.defer(() => database.close())
  await fillStore(database, size, (claims) => claims % 50_000 === 0 && tell(`${claims} of ${size} claims`))
  const ferry = await startPortal({
    environment: server ? { DATABASE_URL: location } : { DATA_DIR: folder, SECRETS_KEY },
    pages: false,
  })
  parts.defer(() => ferry.close())
  const ask = await asker(ferry)
  const questions = [...overviewQuestions(size), ...(await lastPages(ask))]

  const prepared = parts.move()
  return {
    contestants: [
      {
        name: 'Ferry',
        measure: async () => ({
          ...(await askAll(questions, ask, tell)),
          'claims taken/s': await measureInserts(await newLocation()),
        }),
      },
      { name: 'obvious', measure: () => askObvious(database) },
      {
        name: 'bare table',
        measure: async () => ({
          'claims taken/s': await measureInserts(await newLocation(), { isBare: true }),
        }),
      },
    ],
    targets: TARGETS,
    close: () => prepared.disposeAsync(),
  }
}

const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

type Ask = (
  question: Pick<Question, 'name' | 'endpoint' | 'input'>,
) => Promise<{ nextCursor?: string | null }>

async function asker(ferry: TestPortal): Promise<Ask> {
  const headers = await ferry.adminHeaders()
  return async ({ name, endpoint, input }) => {
    const response = await callEndpoint(ferry.server, endpoint, input, { headers })
    if (response.statusCode !== 200) throw new Error(`${name}: ${response.body}`)
    return response.json()
  }
}

/** Asks for the last page of each order: it begins where the first page of the reverse order ends. */
async function lastPages(ask: Ask): Promise<Question[]> {
  const reverse = { newest: 'oldest', oldest: 'newest', largest: 'smallest', smallest: 'largest' } as const
  const endpoint = endpoints.admin.claims
  return Promise.all(
    ORDERS.map(async (sort): Promise<Question> => {
      const name = `claims, ${sort}, last page`
      const { nextCursor } = await ask({ name, endpoint, input: { query: { sort: reverse[sort] } } })
      const [, ...place] = Buffer.from(nextCursor ?? '', 'base64url')
        .toString()
        .split(':')
      const cursor = Buffer.from([sort, ...place].join(':')).toString('base64url')
      return { name, kind: 'page', endpoint, input: { query: { sort, cursor } } }
    }),
  )
}

async function askAll(questions: readonly Question[], ask: Ask, tell: (text: string) => void) {
  const figures: Figures = {}
  for (const question of questions) {
    const ms = await medianMs(TIMES, () => ask(question))
    const { figure, mostMs } = BOUNDS[question.kind]
    figures[figure] = Math.max(figures[figure] ?? 0, ms)
    if (question.name in BASELINE_QUERIES) figures[`${question.name} ms`] = ms
    if (ms > mostMs) tell(`${question.name}: ${Math.round(ms)} ms`)
  }
  return figures
}

async function askObvious({ db, dialect }: Database): Promise<Figures> {
  const figures: Figures = {}
  for (const [name, way] of Object.entries(BASELINE_QUERIES)) {
    figures[`${name} ms`] = await medianMs(1, () => way(dialect).execute(db))
  }
  return figures
}

async function medianMs(times: number, ask: () => Promise<unknown>): Promise<number> {
  const measured: number[] = []
  for (let time = 0; time < times; time += 1) {
    const start = performance.now()
    await ask()
    measured.push(performance.now() - start)
  }
  return measured.sort((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN
}
