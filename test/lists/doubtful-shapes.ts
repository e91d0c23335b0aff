import { zip } from '../harness/build-xlsx.ts'
import {
  type Build,
  divided,
  type FileShape,
  FRACTIONS,
  formatted,
  grouped,
  type Holder,
  json,
  LONG,
  lines,
  number,
  SMALL,
  shape,
  THOUSANDS,
  WHOLE,
  workbook,
} from './file-shape.ts'

const HIDDEN_B = { cols: '<cols><col min="2" max="2" hidden="1"/></cols>' }
const asWei = { answer: { unit: 'amountWei' } } as const
const asTokens = { answer: { unit: 'amountUA' } } as const
const columns = (address: string, amount: string, more: { unit?: 'amountUA' | 'amountWei' } = {}) => ({
  answer: { columns: { address, amount }, ...more },
})

/** The header names another unit than that of the amounts. */
const UNIT: FileShape[] = [
  shape(
    'asked',
    'wei under amountUA',
    FRACTIONS,
    lines('address,amountUA', (h) => `${h.address},${h.wei}`),
    asWei,
  ),
  shape(
    'asked',
    'whole tokens under amountWei',
    WHOLE,
    lines('address,amountWei', (h) => `${h.address},${h.tokens}`),
    asTokens,
  ),
  shape(
    'asked',
    'wei under amountUA, JSON',
    FRACTIONS,
    json((all) => all.map((h) => ({ address: h.address, amountUA: h.wei }))),
    asWei,
  ),
  shape(
    'asked',
    'whole tokens under amountWei, JSON',
    WHOLE,
    json((all) => all.map((h) => ({ address: h.address, amountWei: h.tokens }))),
    asTokens,
  ),
  shape(
    'asked',
    'wei under amountUA, a workbook',
    FRACTIONS,
    workbook(['address', 'amountUA'], (h) => [h.address, h.wei]),
    asWei,
  ),
  shape(
    'asked',
    'whole tokens under amountWei, a workbook',
    WHOLE,
    workbook(['address', 'amountWei'], (h) => [h.address, h.tokens]),
    asTokens,
  ),
  shape(
    'asked',
    'wei under tokens',
    FRACTIONS,
    lines('wallet,tokens', (h) => `${h.address},${h.wei}`),
    asWei,
  ),
  shape(
    'asked',
    'whole tokens under balance (wei)',
    WHOLE,
    lines('wallet,balance (wei)', (h) => `${h.address},${h.tokens}`),
    asTokens,
  ),
  shape(
    'refused',
    'fractions under amountWei',
    FRACTIONS,
    lines('address,amountWei', (h) => `${h.address},${h.tokens}`),
  ),
]

