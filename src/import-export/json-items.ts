import type { Token } from 'stream-json/core/parser.js'
import {
  type AllocationEntry,
  type AllocationField,
  type MisshapenEntry,
  readFieldName,
} from './allocation-entry.ts'
import { type FileLimits, formatLimit, tooManyRows } from './file-limits.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/** Deeper nesting than any holder list has; the tokenizer remembers every level. */
const MAX_DEPTH = 16

interface Item {
  texts: Map<AllocationField, string>
  problem: string | undefined
}

/**
 * Assembles the tokens of a JSON array into items, and keeps only the fields of a holder list.
 *
 *     depth 0  outside the array   depth 1  between items   depth 2  in an item   deeper  ignored
 */
export class JsonItems {
  readonly #limits: FileLimits
  #entries: (AllocationEntry | MisshapenEntry)[] = []
  #depth = 0
  #begun = false
  #itemCount = 0
  #item: Item | undefined
  #field: AllocationField | undefined

  constructor(limits: FileLimits) {
    this.#limits = limits
  }

  /** Returns the items completed since the last call. */
  take(): (AllocationEntry | MisshapenEntry)[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  /** The number of the item that is being read, or comes next; undefined after the array's end. */
  get openRow(): number | undefined {
    if (this.#depth > 1) return this.#itemCount
    return this.#depth === 1 || !this.#begun ? this.#itemCount + 1 : undefined
  }

  tooLong(): UnreadableFileError {
    const limit = formatLimit(this.#limits.maxLineBytes)
    return new UnreadableFileError(
      `a key or a value is longer than ${limit} characters, which is the limit; nothing after it was read`,
      this.openRow,
    )
  }

  add(token: Token): void {
    switch (token.name) {
      case 'startObject':
      case 'startArray':
        this.#addValue(token)
        this.#depth += 1
        if (this.#depth > MAX_DEPTH) {
          throw new UnreadableFileError(
            `the JSON is nested more than ${MAX_DEPTH} levels deep, which is the limit`,
            this.openRow,
          )
        }
        break
      case 'endObject':
      case 'endArray':
        this.#depth -= 1
        if (this.#depth === 1) this.#endItem()
        break
      case 'keyValue':
        this.#assertShort(token.value)
        this.#field = readFieldName(token.value)
        break
      default:
        this.#addValue(token)
    }
  }

  #addValue(token: Token): void {
    if (token.name === 'stringValue' || token.name === 'numberValue') this.#assertShort(token.value)
    if (this.#depth === 0) {
      if (token.name !== 'startArray') {
        throw new UnreadableFileError(
          'the JSON must be an array of objects: [{"address":"0x…","amountWei":"1000"}], or with amountUA',
        )
      }
      this.#begun = true
    } else if (this.#depth === 1) {
      this.#itemCount += 1
      if (this.#itemCount > this.#limits.maxRows) throw tooManyRows(this.#limits)
      if (token.name === 'startObject') this.#item = { texts: new Map(), problem: undefined }
      else this.#addProblem('the item must be an object with address, and amountWei or amountUA')
    } else if (this.#depth === 2 && this.#item && this.#field) {
      this.#setField(this.#item, this.#field, token)
    }
  }

  #setField(item: Item, field: AllocationField, token: Token): void {
    if (item.texts.has(field)) item.problem ??= `${field} is given twice`
    if (token.name === 'numberValue') {
      item.problem ??= `write ${field} as text in quotes: a JSON number can lose digits`
    } else if (token.name !== 'stringValue') {
      item.problem ??= `${field} must be text in quotes`
    }
    item.texts.set(field, token.name === 'stringValue' ? token.value : '')
  }

  #endItem(): void {
    const item = this.#item
    if (!item) return
    this.#item = undefined
    const address = item.texts.get('address')
    const amountWei = item.texts.get('amountWei')
    const amountUA = item.texts.get('amountUA')
    const amount = amountWei ?? amountUA
    if (item.problem !== undefined) this.#addProblem(item.problem)
    else if (address === undefined) this.#addProblem('the address is missing')
    else if (amount === undefined) this.#addProblem('the amount is missing: give amountWei or amountUA')
    else if (amountWei !== undefined && amountUA !== undefined) {
      this.#addProblem('both amountWei and amountUA are given: keep one of them')
    } else {
      const amountField = amountWei === undefined ? 'amountUA' : 'amountWei'
      this.#entries.push({ row: this.#itemCount, address, amount, amountField })
    }
  }

  #addProblem(problem: string): void {
    this.#entries.push({ row: this.#itemCount, problem })
  }

  #assertShort(text: string): void {
    if (text.length > this.#limits.maxLineBytes) throw this.tooLong()
  }
}
