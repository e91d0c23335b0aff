import { isAddress } from './json-container.ts'
import type { JsonToken } from './json-tokens.ts'
import { ADDRESS_NAMES, comparableName } from './list-shape/known-columns.ts'

/** More members of one object are not remembered. */
const MAX_VALUES = 200

type Value = [name: string, token: JsonToken]

/** Tells the objects of JSON lines that are rows from those that say something else. */
export class JsonLines {
  #values: Value[] = []
  #skipped = 0
  #isLines = false

  /** Begins an object at the top. */
  begin(): void {
    this.#values = []
  }

  /** Adds a value that stands in it outside of a list. */
  add(name: () => string, token: JsonToken): void {
    if (this.#values.length < MAX_VALUES) this.#values.push([name(), token])
  }

  /**
   * Ends an object that holds no list: returns its values where it is a row, and what is to be said of objects before it; null where it is
   * none. From the first row on everything is one.
   */
  end(): { values: readonly Value[]; problems: string[] } | null {
    this.#isLines ||= this.#isRow()
    if (!this.#isLines) {
      // Something as short as geth's first line, which has the root alone, is no holder.
      if (this.#values.length > 1) this.#skipped += 1
      return null
    }
    const problems = Array.from({ length: this.#skipped }, () => 'no address stands here')
    this.#skipped = 0
    return { values: this.#values, problems }
  }

  /** An address stands in it, or should. */
  #isRow(): boolean {
    const names = this.#values.map(([name]) => name)
    return (
      (names.includes('key') && names.includes('balance')) ||
      names.some((name) => ADDRESS_NAMES.has(comparableName(name))) ||
      this.#values.some(([, token]) => isAddress(token))
    )
  }
}