/** Another column of numbers, hidden columns, money. */
const OTHER_COLUMN: FileShape[] = [
  shape(
    'asked',
    'staked and total beside balance',
    FRACTIONS,
    lines(
      'wallet,balance,staked_balance,total_balance',
      (h) => `${h.address},${divided(h.tokens, 1)},7.5,${h.tokens}`,
    ),
    columns('wallet', 'total_balance'),
  ),
  shape(
    'asked',
    'dollars under amount, tokens_owed beside',
    FRACTIONS,
    lines('wallet,amount,tokens_owed', (h) => `${h.address},${h.index}50.25,${h.tokens}`),
    columns('wallet', 'tokens_owed'),
  ),
  shape(
    'asked',
    'euros under Betrag, Anzahl Token beside',
    FRACTIONS,
    lines('Wallet;Betrag;Anzahl Token', (h) => `${h.address};${h.index}50,25;${grouped(h.tokens, '', ',')}`),
    columns('Wallet', 'Anzahl Token'),
  ),
  shape(
    'asked',
    'a hidden Amount, Final amount seen',
    FRACTIONS,
    workbook(
      ['Wallet', 'Amount', 'Final amount'],
      (h) => [h.address, number('7.5'), number(h.tokens)],
      HIDDEN_B,
    ),
    columns('Wallet', 'Final amount'),
  ),
  shape(
    'asked',
    'a hidden amountUA, Tokens seen',
    FRACTIONS,
    workbook(
      ['address', 'amountUA', 'Tokens'],
      (h) => [h.address, number('7.5'), number(h.tokens)],
      HIDDEN_B,
    ),
    columns('address', 'Tokens'),
  ),
  shape(
    'asked',
    'dollars by the cells’ format',
    FRACTIONS,
    workbook(['Wallet', 'Value'], (h) => [h.address, number(h.tokens, 1)], {
      styles: formatted('"$"#,##0.00'),
    }),
    { isLost: true },
  ),
  shape(
    'asked',
    'euros by the cells’ format',
    FRACTIONS,
    workbook(['Wallet', 'Amount'], (h) => [h.address, number(h.tokens, 1)], {
      styles: formatted('[$€] #,##0.00'),
    }),
    { isLost: true },
  ),
  shape(
    'asked',
    'euros in the accountants’ format',
    FRACTIONS,
    workbook(['Wallet', 'Amount'], (h) => [h.address, number(h.tokens, 1)], {
      styles: formatted('_-* #,##0.00 [$€-407]_-'),
    }),
    { isLost: true },
  ),
  shape(
    'asked',
    'balance and amount',
    FRACTIONS,
    lines('address,balance,amount', (h) => `${h.address},5.5,${h.tokens}`),
    columns('address', 'amount'),
  ),
  shape(
    'asked',
    'a column twice',
    FRACTIONS,
    lines('HolderAddress,Balance,Balance', (h) => `${h.address},5.5,${h.tokens}`),
    columns('HolderAddress', 'Balance (column 3)'),
  ),
  shape(
    'asked',
    'a currency in brackets',
    FRACTIONS,
    lines('Address,Balance (USD)', (h) => `${h.address},${h.tokens}`),
    { isLost: true },
  ),
  shape(
    'asked',
    'names of no meaning',
    FRACTIONS,
    lines('who,how much', (h) => `${h.address},${h.tokens}`),
    columns('who', 'how much'),
  ),
  shape(
    'asked',
    'transfers',
    FRACTIONS,
    lines('From,To,Value', (h) => `0x${'99'.repeat(20)},${h.address},${h.tokens}`),
    columns('To', 'Value'),
  ),
]

/** Amounts in the units of another coin: 6, 8 or 9 decimals where the portal's has others. */
const OTHER_DECIMALS: FileShape[] = [6, 8, 9].flatMap((decimals) => [
  shape(
    decimals === 9 ? 'asked' : 'supply',
    `base units under amountUA, ${decimals} decimals`,
    FRACTIONS,
    lines('address,amountUA', (h) => `${h.address},${h.wei}`),
    { decimals, ...asWei },
  ),
  shape(
    'asked',
    `base units that Excel wrote with two decimals, ${decimals} decimals`,
    FRACTIONS,
    lines('wallet,balance', (h) => `${h.address},${h.wei}.00`),
    { decimals, ...asWei },
  ),
  shape(
    'asked',
    `whole tokens under amountWei, ${decimals} decimals`,
    SMALL.map((tokens) => tokens.split('.')[0] ?? ''),
    lines('address,amountWei', (h) => `${h.address},${h.tokens}`),
    { decimals, ...asTokens },
  ),
  shape(
    'asked',
    `wei of 18 decimals under amountWei, ${decimals} decimals`,
    FRACTIONS,
    lines('address,amountWei', (h) => `${h.address},${h.wei}${'0'.repeat(18 - decimals)}`),
    { decimals, isLost: true },
  ),
])

