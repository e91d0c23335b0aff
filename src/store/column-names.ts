import { CamelCasePlugin } from 'kysely'

/**
 * Spells columns in camelCase in the code and in snake_case in the database. `ua`, the coin's unit, keeps its capitals:
 * `amount_ua` is `amountUA`. What stands in raw SQL is spelled as in the database, and its result as in the code.
 */
export class ColumnNames extends CamelCasePlugin {
  readonly #names = new Map<string, string>()

  constructor() {
    super({ maintainNestedObjectKeys: true })
  }

  protected override camelCase(column: string): string {
    const known = this.#names.get(column)
    if (known !== undefined) return known
    const name = super.camelCase(column).replace(/Ua$/, 'UA')
    this.#names.set(column, name)
    return name
  }
}
