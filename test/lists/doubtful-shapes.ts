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
  shapes,
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
  ...shapes('asked', FRACTIONS, {
    'wei under amountUA': [lines('address,amountUA', (h) => `${h.address},${h.wei}`), asWei],
    'wei under amountUA, JSON': [
      json((all) => all.map((h) => ({ address: h.address, amountUA: h.wei }))),
      asWei,
    ],
    'wei under amountUA, a workbook': [workbook(['address', 'amountUA'], (h) => [h.address, h.wei]), asWei],
    'wei under tokens': [lines('wallet,tokens', (h) => `${h.address},${h.wei}`), asWei],
  }),
  ...shapes('asked', WHOLE, {
    'whole tokens under amountWei': [lines('address,amountWei', (h) => `${h.address},${h.tokens}`), asTokens],
    'whole tokens under amountWei, JSON': [
      json((all) => all.map((h) => ({ address: h.address, amountWei: h.tokens }))),
      asTokens,
    ],
    'whole tokens under amountWei, a workbook': [
      workbook(['address', 'amountWei'], (h) => [h.address, h.tokens]),
      asTokens,
    ],
    'whole tokens under balance (wei)': [
      lines('wallet,balance (wei)', (h) => `${h.address},${h.tokens}`),
      asTokens,
    ],
  }),
  shape(
    'refused',
    'fractions under amountWei',
    FRACTIONS,
    lines('address,amountWei', (h) => `${h.address},${h.tokens}`),
  ),
]

/** Another column of numbers, hidden columns, money. */
const OTHER_COLUMN: FileShape[] = [
  ...shapes('asked', FRACTIONS, {
    'staked and total beside balance': [
      lines(
        'wallet,balance,staked_balance,total_balance',
        (h) => `${h.address},${divided(h.tokens, 1)},7.5,${h.tokens}`,
      ),
      columns('wallet', 'total_balance'),
    ],
    'dollars under amount, tokens_owed beside': [
      lines('wallet,amount,tokens_owed', (h) => `${h.address},${h.index}50.25,${h.tokens}`),
      columns('wallet', 'tokens_owed'),
    ],
    'euros under Betrag, Anzahl Token beside': [
      lines(
        'Wallet;Betrag;Anzahl Token',
        (h) => `${h.address};${h.index}50,25;${grouped(h.tokens, '', ',')}`,
      ),
      columns('Wallet', 'Anzahl Token'),
    ],
    'a hidden Amount, Final amount seen': [
      workbook(
        ['Wallet', 'Amount', 'Final amount'],
        (h) => [h.address, number('7.5'), number(h.tokens)],
        HIDDEN_B,
      ),
      columns('Wallet', 'Final amount'),
    ],
    'a hidden amountUA, Tokens seen': [
      workbook(
        ['address', 'amountUA', 'Tokens'],
        (h) => [h.address, number('7.5'), number(h.tokens)],
        HIDDEN_B,
      ),
      columns('address', 'Tokens'),
    ],
    'dollars by the cells’ format': [
      workbook(['Wallet', 'Value'], (h) => [h.address, number(h.tokens, 1)], {
        styles: formatted('"$"#,##0.00'),
      }),
      { isLost: true },
    ],
    'euros by the cells’ format': [
      workbook(['Wallet', 'Amount'], (h) => [h.address, number(h.tokens, 1)], {
        styles: formatted('[$€] #,##0.00'),
      }),
      { isLost: true },
    ],
    'euros in the accountants’ format': [
      workbook(['Wallet', 'Amount'], (h) => [h.address, number(h.tokens, 1)], {
        styles: formatted('_-* #,##0.00 [$€-407]_-'),
      }),
      { isLost: true },
    ],
    'balance and amount': [
      lines('address,balance,amount', (h) => `${h.address},5.5,${h.tokens}`),
      columns('address', 'amount'),
    ],
    'a column twice': [
      lines('HolderAddress,Balance,Balance', (h) => `${h.address},5.5,${h.tokens}`),
      columns('HolderAddress', 'Balance (column 3)'),
    ],
    'a currency in brackets': [
      lines('Address,Balance (USD)', (h) => `${h.address},${h.tokens}`),
      { isLost: true },
    ],
    'names of no meaning': [
      lines('who,how much', (h) => `${h.address},${h.tokens}`),
      columns('who', 'how much'),
    ],
    transfers: [
      lines('From,To,Value', (h) => `0x${'99'.repeat(20)},${h.address},${h.tokens}`),
      columns('To', 'Value'),
    ],
  }),
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
  ...shapes('supply', SMALL, {
    'wei of 18 decimals of small holders under amountWei, 6 decimals': [
      lines('address,amountWei', (h) => `${h.address},${h.wei}${'0'.repeat(12)}`),
      { decimals: 6, isLost: true },
    ],
    'gwei of small holders under amountUA': [
      lines('address,amountUA', (h) => `${h.address},${h.wei.slice(0, -9)}`),
      { isLost: true },
    ],
  }),
  ...OTHER_DECIMALS,
  shape(
    'supply',
    'a whale above a token, whole tokens under amountWei, 6 decimals',
    WHOLE,
    lines('address,amountWei', (h) => `${h.address},${h.tokens}`),
    { decimals: 6, ...asTokens },
  ),
  ...shapes('asked', WHOLE, {
    'one whale in wei, the others in tokens': [whaleInWei, { isLost: true }],
    'gwei under amountUA, with a whale': [
      lines('address,amountUA', (h) => `${h.address},${h.tokens}000000000`),
      { isLost: true },
    ],
    'a snapshot of 6 decimals where the coin has 18': [
      lines('address,amountWei', (h) => `${h.address},${h.tokens}000000`),
      { isLost: true },
    ],
  }),
  shape(
    'supply',
    'wei of small holders under amountUA',
    SMALL.map((tokens) => divided(tokens, 7)),
    lines('address,amountUA', (h) => `${h.address},${h.wei}`),
    asWei,
  ),
]

