import { CamelCasePlugin, type UnknownRow } from 'kysely'
import { readColumn } from './column-readers.ts'

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

  protected override mapRow(row: UnknownRow): UnknownRow {
    const read: UnknownRow = {}
    for (const key of Object.keys(row)) {
      const column = this.camelCase(key)
      read[column] = readColumn(column, row[key])
    }
    return read
  }
}