const whaleInWei: Build = lines(
  'address,amountWei',
  (h) => `${h.address},${h.index === 3 ? h.wei : h.tokens}`,
)
const MAGNITUDES: FileShape[] = [
  shape(
    'supply',
    'a snapshot of 6 decimals where the coin has 8',
    FRACTIONS,
    lines('address,amountWei', (h) => `${h.address},${h.wei.slice(0, -2)}`),
    { decimals: 8, isLost: true },
  ),
  shape(
    'supply',
    'wei of 18 decimals of small holders under amountWei, 6 decimals',
    SMALL,
    lines('address,amountWei', (h) => `${h.address},${h.wei}${'0'.repeat(12)}`),
    { decimals: 6, isLost: true },
  ),
  ...OTHER_DECIMALS,
  shape(
    'supply',
    'a whale above a token, whole tokens under amountWei, 6 decimals',
    WHOLE,
    lines('address,amountWei', (h) => `${h.address},${h.tokens}`),
    { decimals: 6, ...asTokens },
  ),
  shape('asked', 'one whale in wei, the others in tokens', WHOLE, whaleInWei, { isLost: true }),
  shape(
    'asked',
    'gwei under amountUA, with a whale',
    WHOLE,
    lines('address,amountUA', (h) => `${h.address},${h.tokens}000000000`),
    { isLost: true },
  ),
  shape(
    'supply',
    'gwei of small holders under amountUA',
    SMALL,
    lines('address,amountUA', (h) => `${h.address},${h.wei.slice(0, -9)}`),
    { isLost: true },
  ),
  shape(
    'supply',
    'wei of small holders under amountUA',
    SMALL.map((tokens) => divided(tokens, 7)),
    lines('address,amountUA', (h) => `${h.address},${h.wei}`),
    asWei,
  ),
  shape(
    'asked',
    'a snapshot of 6 decimals where the coin has 18',
    WHOLE,
    lines('address,amountWei', (h) => `${h.address},${h.tokens}000000`),
    { isLost: true },
  ),
]

const european = (h: Holder) => grouped(h.tokens, '.', ',')
/** Marks that part thousands, or a fraction. */
const MARK: FileShape[] = [
  shape(
    'asked',
    'German thousands, and one 0.5',
    THOUSANDS,
    lines('address;amountUA', (h) => `${h.address};${european(h)}`, `0x${'aa'.repeat(20)};0.5`),
    { isLost: true },
  ),
  shape(
    'asked',
    'English thousands, and one 0,5',
    THOUSANDS,
    lines('wallet;amount', (h) => `${h.address};${grouped(h.tokens)}`, `0x${'aa'.repeat(20)};0,5`),
    { isLost: true },
  ),
  shape(
    'asked',
    'German thousands under amountUA',
    THOUSANDS,
    lines('address;amountUA', (h) => `${h.address};${european(h)}`),
    { answer: { decimalMark: ',' } },
  ),
  shape(
    'asked',
    'German thousands',
    THOUSANDS,
    lines('Adresse;Betrag', (h) => `${h.address};${european(h)}`),
    { answer: { decimalMark: ',', unit: 'amountUA' } },
  ),
  shape(
    'asked',
    'English thousands, semicolons',
    THOUSANDS,
    lines('wallet;tokens', (h) => `${h.address};${grouped(h.tokens)}`),
    { answer: { decimalMark: '.' } },
  ),
  shape(
    'asked',
    'English thousands, quoted',
    THOUSANDS,
    lines('HolderAddress,Balance', (h) => `"${h.address}","${grouped(h.tokens)}"`),
    { answer: { decimalMark: '.', unit: 'amountUA' } },
  ),
  shape(
    'asked',
    'three places after the point',
    THOUSANDS.map((tokens) => divided(tokens, 3)),
    lines('wallet,tokens', (h) => `${h.address},${h.tokens}`),
    { answer: { decimalMark: '.' } },
  ),
  shape(
    'asked',
    'German thousands as texts of a sheet',
    THOUSANDS,
    workbook(['Wallet', 'Tokens'], (h) => [h.address, european(h)]),
    { answer: { decimalMark: ',' } },
  ),
  shape(
    'right',
    'thousands that show their grouping',
    [...THOUSANDS.slice(1), '1234567.5'],
    lines('wallet,tokens', (h) => `${h.address},"${grouped(h.tokens)}"`),
  ),
]

