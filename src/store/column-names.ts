import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely'
import { columnReader } from './column-readers.ts'

/**
 * Spells columns in camelCase in the code and in snake_case in the database, and reads their values as the
 * records of `domain` have them. `ua`, the coin's unit, keeps its capitals: `amount_ua` is `amountUA`. Raw
 * SQL is spelled as in the database, and its result as in the code.
 */
export class ColumnNames extends CamelCasePlugin {
  readonly #names = new Map<string, string>()

  protected override camelCase(column: string): string {
    const known = this.#names.get(column)
    if (known !== undefined) return known
    const name = super.camelCase(column).replace(/Ua$/, 'UA')
    this.#names.set(column, name)
    return name
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows ?? []
    return first ? { ...result, rows: this.#readRows(result.rows, Object.keys(first)) } : result
  }

  /** Reads the rows of one result, all of which have these columns. */
  #readRows(rows: readonly UnknownRow[], columns: readonly string[]): UnknownRow[] {
    const fields = columns.map((column) => {
      const name = this.camelCase(column)
      return { column, name, reader: columnReader(name) }
    })
    // Copied for each row: to add one field after the other to an empty object takes five times as long.
    const empty: UnknownRow = Object.fromEntries(fields.map(({ name }) => [name, null]))
    return rows.map((row) => {
      const read = { ...empty }
      for (const { column, name, reader } of fields) {
        read[name] = reader ? reader(row[column]) : row[column]
      }
      return read
    })
  }
}
