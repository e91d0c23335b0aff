import { type CompiledQuery, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { batchPerTick } from '#domain/concurrency.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Dialect } from './database.ts'
import type { Schema } from './schema.ts'

/** Stands for the value of a parameter while a query is built. */
type Place = never

/**
 * Builds a query and compiles it to SQL when it is first run: of those that every claim and look-up asks, that takes longer than the
 * database does. `build` gets a place for each parameter, `run` their values as the driver takes them.
 */
export function preparedQuery<Row>(
  db: Kysely<Schema>,
  build: (...places: Place[]) => { compile(): CompiledQuery<Row> },
): (...values: unknown[]) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | null = null
  let places: readonly object[] = []

  return async (...values) => {
    if (compiled === null) {
      places = values.map(() => ({}))
      compiled = build(...(places as unknown as Place[])).compile()
    }
    const parameters = compiled.parameters.map((parameter) => {
      const place = places.indexOf(parameter as object)
      return place === -1 ? parameter : values[place]
    })
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

/** Keeps one statement short: what was asked for later waits for it. */
const MOST_AT_ONCE = 500

/** Of the connections to PostgreSQL, which have other work. What is asked for meanwhile goes into the next statement. */
const MOST_UNDER_WAY = 3

/**
 * Makes a look-up of which all that one turn of the event loop asks for goes to the database in one statement: on a busy day that is
 * a small part of the cost of one statement each. Where a row can not be read, each is looked up alone, so that it concerns nobody else.
 */
export function batchedLookup<Key, Answer>(
  find: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  return batchPerTick<Key, Answer>(
    async (keys) => {
      try {
        return await find(keys)
      } catch (error) {
        if (keys.length === 1 || !isUnreadable(error)) throw error
        return await Promise.all(keys.map((key) => findAlone(find, key)))
      }
    },
    { maxBatchSize: MOST_AT_ONCE, mostUnderWay: MOST_UNDER_WAY },
  )
}

async function findAlone<Key, Answer>(
  find: (keys: readonly Key[]) => Promise<readonly Answer[]>,
  key: Key,
): Promise<Answer | PortalError> {
  try {
    return (await find([key]))[0] as Answer
  } catch (error) {
    if (error instanceof PortalError && isUnreadable(error)) return error
    throw error
  }
}

function isUnreadable(error: unknown): boolean {
  return error instanceof PortalError && error.code === 'record_unreadable'
}

/**
 * True of a row whose column is one of some texts, given as the parameter that `textsFor` makes of them: the same statement for any
 * number, so that it is prepared once.
 */
export function inArray(dialect: Dialect, column: string, texts: unknown): RawBuilder<boolean> {
  return dialect === 'sqlite'
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${texts}))`
    : sql<boolean>`${sql.ref(column)} = any(${texts}::text[])`
}

/** Returns texts as one parameter. */
export function textsFor(dialect: Dialect, values: readonly string[]): unknown {
  return dialect === 'sqlite' ? JSON.stringify(values) : [...values]
}

/** Counts the rows that a query finds. */
export async function countRows<Tables, Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Reads page after page, each from after the key of the last row before. */
export async function* pagesOf<Row, Key>(
  start: Key,
  read: (after: Key) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[], void, void> {
  let after = start
  for (;;) {
    const page = await read(after)
    const last = page.at(-1)
    if (last === undefined) return
    after = keyOf(last)
    yield page
  }
}

/**
 * Well below the limit of either database on the values in one statement, for the table with the most
 * columns.
 */
const ROWS_PER_STATEMENT = 500

/** Splits rows, or values, into chunks that fit into one statement. */
export function* chunksOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    yield rows.slice(start, start + ROWS_PER_STATEMENT)
  }
}

/** Reads rows by any number of values, chunk by chunk. */
export async function readInChunks<Value, Row>(
  values: readonly Value[],
  read: (chunk: Value[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: (readonly Row[])[] = []
  for (const chunk of chunksOf(values)) found.push(await read(chunk))
  return found.flat()
}