/** A comma too few or too many. */
const COMMA: FileShape[] = [
  shape(
    'asked',
    'thousands without quotes, a column of notes left out',
    THOUSANDS,
    lines('address,amountUA,note', (h) => `${h.address},${grouped(h.tokens)}`),
    { isLost: true },
  ),
  shape(
    'asked',
    'decimal commas without quotes, a comma after the header',
    THOUSANDS,
    lines('address,amountUA,', (h) => `${h.address},${h.tokens},25`),
    { isLost: true },
  ),
  shape(
    'refused',
    'thousands without quotes',
    THOUSANDS,
    lines('address,amountUA', (h) => `${h.address},${grouped(h.tokens)}`),
  ),
  shape(
    'asked',
    'thousands without quotes, no header',
    THOUSANDS,
    lines('', (h) => `${h.address},${h.index === 0 ? '5' : grouped(h.tokens)}`),
    { isLost: true },
  ),
  shape(
    'asked',
    'decimal commas without quotes, no header',
    FRACTIONS,
    lines('', (h) => `${h.address},${Number(h.tokens).toFixed(2).replace('.', ',')}`),
    { isLost: true },
  ),
]

/** Digits that a spreadsheet has lost. */
const ROUNDING: FileShape[] = [
  shape(
    'right',
    'Ferry’s export of what is left',
    LONG,
    workbook(['EVM Address', 'Amount', 'Exact Amount, where rounded'], (h) => [
      h.address,
      number(String(Number(h.tokens))),
      h.tokens,
    ]),
  ),
  shape(
    'asked',
    'wei that Excel saved with 15 digits',
    LONG,
    lines('address,amountWei', (h) => `${h.address},${h.wei.slice(0, 15).padEnd(h.wei.length, '0')}`),
    { isLost: true },
  ),
  shape(
    'refused',
    'doubles in JSON',
    LONG,
    (all) => `[${all.map((h) => `{"address":"${h.address}","amountUA":${Number(h.tokens)}}`).join()}]`,
    { isLost: true },
  ),
  shape(
    'asked',
    'number cells of 15 digits',
    LONG,
    workbook(['address', 'amountUA'], (h) => [
      h.address,
      number(String(Number(Number(h.tokens).toPrecision(15)))),
    ]),
    { isLost: true },
  ),
  shape(
    'refused',
    'number cells of more digits',
    LONG,
    workbook(['address', 'amountUA'], (h) => [h.address, number(h.tokens)]),
  ),
  shape(
    'refused',
    'wei with exponents',
    LONG,
    lines('address,amountWei', (h) => `${h.address},${Number(h.wei).toExponential().replace('e', 'E')}`),
  ),
]

