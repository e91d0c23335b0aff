import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { buildXlsx, type FixtureCell, type XlsxFixture, zip } from '../../test/harness/build-xlsx.ts'
import { readDistribution } from './read-distribution.ts'
import type { XlsxLimits } from './xlsx/open-xlsx.ts'

const A = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const B = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const MINT = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
/** The vault of a multisig: derived from a program's id, so that no key belongs to it. */
const VAULT = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'
const number = (text: string, style?: number): FixtureCell => ({
  number: text,
  ...(style !== undefined && { style }),
})

/** Rows of texts, parted by commas. */
const rows = (...lines: string[]) => lines.map((line) => line.split(','))

async function read(file: XlsxFixture | Buffer, mintDecimals = 9, limits: Partial<XlsxLimits> = {}) {
  const bytes = Buffer.isBuffer(file) ? file : await buildXlsx(file)
  return readDistribution(Readable.from([bytes]), { mintAddress: MINT, mintDecimals, limits })
}

const paymentsOf = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.map(({ rowNumber, recipient, baseUnits }) => [rowNumber, recipient, baseUnits])

describe('what is read', () => {
  test('texts and numbers to the base unit, empty rows passed over, a header skipped', async () => {
    const reading = await read({
      rows: [
        ['Wallet', 'Amount', 'Note'],
        [A, '1.000000001'],
        [],
        [` ${B}\u00a0`, number('250'), 'ignored'],
        [null, null, 'a note alone'],
      ],
    })
    expect(reading.problems).toEqual([])
    expect(reading.header).toEqual(['Wallet', 'Amount'])
    expect(paymentsOf(reading)).toEqual([
      [2, A, 1_000_000_001n],
      [4, B, 250_000_000_000n],
    ])
    expect(reading.totalBaseUnits).toBe(251_000_000_001n)
    expect(reading.fileHash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('shared, formatted and computed texts', async () => {
    const reading = await read({
      sharedStrings: [
        `<t>${A}</t>`,
        `<r><rPr><b/></rPr><t>${B.slice(0, 20)}</t></r><r><t>${B.slice(20)}</t></r><rPh sb="0" eb="1"><t>x</t></rPh>`,
        '<t xml:space="preserve"> 3.5 </t>',
      ],
      rows: [
        [{ xml: '<c r="$" t="s"><v>0</v></c>' }, { xml: '<c r="$" t="s"><v>2</v></c>' }],
        [{ xml: '<c r="$" t="s"><v>1</v></c>' }, { xml: '<c r="$"><f>1+1</f><v>2</v></c>' }],
        [
          { xml: `<c r="$" t="str"><f>A1</f><v>${A}</v></c>` },
          { xml: '<c r="$" t="inlineStr"><is><r><t>0.</t></r><r><t>25</t></r></is></c>' },
        ],
      ],
    })
    expect(reading.problems).toEqual([])
    expect(paymentsOf(reading)).toEqual([
      [1, A, 3_500_000_000n],
      [2, B, 2_000_000_000n],
      [3, A, 250_000_000n],
    ])
  })

  test('cells without references, and names with a prefix', async () => {
    const reading = await read({
      parts: {
        'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="urn:x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>${A}</x:t></x:is></x:c><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
      },
    })
    expect(paymentsOf(reading)).toEqual([[1, A, 7_000_000_000n]])
  })

  test('the first sheet that is seen, and no other', async () => {
    const reading = await read({
      sheets: [{ name: 'Old', state: 'hidden' }, { name: 'Payments' }, { name: 'More' }],
      rows: [[A, '1']],
      parts: {
        'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row r="9"><c r="A9" t="inlineStr"><is><t>${B}</t></is></c><c r="B9"><v>2</v></c></row></sheetData></worksheet>`,
      },
    })
    expect(paymentsOf(reading)).toEqual([[9, B, 2_000_000_000n]])
  })

  test('other sheets are named with their rows, and payments in hidden rows are', async () => {
    const row = (at: number, address: string, hidden = '') =>
      `<row r="${at}"${hidden}><c r="A${at}" t="inlineStr"><is><t>${address}</t></is></c><c r="B${at}"><v>2</v></c></row>`
    const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
    const reading = await read({
      sheets: [{ name: 'Old', state: 'hidden' }, { name: 'Payments' }, { name: 'More' }, { name: 'Empty' }],
      rows: [[A, '1']],
      parts: {
        'xl/worksheets/sheet2.xml': sheet(
          row(1, A) + row(2, B, ' hidden="1"') + row(3, A, ' ht="0" customHeight="1"') + row(4, B),
        ),
        'xl/worksheets/sheet3.xml': sheet(`${row(1, A)}<row r="2"><c r="A2" s="1"/></row>${row(3, B)}`),
      },
    })
    expect(reading.problems).toEqual([])
    expect(reading.rows).toHaveLength(4)
    expect(reading.hidden).toEqual({ rows: [2, 3], baseUnits: 4_000_000_000n })
    expect(reading.sheets).toEqual({
      read: 'Payments',
      unread: [
        { name: 'Old', isHidden: true, rows: 1 },
        { name: 'More', isHidden: false, rows: 2 },
      ],
    })
  })

  test('an address twice, and one that no key can sign for, are pointed out', async () => {
    const reading = await read({
      rows: rows(`${A},1`, `${B},1`, `${A},2`, `${VAULT},1`),
    })
    expect(reading.problemCount).toBe(0)
    expect(reading.duplicates).toEqual([{ address: A, rows: [1, 3] }])
    expect(reading.offCurve).toEqual([{ address: VAULT, rows: [4] }])
  })

  test.each([
    ['1', 1_000_000_000n],
    ['0.1', 100_000_000n],
    ['123456789.012345', 123456789_012345000n],
    ['1.1000000000000001', 1_100_000_000n],
    ['0.10000000000000001', 100_000_000n],
    ['1234.5699999999999', 1234_570000000n],
    ['10000000000.000000', 10n ** 19n],
  ])('the number %s', async (text, baseUnits) => {
    const reading = await read({ rows: [[A, number(text)]] })
    expect(reading.problems).toEqual([])
    expect(paymentsOf(reading)).toEqual([[1, A, baseUnits]])
  })
})

describe('what makes a first row a header', () => {
  test.each<[string, FixtureCell[], boolean]>([
    ['names', ['Wallet address', 'Amount'], true],
    ['names with a year', ['Wallet', 'Amount 2026'], true],
    ['a title alone', ['Payments of March', null], true],
    ['a mistyped address before an amount', [`${A.slice(0, -1)}0`, '5'], false],
    ['a mistyped address before words', [`${A.slice(0, -1)}0`, 'tbd'], false],
    ['an address before an amount with separators', [A, '1,000'], false],
    ['a name before an amount', ['Alice', '5'], false],
    ['a name before an amount with separators', ['Alice', '1,000.00'], false],
    ['an address before no amount', [A, 'Amount'], false],
  ])('%s', async (_, row, isHeader) => {
    const reading = await read({ rows: [row, [A, '1']] })
    expect(reading.header !== null).toBe(isHeader)
    expect(reading.problemCount + reading.doubts.length > 0).toBe(!isHeader)
  })
})

const MONEY =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="&quot;$&quot;#,##0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>'

describe('what is asked', () => {
  test.each<[string, XlsxFixture, RegExp]>([
    [
      'a hidden amount',
      {
        rows: rows('Wallet,Amount,Final amount', `${A},1,2`),
        cols: '<cols><col min="2" max="2" hidden="1"/></cols>',
      },
      /"Amount" is hidden/,
    ],
    [
      'another column of numbers',
      { rows: rows('Wallet,Amount,Final', `${A},1,2`, `${B},9,2`) },
      /"Final" has numbers as well/,
    ],
    [
      'money',
      {
        rows: [
          ['Wallet', 'Amount'],
          [A, number('5', 1)],
        ],
        styles: MONEY,
      },
      /shown as money/,
    ],
    ['a raw amount', { rows: rows('Wallet,Amount (raw)', `${A},5`) }, /says "raw"/],
    [
      'thousands or a fraction',
      { rows: [...rows('Wallet,Amount', `${A},1.234`), [B, number('5')]] },
      /"1.234" may be thousands/,
    ],
    [
      'a payee for a header',
      { rows: rows('7kbA1234567890123456789012345,tbd', `${A},5`) },
      /names no columns/,
    ],
    ['a name for a header', { rows: rows('Alice Smith,five', `${A},5`) }, /names no columns/],
  ])('%s', async (_, file, doubt) => {
    const reading = await read(file)
    expect(reading.problems).toEqual([])
    expect(reading.doubts[0]).toMatch(doubt)
  })
})

const DATE_STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-409]yyyy\\-mm\\-dd;@"/><numFmt numFmtId="171" formatCode="#,##0.00\\ &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="9"/><xf numFmtId="171"/></cellXfs></styleSheet>'

describe('what is refused', () => {
  test.each<[string, FixtureCell, FixtureCell, RegExp]>([
    ['no address', 'Alice', '1', /"Alice" is not a Solana address/],
    ['an address with a letter too few', A.slice(0, 30), '1', /is not a Solana address/],
    ['an EVM address', `0x${'a'.repeat(40)}`, '1', /is not a Solana address/],
    ['a number for an address', number('12'), '1', /is not a Solana address/],
    ['an empty address', null, '1', /no address in column A/],
    ['the zero key', '11111111111111111111111111111111', '1', /all-zero key/],
    ['a program', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', '1', /belongs to a program/],
    ['the mint', MINT, '1', /the token's mint/],
    ['no amount', A, null, /no amount in column B/],
    ['words', A, 'ten', /not a plain decimal/],
    ['a minus', A, number('-5'), /not a plain decimal/],
    ['zero', A, number('0'), /amount is zero/],
    ['more decimals than the mint has', A, '1.0000000001', /10 decimals, more than the 9/],
    ['an exponent', A, number('1.5E+3'), /exponent: write it out, as text/],
    ['a number of 16 digits', A, number('1234567890.123456'), /more than 15 digits/],
    ['a sum of doubles', A, number('0.30000000000000004'), /more than 15 digits/],
    ['17 digits that are not a double', A, number('90071992547409901'), /more than 15 digits/],
    ['17 digits beside a short number', A, number('1.10000000000000005'), /more than 15 digits/],
    ['more than a u64', A, '18446744073.709551616', /^"18446744073.709551616" is more than a token account/],
    ['a date by its style', A, number('45000', 1), /is a date/],
    ['a date by its own format', A, number('45000', 2), /is a date/],
    ['a percentage', A, number('0.5', 3), /is a percentage/],
    ['a date as text', A, { xml: '<c r="$" t="d"><v>2026-01-01</v></c>' }, /is a date/],
    ['TRUE', A, { xml: '<c r="$" t="b"><v>1</v></c>' }, /is TRUE or FALSE/],
    ['an error', A, { xml: '<c r="$" t="e"><v>#REF!</v></c>' }, /is the error #REF!/],
    ['a formula never computed', A, { xml: '<c r="$"><f>C1*2</f></c>' }, /formula without a stored result/],
  ])('%s', async (_, address, amount, problem) => {
    const reading = await read({
      rows: [
        [B, '1'],
        [address, amount],
      ],
      styles: DATE_STYLES,
    })
    expect(reading.problems).toEqual([{ where: 'row 2', problem: expect.stringMatching(problem) }])
  })

  test('a unit in the format is no date', async () => {
    const reading = await read({ rows: [[A, number('3', 4)]], styles: DATE_STYLES })
    expect(paymentsOf(reading)).toEqual([[1, A, 3_000_000_000n]])
  })

  test('a sum above a u64, at the row that exceeds it', async () => {
    const half = '9223372036.854775808'
    const reading = await read({ rows: rows(`${A},${half}`, `${B},${half}`) })
    expect(reading.problems).toEqual([
      { where: 'row 2', problem: expect.stringMatching(/amounts up to here/) },
    ])
  })

  test('every bad row is counted, the first hundred listed', async () => {
    const reading = await read({ rows: Array.from({ length: 250 }, () => ['x'.repeat(31), '1']) })
    expect(reading.problemCount).toBe(250)
    expect(reading.problems.map(({ where }) => where)).toEqual(
      Array.from({ length: 100 }, (_, index) => `row ${index + 1}`),
    )
  })
})

/** Builds a workbook with two parts of one name: readers differ in which of them they take for the sheet. */
async function twoSheets(): Promise<Buffer> {
  const file = await buildXlsx({ rows: [[A, '1']], parts: { 'xl/worksheets/sheetX.xml': '<worksheet/>' } })
  return Buffer.from(file.toString('latin1').replaceAll('sheetX.xml', 'sheet1.xml'), 'latin1')
}

const filler = (count: number) => 'x'.repeat(count)

describe('files that are none', () => {
  test.each<[string, () => Promise<Buffer> | Buffer | XlsxFixture, RegExp, Partial<XlsxLimits>?]>([
    ['text', () => Buffer.from('wallet,amount\n'), /no Excel workbook/],
    ['nothing', () => Buffer.alloc(0), /no Excel workbook/],
    ['an old .xls', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old .xls/],
    ['a zip of something else', () => zip({ 'a.txt': 'a' }), /no Excel workbook/],
    ['half a zip', async () => (await buildXlsx({ rows: [[A, '1']] })).subarray(0, 700), /is damaged/],
    ['no rows', () => ({ rows: [] }), /no payments/],
    ['a header alone', () => ({ rows: [['Wallet', 'Amount']] }), /no payments/],
    ['only hidden sheets', () => ({ sheets: [{ name: 'S', state: 'veryHidden' }] }), /no visible sheet/],
    ['broken XML', () => ({ sheetData: '<row r="1"><c>' }), /not well-formed/],
    [
      'rows out of order',
      () => ({
        sheetData: `<row r="2"><c r="A2"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>`,
      }),
      /do not stand in order/,
    ],
    [
      'cells out of order',
      () => ({ sheetData: `<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>` }),
      /do not stand in order/,
    ],
    ['a part that occurs twice', twoSheets, /stands twice/],
    [
      'a document type',
      () => ({ parts: { 'xl/styles.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' } }),
      /document type/,
    ],
    [
      'a bomb',
      () => ({ sheetData: `<row r="1"><c r="A1" t="str"><v>${filler(3_000_000)}</v></c></row>` }),
      /200 times its compressed size/,
    ],
    [
      'a bomb among the shared strings',
      () => ({ sharedStrings: [`<t>${filler(3_000_000)}</t>`], rows: [[A, '1']] }),
      /200 times its compressed size/,
    ],
    [
      'too much content',
      () => ({ rows: [[A, '1']] }),
      /inflates to more than 500 bytes/,
      { maxInflatedBytes: 500 },
    ],
    ['too large a file', () => ({ rows: [[A, '1']] }), /more than 100 bytes/, { maxFileBytes: 100 }],
    [
      'too many rows',
      () => ({ rows: rows('Wallet,Amount', `${A},1`, `${A},1`, `${A},1`) }),
      /more than 2 rows/,
      { maxRows: 2 },
    ],
    ['too many cells', () => ({ rows: [[A, '1', 'x', 'x']] }), /more than 3 cells/, { maxCells: 3 }],
    [
      'too many texts',
      () => ({ sharedStrings: ['<t>a</t>', '<t>b</t>'] }),
      /more than 1 texts/,
      { maxSharedStrings: 1 },
    ],
    ['too many parts', () => ({ rows: [[A, '1']] }), /more than 3 parts/, { maxParts: 3 }],
  ])('%s', async (_, make, problem, limits) => {
    const reading = await read(await make(), 9, limits)
    expect(reading.problems.at(-1)?.problem).toMatch(problem)
    expect(reading.problemCount).toBe(reading.problems.length)
  })

  test('a checksum that does not match is noticed', async () => {
    const file = await buildXlsx({ rows: [[A, '1']], parts: {} })
    const offset = file.indexOf('PK\x01\x02')
    const damaged = Buffer.from(file)
    for (let at = offset; at !== -1; at = damaged.indexOf('PK\x01\x02', at + 1)) {
      damaged.writeUInt8(damaged.readUInt8(at + 16) ^ 1, at + 16)
    }
    expect((await read(damaged)).problems[0]?.problem).toMatch(/checksum/)
  })
})
