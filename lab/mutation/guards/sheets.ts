import type { Guard } from '#lab/mutation/mutant.ts'

const LISTS = 'src/lists/read-allocations.test.ts'
const CSV = 'src/lists/read-csv-rows.test.ts'
const JSON_LISTS = 'src/lists/read-json-rows.test.ts'
const XLSX_LISTS = 'src/lists/read-xlsx-sheet.test.ts'
const EXPORTS = 'src/lists/list-shape/known-exports.test.ts'
const DISTRIBUTIONS = 'src/lists/read-distribution.test.ts'
const CONTENT = 'src/lists/read-content.test.ts'

const PAYMENT_ROWS = { file: 'lists/distribution-check.ts', tests: [DISTRIBUTIONS] }
const ITEMS = { file: 'lists/json-rows.ts', tests: [JSON_LISTS, LISTS] }
const ARCHIVE = { file: 'lists/xlsx/open-xlsx.ts', tests: [DISTRIBUTIONS] }
const SHEET = { file: 'lists/xlsx/read-xlsx-rows.ts', tests: [DISTRIBUTIONS, XLSX_LISTS] }

/** Guards of uploaded and exported files. */
export const SHEET_GUARDS: readonly Guard[] = [
  {
    name: 'takes an address twice in one list',
    file: 'lists/allocation-check.ts',
    guard: 'if (firstRow !== undefined) {',
    without: 'if (firstRow === 0) {',
    tests: [CSV, LISTS],
  },
  {
    name: 'takes a list that adds up to more than a uint256',
    file: 'lists/allocation-check.ts',
    guard: 'if (totalWei > MAX_WEI)',
    without: 'if (totalWei < 0n)',
    tests: [LISTS, CSV],
  },
  {
    name: 'takes a number cell that lost digits',
    file: 'lists/list-shape/cell-text.ts',
    guard: 'if (countDigits(text) <= KEPT_DIGITS) return',
    without: 'if (countDigits(text) > 0) return',
    tests: [DISTRIBUTIONS],
  },
  {
    name: 'takes digits for those of a double that they are not',
    file: 'lists/list-shape/cell-text.ts',
    guard: 'return isDouble && typed !== null',
    without: 'return typed !== null',
    tests: [DISTRIBUTIONS],
  },
  {
    name: 'takes a JSON number for the text of one',
    file: 'lists/json-container.ts',
    guard: 'return { number: token.value }',
    without: 'return token.value',
    tests: [JSON_LISTS, LISTS],
  },
  {
    name: 'guesses the unit of a list',
    file: 'lists/list-shape/find-list-shape.ts',
    guard: '  return { unit, isUnitCertain: false }\n',
    without: '  return { unit, isUnitCertain: true }\n',
    tests: [EXPORTS],
  },
  {
    name: 'takes a decimal comma for a thousands mark',
    file: 'lists/list-shape/allocation-entry.ts',
    guard: 'if (PLAIN[other].test(text) || GROUPED[other].test(text)) {',
    without: "if (PLAIN[other].test(text)) return { plain: text.replace(other, '') }\n  if (text === '') {",
    tests: [EXPORTS],
  },
  {
    name: 'takes an amount that a thousands comma has split',
    file: 'lists/list-shape/read-list-entries.ts',
    guard: 'if (count !== null && cells.length !== count) return',
    without: 'if (count === 0) return',
    tests: [EXPORTS],
  },
  {
    name: 'takes a row that contradicts itself',
    file: 'lists/list-shape/read-list-entries.ts',
    guard: 'if (contradiction !== null) return',
    without: 'if (contradiction === "") return',
    tests: [EXPORTS],
  },
  {
    name: 'takes the second of two values for one field',
    file: 'lists/json-table.ts',
    guard: 'if (row.cells[index] !== undefined) {',
    without: 'if (row.cells.length > 99) {',
    tests: [JSON_LISTS, 'src/lists/dropped-holders.test.ts'],
  },
  {
    name: 'chooses between two amounts of one item',
    file: 'lists/list-shape/read-list-entries.ts',
    guard: 'if (hasWei && cells[at.amountUA] !== undefined) {',
    without: 'if (hasWei && cells[at.amountUA] === null) {',
    tests: [JSON_LISTS, LISTS],
  },
  {
    name: 'follows JSON to any depth',
    ...ITEMS,
    guard: 'if (this.#stack.length > MAX_DEPTH) {',
    without: 'if (this.#stack.length < 0) {',
  },
  {
    name: 'holds a JSON value of any length',
    ...ITEMS,
    guard: 'if (text.length > this.#limits.maxLineBytes)',
    without: 'if (text.length < 0)',
  },
  {
    name: 'reads any number of JSON items',
    ...ITEMS,
    guard: 'if (this.#table.rowCount > this.#limits.maxRows)',
    without: 'if (this.#table.rowCount < 0)',
  },
  {
    name: 'reads any number of CSV rows',
    file: 'lists/read-csv-rows.ts',
    guard: 'if (recordCount > limits.maxRows + HEADER_ROWS)',
    without: 'if (recordCount < 0)',
    tests: [CSV, LISTS],
  },
  {
    name: 'reads a CSV line of any length',
    file: 'lists/read-csv-rows.ts',
    guard: 'while (chunk.length - lineStart > this.#maxLineBytes)',
    without: 'while (chunk.length < 0)',
    tests: ['src/lists/line-length-guard.test.ts'],
  },
  {
    name: 'inflates a file to any size',
    file: 'lists/read-allocations.ts',
    guard: 'if (contentBytes > limits.maxContentBytes) {',
    without: 'if (contentBytes < 0) {',
    tests: [CONTENT, LISTS],
  },
  {
    name: 'inflates a gzip bomb',
    file: 'lists/read-allocations.ts',
    guard: 'if (inflatedBytes > RATIO_FREE_BYTES && ',
    without: 'if (inflatedBytes < 0 && ',
    tests: [CONTENT],
  },
  {
    name: 'takes a gzip that goes on after its end',
    file: 'lists/read-allocations.ts',
    guard: 'if (gunzip.bytesWritten < file.byteCount) {',
    without: 'if (gunzip.bytesWritten < 0) {',
    tests: [CONTENT, LISTS],
  },
  {
    name: 'gives rows out after a problem',
    file: 'lists/read-allocations.ts',
    guard: 'if (problems.count === 0) yield batch\n        batch = []',
    without: 'yield batch\n        batch = []',
    tests: [LISTS],
  },
  {
    name: 'takes an empty list',
    file: 'lists/read-allocations.ts',
    guard: "if (isEmpty) throw new UnreadableFileError('the file has no rows')",
    without: '',
    tests: [LISTS, CSV],
  },
  {
    name: 'pays nothing at all',
    ...PAYMENT_ROWS,
    guard: "if (baseUnits === 0n) return this.#addProblem(row, 'the amount is zero')",
    without: '',
  },
  {
    name: 'pays more than a token account holds',
    ...PAYMENT_ROWS,
    guard: 'if (baseUnits <= MAX_BASE_UNITS) return assertBaseUnits(baseUnits)',
    without: 'if (baseUnits > 0n) return baseUnits as BaseUnits',
  },
  {
    name: 'pays more than all tokens there can be',
    ...PAYMENT_ROWS,
    guard: 'if (this.#totalBaseUnits + baseUnits > MAX_BASE_UNITS) {',
    without: 'if (this.#totalBaseUnits + baseUnits < 0n) {',
  },
  {
    name: 'pays the mint itself',
    ...PAYMENT_ROWS,
    guard: 'if (!seen && text === this.#terms.mintAddress) {',
    without: "if (!seen && text === '') {",
  },
  {
    name: 'pays what is no address',
    ...PAYMENT_ROWS,
    guard: "if (problem !== null && problem !== 'off_curve') {",
    without: "if (problem === 'zero_key') {",
  },
  {
    name: 'skips a mistyped address as a header',
    ...PAYMENT_ROWS,
    guard: "if (address?.kind === 'text' && LIKELY_ADDRESS.test(address.text)) return false",
    without: '',
  },
  {
    name: 'takes a workbook with a flipped bit',
    ...ARCHIVE,
    guard: 'if (checksum !== entry.crc32)',
    without: 'if (checksum < 0)',
  },
  {
    name: 'inflates a workbook to any size',
    ...ARCHIVE,
    guard: 'if (inflatedBytes > limits.maxInflatedBytes) {',
    without: 'if (inflatedBytes < 0) {',
  },
  {
    name: 'inflates a zip bomb',
    ...ARCHIVE,
    guard: 'if (isBomb(entry, limits))',
    without: 'if (isBomb === null)',
  },
  {
    name: 'takes the second of two parts of one name',
    ...ARCHIVE,
    guard: 'if (paths.has(path))',
    without: 'if (parts.has(entry.fileName))',
    tests: ['src/lists/open-sheet.test.ts'],
  },
  {
    name: 'reads document types, where entities are defined',
    file: 'lists/xlsx/read-xml.ts',
    guard: "throw new UnreadableFileError('the workbook has a document type definition, which is not read')",
    without: 'void 0',
    tests: [DISTRIBUTIONS],
  },
  {
    name: 'holds elements of a workbook open without end',
    file: 'lists/xlsx/read-xml.ts',
    guard: 'if (this.#depth > MAX_DEPTH) {',
    without: 'if (this.#depth < 0) {',
    tests: ['src/lists/xlsx/read-xml.test.ts'],
  },
  {
    name: 'holds a tag or a text of a workbook without end',
    file: 'lists/xlsx/read-xml.ts',
    guard: 'if (this.#untoldCharacters > MAX_TOKEN_CHARACTERS) throw damaged()',
    without: '',
    tests: ['src/lists/xlsx/read-xml.test.ts'],
  },
  {
    name: 'takes a JSON that ends within a list',
    file: 'lists/json-tokens.ts',
    guard: "if (this.#rest !== '' || this.#open.length > 0) throw",
    without: 'if (this.#open.length < 0) throw',
    tests: [JSON_LISTS],
  },
  {
    name: 'splits a field at a delimiter within quotes',
    file: 'lists/plain-csv-lines.ts',
    guard: 'const cells = line.includes(QUOTE)',
    without: "const cells = line.includes('never')",
    tests: [CSV, 'src/lists/plain-csv-lines.test.ts'],
  },
  {
    name: 'takes rows out of order',
    ...SHEET,
    guard: ' || row <= this.#row',
    without: '',
  },
  {
    name: 'takes cells out of order',
    ...SHEET,
    guard: 'if (column <= this.#column) {',
    without: 'if (column < -1) {',
  },
  {
    name: 'takes a date for the number behind it',
    ...SHEET,
    guard: "if (format === 'date') return",
    without: "if (format === 'never') return",
  },
  {
    name: 'takes a percentage for the number behind it',
    ...SHEET,
    guard: "if (format === 'percent') return",
    without: "if (format === 'never') return",
  },
  {
    name: 'takes a formula without a result for an empty cell',
    ...SHEET,
    guard: "if (value.trim() === '' && this.#hasFormula) {",
    without: "if (value.trim() === 'never') {",
  },
  {
    name: 'reads hidden sheets',
    file: 'lists/xlsx/list-sheets.ts',
    guard: 'sheets.find(({ isHidden }) => !isHidden)',
    without: 'sheets.find(({ isHidden }) => isHidden !== null)',
    tests: [DISTRIBUTIONS],
  },
  {
    name: 'exports formulas in a CSV',
    file: 'lists/write-csv.ts',
    guard: 'escape_formulas: true,',
    without: '',
    tests: ['test/api/exports.test.ts'],
  },
  {
    name: 'exports formulas in a workbook',
    file: 'lists/write-xlsx.ts',
    guard: "/^[=+\\-@\\t\\r]/.test(text) ? `'${text}` : text",
    without: 'text',
    tests: ['test/api/exports.test.ts'],
  },
  {
    name: 'exports amounts that a number cell does not keep without the exact ones',
    file: 'lists/write-xlsx.ts',
    guard: "countDigits(text) > KEPT_DIGITS ? text : ''",
    without: "countDigits(text) > 99 ? text : ''",
    tests: ['test/api/exports.test.ts'],
  },
  {
    name: 'overwrites the rows of a workbook that are still to be compressed',
    file: 'lists/write-zip.ts',
    guard: '    await before\n',
    without: '    void before\n',
    tests: ['src/lists/write-zip.test.ts'],
  },
]