/** Ordinary files that are inconvenient. */
const INCONVENIENT: FileShape[] = [
  shape(
    'refused',
    'an explorer’s page, addresses cut off',
    FRACTIONS,
    lines(
      'Rank\tAddress\tQuantity\tPercentage',
      (h) => `${h.index + 1}\t${h.address.slice(0, 8)}...${h.address.slice(-6)}\t${grouped(h.tokens)}\t1.5%`,
    ),
  ),
  shape(
    'refused',
    'a unit after each amount',
    FRACTIONS,
    lines('address,amount', (h) => `${h.address},"${grouped(h.tokens)} UNI"`),
  ),
  shape(
    'refused',
    'one small amount with an exponent',
    [...SMALL.slice(1), '0.00001'],
    lines('HolderAddress,Balance', (h) => `${h.address},${h.tokens === '0.00001' ? '1E-05' : h.tokens}`),
  ),
  shape(
    'right',
    'Python’s JSON, bare wei',
    LONG,
    (all) => `[${all.map((h) => `{"address": "${h.address}", "amountWei": ${h.wei}}`).join(', ')}]`,
  ),
  shape(
    'asked',
    'Disperse with mixed separators',
    FRACTIONS,
    (all) => all.map((h) => `${h.address}${[' ', ',', '='][h.index % 3]}${h.tokens}`).join('\n'),
    { isLost: true },
  ),
  shape('refused', 'spaces that do not break in Windows-1252', FRACTIONS, (all) =>
    Buffer.from(
      String(lines('address;amount', (h) => `${h.address};${grouped(h.tokens, '\u00a0', ',')}`)(all)),
      'latin1',
    ),
  ),
  shape(
    'asked',
    'a total below',
    FRACTIONS,
    lines('HolderAddress,Balance', (h) => `${h.address},${h.tokens}`, 'Total,1290000.5'),
    { answer: { leaveOut: [16] } },
  ),
  shape(
    'asked',
    'a total below, a workbook',
    FRACTIONS,
    workbook(['Wallet', 'Tokens'], (h) => [h.address, number(h.tokens)], {
      below: [['Total', number('1290000.5')]],
    }),
    { answer: { leaveOut: [16] } },
  ),
  shape(
    'asked',
    'a table in Markdown',
    FRACTIONS,
    lines('| address | tokens |\n|---|---|', (h) => `| ${h.address} | ${h.tokens} |`),
    { answer: { leaveOut: [2] } },
  ),
  shape(
    'asked',
    'Amount (in thousands)',
    FRACTIONS,
    lines('wallet,Amount (in thousands)', (h) => `${h.address},${divided(h.tokens, 3)}`),
    { isLost: true },
  ),
  shape('asked', 'hidden rows', FRACTIONS, (all) =>
    workbook(['Wallet', 'Tokens'], () => [], {
      sheetData: all
        .map(
          (h, n) =>
            `<row r="${n + 2}"${n === 4 ? ' hidden="1"' : ''}><c r="A${n + 2}" t="inlineStr"><is><t>${h.address}</t></is></c><c r="B${n + 2}"><v>${h.tokens}</v></c></row>`,
        )
        .join('')
        .replace(
          /^/,
          '<row r="1"><c r="A1" t="inlineStr"><is><t>Wallet</t></is></c><c r="B1" t="inlineStr"><is><t>Tokens</t></is></c></row>',
        ),
    })(all),
  ),
  shape(
    'asked',
    'a second sheet',
    FRACTIONS,
    workbook(['Wallet', 'Tokens'], (h) => [h.address, number(h.tokens)], {
      sheets: [{ name: 'Wave 1' }, { name: 'Wave 2' }],
      parts: {
        'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>0x${'aa'.repeat(20)}</t></is></c><c r="B1"><v>5</v></c></row></sheetData></worksheet>`,
      },
    }),
  ),
  shape(
    'refused',
    'an ENS name for an address',
    FRACTIONS,
    lines('address,tokens', (h) => `${h.index === 3 ? 'vitalik.eth' : h.address},${h.tokens}`),
  ),
  shape(
    'refused',
    'an address twice',
    FRACTIONS,
    lines(
      'address,tokens',
      (h) => `${h.address},${h.tokens}`,
      `0x${'aa'.repeat(20)},1\n0x${'AA'.repeat(20)},2`,
    ),
  ),
  shape(
    'refused',
    'an empty amount',
    FRACTIONS,
    lines('address,tokens', (h) => `${h.address},${h.index === 3 ? '' : h.tokens}`),
  ),
  shape(
    'refused',
    'a negative amount',
    FRACTIONS,
    lines('address,tokens', (h) => `${h.address},${h.index === 3 ? '-5' : h.tokens}`),
  ),
  shape(
    'refused',
    'a formula',
    FRACTIONS,
    lines('address,tokens', (h) => `${h.address},${h.index === 3 ? '=A1*2' : h.tokens}`),
  ),
  shape('refused', 'a zip of two lists', FRACTIONS, (all) =>
    zip({
      'a.csv': String(lines('address,tokens', (h) => `${h.address},${h.tokens}`)(all)),
      'b.csv': 'address,tokens\n',
    }),
  ),
  shape(
    'refused',
    'two lists in one JSON',
    FRACTIONS,
    json((all) => ({
      excluded: [{ address: `0x${'aa'.repeat(20)}`, amount: '1.5' }],
      holders: all.map((h) => ({ address: h.address, amount: h.tokens })),
    })),
  ),
  shape(
    'refused',
    'both amountWei and amountUA',
    FRACTIONS,
    lines('address,amountWei,amountUA', (h) => `${h.address},${h.wei},${h.tokens}`),
  ),
  shape('refused', 'an answer that is an error', FRACTIONS, () =>
    JSON.stringify({ error: true, message: 'rate limited' }),
  ),
]

export const DOUBTFUL_SHAPES = [
  ...UNIT,
  ...OTHER_COLUMN,
  ...MAGNITUDES,
  ...MARK,
  ...COMMA,
  ...ROUNDING,
  ...INCONVENIENT,
]
