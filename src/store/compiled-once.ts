import type { CompiledQuery, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Stands for the value of a parameter while a query is built. */
type Place = never

/**
 * Builds a query and compiles it to SQL when it is first run: of those that every claim and look-up asks, that takes longer than the
 * database does. `build` gets a place for each parameter, `run` their values as the driver takes them.
 */
export function compiledOnce<Row>(
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
