import type { Guard } from '#lab/mutation/mutant.ts'

const UNCLEAR = { tests: ['src/lists/list-shape/unclear-exports.test.ts'] }
const DROPPED = { tests: ['src/lists/dropped-holders.test.ts'] }
const LINES = { tests: ['src/lists/read-csv-rows.test.ts'] }
const SHEETS = { tests: ['src/lists/open-sheet.test.ts'] }

/** Guards of what a list is read from: nothing that is unclear is taken for one thing or the other. */
export const LIST_FORMAT_GUARDS: readonly Guard[] = [
  {
    name: 'takes holders from two places of one JSON',
    file: 'lists/json-rows.ts',
    guard: 'if (this.#listOfObject) throw twoPlaces(this.openRow)',
    without: '',
    ...UNCLEAR,
  },
  {
    name: 'passes over a line of JSON that has no address',
    file: 'lists/json-rows.ts',
    guard: 'if (unknown) this.#skipped.push(unknown[0])',
    without: '',
    ...UNCLEAR,
  },
  {
    name: 'passes over a page of a JSON that holds no list',
    file: 'lists/json-rows.ts',
    guard: 'if (closed?.isPage && !this.#listOfObject)',
    without: 'if (closed?.isPage === null)',
    ...UNCLEAR,
  },
  {
    name: 'reads a number with the decimal comma of the texts beside it',
    file: 'lists/list-shape/read-list-entries.ts',
    guard: "const mark = typeof cells[amount] === 'string' ? decimalMark : '.'",
    without: 'const mark = decimalMark',
    ...UNCLEAR,
  },
  {
    name: 'forgets that a comma may have been a decimal mark',
    file: 'lists/odd-rows.ts',
    guard: 'const evidence = entry.mark ?? markEvidence(amount)',
    without: 'const evidence = markEvidence(amount)',
    ...UNCLEAR,
  },
  {
    name: 'takes decimal digits among hexadecimal ones',
    file: 'lists/list-shape/read-list-entries.ts',
    guard: 'if (areHex && !',
    without: 'if (areHex === null && !',
    ...UNCLEAR,
  },
  {
    name: 'passes over an address in an array whose first item has none',
    file: 'lists/json-rows.ts',
    guard: 'if (!this.#table.isRowOpen && isAddress(token)) throw twoPlaces(this.openRow)',
    without: '',
    ...UNCLEAR,
  },
  {
    name: 'takes the addresses of two chains for one list',
    file: 'lists/list-shape/read-list-entries.ts',
    guard: "if (itsChain !== '' && itsChain !== chain) return",
    without: "if (itsChain === 'none') return",
    ...UNCLEAR,
  },
  {
    name: 'takes the first of two amounts of an export that is known',
    file: 'lists/list-shape/find-list-shape.ts',
    guard: 'if (at === undefined || paid === undefined || others.length > 0 ||',
    without: 'if (at === undefined || paid === undefined ||',
    ...UNCLEAR,
  },
  {
    name: 'takes the text of a link to another address',
    file: 'lists/list-shape/address-text.ts',
    guard: 'return isSame ? digits : null',
    without: 'return isSame || digits',
    ...UNCLEAR,
  },
  {
    name: 'follows a zip archive into itself',
    file: 'lists/open-sheet.ts',
    guard: 'if (isZipped)',
    without: 'if (limits === null)',
    ...SHEETS,
  },
  {
    name: 'takes hidden rows without a word',
    file: 'lists/odd-rows.ts',
    guard: "if (entry.isHidden) this.#note('hidden_rows', row)",
    without: '',
    ...SHEETS,
  },
  {
    name: 'passes over other sheets without a word',
    file: 'lists/read-allocations.ts',
    guard: 'sheets = oddSheets(unread)',
    without: 'sheets = oddSheets([])',
    ...SHEETS,
  },
  {
    name: 'drops the members of a map that stand before its first address',
    file: 'lists/json-rows.ts',
    guard: 'for (const name of container.unknown ?? []) this.#addProblem(notFact(name))',
    without: '',
    ...DROPPED,
  },
  {
    name: 'takes a mistyped address for a fact about the list',
    file: 'lists/json-rows.ts',
    guard: 'if (isMeantAsAddress(key) || HASHED_KEY.test(key)) this.#makeMap(container)',
    without: 'if (isMeantAsAddress(key.slice(0, 42)) && key.length === 42) this.#makeMap(container)',
    ...DROPPED,
  },
  {
    name: 'drops an object beside the lists of a JSON',
    file: 'lists/json-rows.ts',
    guard: 'if (skipped !== undefined) throw noList(skipped)',
    without: '',
    ...DROPPED,
  },
  {
    name: 'drops a holder above the row that names the columns',
    file: 'lists/list-shape/read-list-entries.ts',
    guard: 'const problem = first ? problemAbove(row, first) : null',
    without: 'const problem = null',
    ...DROPPED,
  },
  {
    name: 'takes the first of two columns of one name',
    file: 'lists/list-shape/read-list-entries.ts',
    guard: 'if (isNamedTwice(header, index))',
    without: 'if (header.length < 0)',
    ...DROPPED,
  },
  {
    name: 'reads a text without what stands after an element in it',
    file: 'lists/xlsx/read-xlsx-rows.ts',
    guard: 'if (this.#isInValue) throw mixedText()',
    without: '',
    ...SHEETS,
  },
  {
    name: 'reads a CSV past a control character',
    file: 'lists/read-csv-rows.ts',
    guard: 'const admitted = Math.min(guard.admit(chunk), control)',
    without: 'const admitted = guard.admit(chunk)',
    ...LINES,
  },
]
