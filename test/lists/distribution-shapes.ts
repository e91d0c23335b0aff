import { createHash } from 'node:crypto'
import { getBase58Decoder } from '@solana/kit'
import type { DistributionFormat } from '#lists/read-distribution.ts'
import { buildXlsx, type FixtureCell, type XlsxFixture } from '../harness/build-xlsx.ts'
import { formatted, grouped, number } from './file-shape.ts'

export interface Payee {
  index: number
  address: string
  /** In whole tokens, with a point. */
  tokens: string
}

/** How a sheet ends: read with no doubt, and right; with a doubt that a person has to have seen; or refused in words. */
export interface PaymentShape {
  way: 'right' | 'asked' | 'refused'
  name: string
  amounts: readonly string[]
  /** What the upload says that it is; an .xlsx where it says nothing. */
  format?: DistributionFormat
  build: (payees: readonly Payee[]) => Buffer | Promise<Buffer>
}

/** Of the mint that is paid with. */
export const DECIMALS = 6

const FRACTIONS = '1115.25 12.5 0.75 123456.7891 400 88.125 2500.5 3.75 19.99 640.1 7.25 1.5'.split(' ')
const THOUSANDS = '1234 2500 1115 4000 88125 2600 3750 19990 640100 7250 50000 1250'.split(' ')
const WHOLE = '1115 12 75 123456 400 88 2500 3 19 640 7 50000'.split(' ')

/** More rows than those that decide what the columns are. */
const MANY = Array.from({ length: 260 }, (_, index) => `${FRACTIONS[index % FRACTIONS.length]}`)

export function payeesOf({ amounts }: Pick<PaymentShape, 'amounts'>): Payee[] {
  return amounts.map((tokens, index) => ({ index, tokens, address: solanaAddress(`payee ${index}`) }))
}

function solanaAddress(seed: string): string {
  return getBase58Decoder().decode(createHash('sha256').update(seed).digest())
}

interface Extras extends Omit<XlsxFixture, 'rows'> {
  above?: readonly (readonly FixtureCell[])[]
  below?: readonly (readonly FixtureCell[])[]
  /** Of other payments than whole tokens with fractions. */
  amounts?: readonly string[]
}

function sheet(
  way: PaymentShape['way'],
  name: string,
  names: readonly FixtureCell[] | null,
  cells: (payee: Payee) => readonly FixtureCell[],
  { above = [], below = [], amounts = FRACTIONS, ...fixture }: Extras = {},
): PaymentShape {
  return {
    way,
    name,
    amounts,
    build: (payees) =>
      buildXlsx({
        ...fixture,
        rows: [...above, ...(names === null ? [] : [names]), ...payees.map(cells), ...below],
      }),
  }
}

interface CsvExtras {
  names?: string | null
  amounts?: readonly string[]
  below?: string
  /** Between two lines. */
  lineBreak?: string
  encode?: (text: string) => Buffer
}

function csv(
  way: PaymentShape['way'],
  name: string,
  line: (payee: Payee) => string,
  {
    names = 'Wallet,Amount',
    amounts = FRACTIONS,
    below,
    lineBreak = '\n',
    encode = Buffer.from,
  }: CsvExtras = {},
): PaymentShape {
  const around = (lines: string[]) => [names, ...lines, below].filter((each) => each != null).join(lineBreak)
  return {
    way,
    name: `CSV: ${name}`,
    amounts,
    format: 'csv',
    build: (payees) => encode(around(payees.map(line))),
  }
}

const WALLET_AMOUNT = ['Wallet', 'Amount']
const OTHER = solanaAddress('another')
const plain = ({ address, tokens }: Payee): FixtureCell[] => [address, number(tokens)]
const hidden = (column: number) => ({
  cols: `<cols><col min="${column}" max="${column}" hidden="1"/></cols>`,
})
const format = (code: string) => ({ styles: formatted(code) })
const asStyled = ({ address, tokens }: Payee): FixtureCell[] => [address, number(tokens, 1)]