const european = (h: Holder) => grouped(h.tokens, '.', ',')
/** Marks that part thousands, or a fraction. */
const MARK: FileShape[] = [
  ...shapes('asked', THOUSANDS, {
    'German thousands, and one 0.5': [
      lines('address;amountUA', (h) => `${h.address};${european(h)}`, `0x${'aa'.repeat(20)};0.5`),
      { isLost: true },
    ],
    'English thousands, and one 0,5': [
      lines('wallet;amount', (h) => `${h.address};${grouped(h.tokens)}`, `0x${'aa'.repeat(20)};0,5`),
      { isLost: true },
    ],
    'German thousands under amountUA': [
      lines('address;amountUA', (h) => `${h.address};${european(h)}`),
      { answer: { decimalMark: ',' } },
    ],
    'German thousands': [
      lines('Adresse;Betrag', (h) => `${h.address};${european(h)}`),
      { answer: { decimalMark: ',', unit: 'amountUA' } },
    ],
    'English thousands, semicolons': [
      lines('wallet;tokens', (h) => `${h.address};${grouped(h.tokens)}`),
      { answer: { decimalMark: '.' } },
    ],
    'English thousands, quoted': [
      lines('HolderAddress,Balance', (h) => `"${h.address}","${grouped(h.tokens)}"`),
      { answer: { decimalMark: '.', unit: 'amountUA' } },
    ],
    'German thousands as texts of a sheet': [
      workbook(['Wallet', 'Tokens'], (h) => [h.address, european(h)]),
      { answer: { decimalMark: ',' } },
    ],
  }),
  shape(
    'asked',
    'three places after the point',
    THOUSANDS.map((tokens) => divided(tokens, 3)),
    lines('wallet,tokens', (h) => `${h.address},${h.tokens}`),
    { answer: { decimalMark: '.' } },
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
  ...shapes('asked', THOUSANDS, {
    'thousands without quotes, a column of notes left out': [
      lines('address,amountUA,note', (h) => `${h.address},${grouped(h.tokens)}`),
      { isLost: true },
    ],
    'decimal commas without quotes, a comma after the header': [
      lines('address,amountUA,', (h) => `${h.address},${h.tokens},25`),
      { isLost: true },
    ],
    'thousands without quotes, no header': [
      lines('', (h) => `${h.address},${h.index === 0 ? '5' : grouped(h.tokens)}`),
      { isLost: true },
    ],
  }),
  shape(
    'refused',
    'thousands without quotes',
    THOUSANDS,
    lines('address,amountUA', (h) => `${h.address},${grouped(h.tokens)}`),
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
  ...shapes('asked', LONG, {
    'wei that Excel saved with 15 digits': [
      lines('address,amountWei', (h) => `${h.address},${h.wei.slice(0, 15).padEnd(h.wei.length, '0')}`),
      { isLost: true },
    ],
    'number cells of 15 digits': [
      workbook(['address', 'amountUA'], (h) => [
        h.address,
        number(String(Number(Number(h.tokens).toPrecision(15)))),
      ]),
      { isLost: true },
    ],
  }),
  ...shapes('refused', LONG, {
    'doubles in JSON': [
      (all) => `[${all.map((h) => `{"address":"${h.address}","amountUA":${Number(h.tokens)}}`).join()}]`,
      { isLost: true },
    ],
    'number cells of more digits': workbook(['address', 'amountUA'], (h) => [h.address, number(h.tokens)]),
    'wei with exponents': lines(
      'address,amountWei',
      (h) => `${h.address},${Number(h.wei).toExponential().replace('e', 'E')}`,
    ),
  }),
]

/** Ordinary files that are inconvenient. */
const INCONVENIENT: FileShape[] = [
  ...shapes('refused', FRACTIONS, {
    'an explorer’s page, addresses cut off': lines(
      'Rank\tAddress\tQuantity\tPercentage',
      (h) => `${h.index + 1}\t${h.address.slice(0, 8)}...${h.address.slice(-6)}\t${grouped(h.tokens)}\t1.5%`,
    ),
    'a unit after each amount': lines('address,amount', (h) => `${h.address},"${grouped(h.tokens)} UNI"`),
    'spaces that do not break in Windows-1252': (all) =>
      Buffer.from(
        String(lines('address;amount', (h) => `${h.address};${grouped(h.tokens, '\u00a0', ',')}`)(all)),
        'latin1',
      ),
    'an ENS name for an address': lines(
      'address,tokens',
      (h) => `${h.index === 3 ? 'vitalik.eth' : h.address},${h.tokens}`,
    ),
    'an address twice': lines(
      'address,tokens',
      (h) => `${h.address},${h.tokens}`,
      `0x${'aa'.repeat(20)},1\n0x${'AA'.repeat(20)},2`,
    ),
    'an empty amount': lines('address,tokens', (h) => `${h.address},${h.index === 3 ? '' : h.tokens}`),
    'a negative amount': lines('address,tokens', (h) => `${h.address},${h.index === 3 ? '-5' : h.tokens}`),
    'a formula': lines('address,tokens', (h) => `${h.address},${h.index === 3 ? '=A1*2' : h.tokens}`),
    'a zip of two lists': (all) =>
      zip({
        'a.csv': String(lines('address,tokens', (h) => `${h.address},${h.tokens}`)(all)),
        'b.csv': 'address,tokens\n',
      }),
    'two lists in one JSON': json((all) => ({
      excluded: [{ address: `0x${'aa'.repeat(20)}`, amount: '1.5' }],
      holders: all.map((h) => ({ address: h.address, amount: h.tokens })),
    })),
    'both amountWei and amountUA': lines(
      'address,amountWei,amountUA',
      (h) => `${h.address},${h.wei},${h.tokens}`,
    ),
    'an answer that is an error': () => JSON.stringify({ error: true, message: 'rate limited' }),
  }),
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
  ...shapes('asked', FRACTIONS, {
    'Disperse with mixed separators': [
      (all) => all.map((h) => `${h.address}${[' ', ',', '='][h.index % 3]}${h.tokens}`).join('\n'),
      { isLost: true },
    ],
    'a total below': [
      lines('HolderAddress,Balance', (h) => `${h.address},${h.tokens}`, 'Total,1290000.5'),
      { answer: { leaveOut: [16] } },
    ],
    'a total below, a workbook': [
      workbook(['Wallet', 'Tokens'], (h) => [h.address, number(h.tokens)], {
        below: [['Total', number('1290000.5')]],
      }),
      { answer: { leaveOut: [16] } },
    ],
    'a table in Markdown': [
      lines('| address | tokens |\n|---|---|', (h) => `| ${h.address} | ${h.tokens} |`),
      { answer: { leaveOut: [2] } },
    ],
    'Amount (in thousands)': [
      lines('wallet,Amount (in thousands)', (h) => `${h.address},${divided(h.tokens, 3)}`),
      { isLost: true },
    ],
    'hidden rows': (all) =>
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
    'a second sheet': workbook(['Wallet', 'Tokens'], (h) => [h.address, number(h.tokens)], {
      sheets: [{ name: 'Wave 1' }, { name: 'Wave 2' }],
      parts: {
        'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>0x${'aa'.repeat(20)}</t></is></c><c r="B1"><v>5</v></c></row></sheetData></worksheet>`,
      },
    }),
  }),
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