/** Payment sheets as people and tools make them. */
export const DISTRIBUTION_SHAPES: PaymentShape[] = [
  sheet('right', 'names and numbers', WALLET_AMOUNT, plain),
  sheet('right', 'no names', null, plain),
  sheet('right', 'texts', WALLET_AMOUNT, (p) => [p.address, p.tokens]),
  sheet('right', 'whole numbers', WALLET_AMOUNT, plain, { amounts: WHOLE }),
  sheet('right', 'other names', ['Recipient', 'Tokens'], plain),
  sheet('right', 'names of people first', ['Name', 'Wallet', 'Tokens'], (p) => [
    `Person ${p.index}`,
    p.address,
    number(p.tokens),
  ]),
  sheet('right', 'names of people first, no header', null, (p) => [
    `Person ${p.index}`,
    p.address,
    number(p.tokens),
  ]),
  sheet('right', 'the amount first', ['Amount', 'Wallet'], (p) => [number(p.tokens), p.address]),
  sheet('right', 'two titles above', WALLET_AMOUNT, plain, {
    above: [['Payments of March'], ['by the treasury']],
  }),
  sheet('right', 'a rank beside', ['Rank', 'Wallet', 'Amount'], (p) => [
    number(`${p.index + 1}`),
    p.address,
    number(p.tokens),
  ]),
  sheet('right', 'notes beside', ['Wallet', 'Amount', 'Note'], (p) => [...plain(p), `round ${p.index}`]),
  sheet('right', 'dollars and tokens, by name', ['Wallet', 'Amount USD', 'Tokens'], (p) => [
    p.address,
    number('186'),
    number(p.tokens),
  ]),
  sheet('right', 'tokens and the price, by name', ['Wallet', 'Tokens', 'Price'], (p) => [
    ...plain(p),
    number('0.25'),
  ]),
  sheet('right', 'decimal commas', WALLET_AMOUNT, (p) => [p.address, grouped(p.tokens, '.', ',')]),
  sheet('right', 'English thousands that show it', WALLET_AMOUNT, (p) => [p.address, grouped(p.tokens)]),
  sheet('right', 'the token’s name by the cells’ format', WALLET_AMOUNT, asStyled, format('#,##0.00 "UNI"')),
  sheet('right', 'blank rows', WALLET_AMOUNT, plain, {
    above: [[]],
    below: [[], [null, null, 'a note alone']],
  }),
  sheet('right', 'formulas with their results', WALLET_AMOUNT, (p) => [
    p.address,
    { xml: `<c r="$"><f>C1*2</f><v>${p.tokens}</v></c>` },
  ]),
  sheet('asked', 'dollars as the only amount', ['Wallet', 'Amount USD'], plain),
  sheet('asked', 'dollars in brackets', ['Wallet', 'Amount (USD)'], plain),
  sheet(
    'asked',
    'a hidden amount, the final one seen',
    ['Wallet', 'Amount', 'Final amount'],
    (p) => [p.address, number('7.5'), number(p.tokens)],
    hidden(2),
  ),
  sheet('asked', 'a hidden wallet', ['Wallet', 'Amount'], plain, hidden(1)),
  sheet(
    'asked',
    'amount (raw) and base units',
    ['Wallet', 'amount (raw)'],
    (p) => [p.address, number(`${p.tokens.replace('.', '')}00`)],
    { amounts: WHOLE },
  ),
  sheet(
    'asked',
    'amount in lamports',
    ['Wallet', 'Amount (lamports)'],
    (p) => [p.address, number(`${p.tokens}000000`)],
    { amounts: WHOLE },
  ),
  sheet('asked', 'euros by the cells’ format', WALLET_AMOUNT, asStyled, format('[$€] #,##0.00')),
  sheet('asked', 'dollars by the cells’ format', WALLET_AMOUNT, asStyled, format('"$"#,##0.00')),
  sheet('asked', 'dollars in the accountants’ format', WALLET_AMOUNT, asStyled, format('_($* #,##0.00_)')),
  sheet('asked', 'another column of numbers', ['Wallet', 'Amount', 'Final'], (p) => [
    p.address,
    number('7.5'),
    number(p.tokens),
  ]),
  sheet(
    'asked',
    'amounts corrected from row 231 on',
    ['Wallet', 'Amount', 'Correction'],
    (p) => [p.address, number(p.tokens), ...(p.index >= 229 ? [number('7')] : [])],
    { amounts: MANY },
  ),
  sheet(
    'asked',
    'other wallets from row 231 on',
    ['Wallet', 'Amount', 'Instead'],
    (p) => [p.address, number(p.tokens), ...(p.index >= 229 ? [solanaAddress(`other ${p.index}`)] : [])],
    { amounts: MANY },
  ),
  sheet('right', 'many', ['Wallet', 'Amount'], plain, { amounts: MANY }),
  sheet('asked', 'a few amounts corrected', ['Wallet', 'Amount', 'Correction'], (p) => [
    ...plain(p),
    p.index === 3 ? number('77.5') : null,
  ]),
  sheet('asked', 'old and new wallets', ['Wallet', 'New wallet', 'Amount'], (p) => [
    solanaAddress(`old ${p.index}`),
    p.address,
    number(p.tokens),
  ]),
  sheet('refused', 'wallets of two names', ['Sender', 'Recipient', 'Amount'], (p) => [
    solanaAddress(`old ${p.index}`),
    p.address,
    number(p.tokens),
  ]),
  sheet('asked', 'a payee taken for a header: a short address', null, plain, {
    above: [['7kbA1234567890123456789012345', 'tbd']],
  }),
  sheet('asked', 'a payee taken for a header: a name', null, plain, { above: [['Alice Smith', 'five']] }),
  sheet('refused', 'a domain without an amount above', null, plain, { above: [['alice.sol', null]] }),
  sheet('asked', 'thousands or fractions', WALLET_AMOUNT, (p) => [p.address, grouped(p.tokens, '.', ',')], {
    amounts: THOUSANDS,
  }),
  sheet('asked', 'thousands or fractions, English', WALLET_AMOUNT, (p) => [p.address, grouped(p.tokens)], {
    amounts: THOUSANDS,
  }),
  sheet(
    'asked',
    'thousands or fractions beside numbers',
    WALLET_AMOUNT,
    (p) => [p.address, p.index % 2 ? number(p.tokens) : grouped(p.tokens, '.', ',')],
    { amounts: THOUSANDS },
  ),
  sheet('asked', 'Amount (in thousands)', ['Wallet', 'Amount (in thousands)'], plain),
  sheet('asked', 'Amount (k)', ['Wallet', 'Amount (k)'], plain),
  sheet('asked', 'Tokens (x1000)', ['Wallet', 'Tokens (x1000)'], plain),
  sheet('asked', 'stablecoins', ['Wallet', 'Amount USDC'], plain),
  sheet('right', 'a name that says nothing', ['Wallet', 'Payout'], plain),
  sheet('right', 'the token’s name for the amount', ['Wallet', 'UNI'], plain),
  sheet('asked', 'staked', ['Wallet', 'Staked amount'], plain),
  sheet('asked', 'a second sheet with payments', WALLET_AMOUNT, plain, {
    sheets: [{ name: 'March' }, { name: 'April' }],
    parts: {
      'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${OTHER}</t></is></c><c r="B1"><v>5</v></c></row></sheetData></worksheet>`,
    },
  }),
  sheet('asked', 'two tables side by side', ['Wallet', 'Amount', null, 'Wallet', 'Amount'], (p) => [
    ...plain(p),
    null,
    p.index < 3 ? solanaAddress(`side ${p.index}`) : null,
    p.index < 3 ? number('5.5') : null,
  ]),
  sheet('asked', 'a month in each column', ['Wallet', 'January', 'February'], (p) => [
    p.address,
    number('1.5'),
    number(p.tokens),
  ]),
  sheet('refused', 'a total below', WALLET_AMOUNT, plain, { below: [['Total', number('128400.5')]] }),
  sheet('refused', 'a total without a word below', WALLET_AMOUNT, plain, {
    below: [[null, number('128400.5')]],
  }),
  sheet('refused', 'a name for an address', WALLET_AMOUNT, (p) => [
    p.index === 3 ? 'alice.sol' : p.address,
    number(p.tokens),
  ]),
  sheet('refused', 'an address of an EVM chain', WALLET_AMOUNT, (p) => [
    p.index === 3 ? `0x${'a'.repeat(40)}` : p.address,
    number(p.tokens),
  ]),
  sheet('refused', 'a percentage', WALLET_AMOUNT, asStyled, format('0.00%')),
  sheet('refused', 'a date', WALLET_AMOUNT, asStyled, format('yyyy-mm-dd')),
  sheet('refused', 'dollars as texts', WALLET_AMOUNT, (p) => [p.address, `$${grouped(p.tokens)}`]),
  sheet('refused', 'a unit after each amount', WALLET_AMOUNT, (p) => [p.address, `${p.tokens} UNI`]),
  sheet('refused', 'zero', WALLET_AMOUNT, (p) => [p.address, number(p.index === 3 ? '0' : p.tokens)]),
  sheet('refused', 'an exponent', WALLET_AMOUNT, (p) => [
    p.address,
    number(p.index === 3 ? '1E-05' : p.tokens),
  ]),
  sheet('refused', 'digits that no number keeps', WALLET_AMOUNT, (p) => [
    p.address,
    number(p.index === 3 ? '1234567890.123456' : p.tokens),
  ]),
  sheet('refused', 'more decimals than the mint has', WALLET_AMOUNT, (p) => [
    p.address,
    p.index === 3 ? '1.0000001' : p.tokens,
  ]),
  sheet('refused', 'formulas never computed', WALLET_AMOUNT, (p) => [
    p.address,
    { xml: '<c r="$"><f>C1*2</f></c>' },
  ]),
  csv('right', 'names and numbers', (p) => `${p.address},${p.tokens}`),
  csv('right', 'no names', (p) => `${p.address},${p.tokens}`, { names: null }),
  csv('right', 'semicolons and decimal commas', (p) => `${p.address};${grouped(p.tokens, '.', ',')};`, {
    names: 'Wallet;Betrag;Notiz',
  }),
  csv(
    'right',
    'semicolons and decimal commas, no names',
    (p) => `${p.address};${p.tokens.replace('.', ',')}`,
    {
      names: null,
    },
  ),
  csv('right', 'tabs', (p) => `${p.address}\t${p.tokens}`, { names: 'Wallet\tAmount' }),
  csv('right', 'bars', (p) => `${p.address}|${p.tokens}`, { names: 'Wallet|Amount' }),
  csv('right', 'spaces', (p) => `${p.address}  ${p.tokens}`, { names: null }),
  csv('right', 'an equals sign', (p) => `${p.address}=${p.tokens}`, { names: null }),
  csv('right', 'quotes, and thousands in them', (p) => `"${p.address}","${grouped(p.tokens)}"`),
  csv('right', 'names of people first', (p) => `"Person, ${p.index}",${p.address},${p.tokens}`, {
    names: 'Name,Wallet,Tokens',
  }),
  csv('right', 'notes of several lines', (p) => `${p.address},${p.tokens},"one\ntwo"`, {
    names: 'Wallet,Amount,Note',
  }),
  csv('right', 'the amount first', (p) => `${p.tokens},${p.address}`, { names: 'Amount,Wallet' }),
  csv('right', 'a byte order mark, line breaks of Windows', (p) => `${p.address},${p.tokens}`, {
    lineBreak: '\r\n',
    encode: (text) => Buffer.from(`\ufeff${text}`),
  }),
  csv('right', 'UTF-16, as Excel has it', (p) => `${p.address}\t${p.tokens}`, {
    names: 'Wallet\tAmount',
    encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  }),
  csv('asked', 'dollars', (p) => `${p.address},${p.tokens}`, { names: 'Wallet,Amount USD' }),
  csv('asked', 'another column of numbers', (p) => `${p.address},7.5,${p.tokens}`, {
    names: 'Wallet,Amount,Final',
  }),
  csv('asked', 'lamports', (p) => `${p.address},${p.tokens}000000`, {
    names: 'Wallet,Amount (lamports)',
    amounts: WHOLE,
  }),
  csv('asked', 'thousands or fractions', (p) => `${p.address};${grouped(p.tokens, '.', ',')}`, {
    names: 'Wallet;Amount',
    amounts: THOUSANDS,
  }),
  csv('asked', 'old and new wallets', (p) => `${solanaAddress(`old ${p.index}`)},${p.address},${p.tokens}`, {
    names: 'Wallet,New wallet,Amount',
  }),
  csv('refused', 'a total below', (p) => `${p.address},${p.tokens}`, { below: 'Total,128400.5' }),
  csv('refused', 'an address cut short', (p) => `${p.address.slice(p.index === 3 ? 20 : 0)},${p.tokens}`),
  csv('refused', 'thousands that are not quoted', (p) => `${p.address},${grouped(p.tokens)}`),
  csv(
    'refused',
    'a quote that is never closed',
    (p) => `${p.index === 3 ? '"' : ''}${p.address},${p.tokens}`,
  ),
  csv('refused', 'a control character', (p) => `${p.address},${p.tokens}${p.index === 3 ? '\u0001' : ''}`),
  csv('refused', 'holders of an EVM chain', (p) => `0x${'a'.repeat(38)}${p.index + 10},${p.tokens}`),
  csv('refused', 'JSON', (p) => `${p.address},${p.tokens}`, { encode: (text) => Buffer.from(`["${text}"]`) }),
  { ...sheet('refused', 'CSV: a workbook', WALLET_AMOUNT, plain), format: 'csv' },
  {
    way: 'refused',
    name: 'a CSV for an .xlsx',
    amounts: FRACTIONS,
    build: (payees) =>
      Buffer.from(['Wallet,Amount', ...payees.map((p) => `${p.address},${p.tokens}`)].join('\n')),
  },
  {
    way: 'refused',
    name: 'an old .xls',
    amounts: FRACTIONS,
    build: () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  },
]
