import { zip } from '../harness/build-xlsx.ts'
import {
  divided,
  type FileShape,
  FRACTIONS,
  formatted,
  grouped,
  hex,
  json,
  jsonLines,
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

const OTHER = `0x${'99'.repeat(20)}`
const TOKEN = `0x${'70'.repeat(20)}`
const asWei = { answer: { unit: 'amountWei' } } as const
const asTokens = { answer: { unit: 'amountUA' } } as const
const columns = (address: string, amount: string, more: { unit?: 'amountUA' | 'amountWei' } = {}) => ({
  answer: { columns: { address, amount }, ...more },
})
const LOST = { isLost: true } as const

/** Explorers in other languages, indexers, analytics. */
const TOOLS: FileShape[] = [
  ...shapes('right', FRACTIONS, {
    'an explorer in Chinese': [
      lines('排名,地址,数量,百分比', (h) => `${h.index + 1},${h.address},"${grouped(h.tokens)}",0.5%`),
      columns('地址', '数量'),
    ],
    'an explorer in Russian': [
      lines(
        'Ранг;Адрес;Количество;Доля',
        (h) => `${h.index + 1};${h.address};${grouped(h.tokens, '\u00a0', ',')};0,5%`,
      ),
      columns('Адрес', 'Количество'),
    ],
    'an explorer in Japanese': [
      lines('ランク,アドレス,残高', (h) => `${h.index + 1},${h.address},"${grouped(h.tokens)}"`),
      columns('アドレス', '残高'),
    ],
    'an explorer in Spanish': [
      lines('Dirección;Cantidad', (h) => `${h.address};${grouped(h.tokens, '.', ',')}`),
      columns('Dirección', 'Cantidad'),
    ],
    'Flipside, CSV': lines('USER_ADDRESS,BALANCE', (h) => `${h.address},${h.tokens}`),
    'Flipside, dollars beside': [
      lines('USER_ADDRESS,AMOUNT,AMOUNT_USD', (h) => `${h.address},${h.tokens},${h.index}9.5`),
      columns('USER_ADDRESS', 'AMOUNT'),
    ],
    'Flipside, JSON': json((all) =>
      all.map((h) => ({ user_address: h.address, balance: h.tokens, __row_index: h.index })),
    ),
    'Dune, the price beside': [
      lines('address,balance,price_usd,balance_usd', (h) => `${h.address},${h.tokens},1.5,7.5`),
      columns('address', 'balance'),
    ],
    'Dune, its rank': lines(
      'rank,wallet,token_balance,pct_supply',
      (h) => `${h.index + 1},${h.address},${h.tokens},0.${h.index}`,
    ),
    'Covalent, yesterday’s balance': json((all) => ({
      data: {
        items: all.map((h) => ({
          contract_decimals: 18,
          address: h.address,
          balance: h.wei,
          balance_24h: '5',
          quote: 1.5,
        })),
      },
    })),
    'Moralis, CSV': lines(
      'owner_address,balance,balance_formatted,is_contract',
      (h) => `${h.address},${h.wei},${h.tokens},false`,
    ),
    'The Graph, value': json((all) => ({
      data: { holders: all.map((h) => ({ id: h.address, value: h.tokens })) },
    })),
    'BigQuery, lines of JSON': jsonLines((h) => ({
      address: h.address,
      balance: h.tokens,
      block_number: '19000000',
    })),
    'Gnosis’ airdrop, the coin itself': lines(
      'token_type,token_address,receiver,value,id',
      (h) => `native,,${h.address},${h.tokens},`,
    ),
    'Hedgey, vesting': [
      lines(
        'recipient,amount,start,cliff,end',
        (h) => `${h.address},${h.tokens},1700000000,1710000000,1800000000`,
      ),
      columns('recipient', 'amount'),
    ],
    Sablier: [
      lines('address,amount,duration', (h) => `${h.address},${h.tokens},${h.index}00`),
      columns('address', 'amount'),
    ],
    Coinlist: lines(
      'email,eth_address,token_amount',
      (h) => `a${h.index}@example.org,${h.address},${h.tokens}`,
    ),
    'a map in Solidity’s test data': json((all) => ({
      balances: Object.fromEntries(all.map((h) => [h.address, hex(h.wei)])),
    })),
    'decimals in a column': lines('address,balance_raw,decimals', (h) => `${h.address},${h.wei},18`),
  }),
  ...shapes('asked', FRACTIONS, {
    'Flipside, with a date': [
      lines('BLOCK_DATE,USER_ADDRESS,CURRENT_BAL', (h) => `2026-01-01,${h.address},${h.tokens}`),
      columns('USER_ADDRESS', 'CURRENT_BAL'),
    ],
    'Dune, raw beside balance': [
      lines('address,balance_raw,balance', (h) => `${h.address},${h.wei},${h.tokens}`),
      columns('address', 'balance'),
    ],
    'Alchemy’s owners': [
      json((all) => ({
        owners: all.map((h) => ({
          ownerAddress: h.address,
          tokenBalances: [{ tokenId: '1', balance: '1' }],
        })),
      })),
      LOST,
    ],
    BigQuery: [lines('address,f0_', (h) => `${h.address},${h.tokens}`), columns('address', 'f0_')],
    'an explorer’s transfers': [
      lines(
        '"Txhash","Blockno","From","To","Quantity","Method"',
        (h) =>
          `"0x${'1'.repeat(63)}${h.index % 10}","19","${OTHER}","${h.address}","${grouped(h.tokens)}","Transfer"`,
      ),
      columns('To', 'Quantity'),
    ],
    'Galxe points': [
      lines('address,points', (h) => `${h.address},${h.tokens}`),
      columns('address', 'points'),
    ],
    'a staking contract': [
      lines('wallet,staked', (h) => `${h.address},${h.tokens}`),
      columns('wallet', 'staked'),
    ],
    'a map of holders to objects': [
      json((all) => ({
        holders: Object.fromEntries(all.map((h) => [h.address, { balance: h.tokens, txs: 4 }])),
      })),
      columns('(key)', 'balance'),
    ],
  }),
  shape(
    'asked',
    'holders of an NFT',
    WHOLE,
    lines('HolderAddress,Quantity', (h) => `${h.address},${h.tokens}`),
    asTokens,
  ),
  ...shapes('refused', FRACTIONS, {
    'cast’s lines': [lines('', (h) => `${h.address}: ${h.tokens}`), columns('column 1', 'column 2')],
    'decimals of another coin beside the list': [
      json((all) => ({
        decimals: 6,
        holders: all.map((h) => ({ address: h.address, amountWei: `${BigInt(h.wei) / 10n ** 12n}` })),
      })),
      LOST,
    ],
    'decimals of another coin in a column': [
      lines('address,balance_raw,decimals', (h) => `${h.address},${h.wei.slice(0, -12) || '0'},6`),
      LOST,
    ],
  }),
]

/** Spreadsheets of five countries, and what people do in them. */
const SPREADSHEETS: FileShape[] = [
  ...shapes('right', FRACTIONS, {
    'Excel in Spain': lines(
      'Cuenta;Wallet;Tokens',
      (h) => `${h.index + 1};${h.address};${grouped(h.tokens, '.', ',')}`,
    ),
    'Excel in Poland': lines('Wallet;Tokens', (h) => `${h.address};${grouped(h.tokens, '\u00a0', ',')}`),
    'Excel in Brazil': [
      lines('Carteira;Tokens', (h) => `${h.address};${grouped(h.tokens, '.', ',')}`),
      columns('Carteira', 'Tokens'),
    ],
    'Excel in Switzerland': lines('Wallet;Tokens', (h) => `${h.address};${grouped(h.tokens, '’')}`),
    'Excel in Japan, in UTF-16': (all) =>
      Buffer.from(
        `\uFEFF${lines('Wallet\tTokens', (h) => `${h.address}\t${grouped(h.tokens)}`)(all)}`,
        'utf16le',
      ),
    'Google Sheets': lines('Wallet,Tokens', (h) => `${h.address},"${grouped(h.tokens)}"`, '', '\r\n'),
    'LibreOffice, all texts in quotes': lines(
      '"Wallet";"Tokens"',
      (h) => `"${h.address}";${grouped(h.tokens, '', ',')}`,
    ),
    'Numbers, the table’s name above': lines('Table 1,\nWallet,Tokens', (h) => `${h.address},${h.tokens}`),
    'empty columns at the right': lines('Wallet,Tokens,,,', (h) => `${h.address},${h.tokens},,,`),
    'empty columns at the left': lines(',,Wallet,Tokens', (h) => `,,${h.address},${h.tokens}`),
    'a merged title, and a row of groups': workbook(
      ['Wallet', 'Name', 'Tokens'],
      (h) => [h.address, 'x', number(h.tokens)],
      {
        above: [
          ['Airdrop', null, null],
          ['Holder', null, 'Allocation'],
        ],
      },
    ),
    'thousands by the cells’ format': workbook(
      ['Wallet', 'Tokens'],
      (h) => [h.address, number(h.tokens, 1)],
      {
        styles: formatted('#,##0.00'),
      },
    ),
    'the token’s name by the cells’ format': workbook(
      ['Wallet', 'Tokens'],
      (h) => [h.address, number(h.tokens, 1)],
      {
        styles: formatted('#,##0.00 "UNI"'),
      },
    ),
    'millions by the cells’ format': workbook(['Wallet', 'Tokens'], (h) => [h.address, number(h.tokens, 1)], {
      styles: formatted('0.0,, "M"'),
    }),
    'a hidden column of notes': workbook(
      ['Wallet', 'Note', 'Tokens'],
      (h) => [h.address, 'x', number(h.tokens)],
      {
        cols: '<cols><col min="2" max="2" hidden="1"/></cols>',
      },
    ),
    'formulas with their results': workbook(['Wallet', 'Tokens'], (h) => [
      h.address,
      { xml: `<c r="$"><f>C1*2</f><v>${h.tokens}</v></c>` },
    ]),
    'numbers in quotes': lines('Wallet,Tokens', (h) => `"${h.address}","${h.tokens}"`),
    'a space after each amount': lines('Wallet;Tokens', (h) => `${h.address};${h.tokens}\u00a0`),
  }),
  ...shapes('refused', FRACTIONS, {
    'percentages by the cells’ format': workbook(['Wallet', 'Tokens'], (h) => [h.address, number('0.5', 1)], {
      styles: formatted('0.00%'),
    }),
    'dollars as text': [lines('Wallet,Amount', (h) => `${h.address},"$${grouped(h.tokens)}"`), LOST],
    'formulas never computed': workbook(['Wallet', 'Tokens'], (h) => [
      h.address,
      { xml: '<c r="$"><f>C1*2</f></c>' },
    ]),
    'errors in cells': workbook(['Wallet', 'Tokens'], (h) => [
      h.address,
      h.index === 3 ? { xml: '<c r="$" t="e"><v>#REF!</v></c>' } : number(h.tokens),
    ]),
    'numbers as text with an apostrophe': lines('Wallet,Tokens', (h) => `${h.address},'${h.tokens}`),
    'a plus before each amount': lines('Wallet,Tokens', (h) => `${h.address},+${h.tokens}`),
  }),
  ...shapes('asked', FRACTIONS, {
    'pounds by the cells’ format': [
      workbook(['Wallet', 'Tokens'], (h) => [h.address, number(h.tokens, 1)], {
        styles: formatted('"£"#,##0.00'),
      }),
      LOST,
    ],
    'yen by the cells’ format': [
      workbook(['Wallet', 'Tokens'], (h) => [h.address, number(h.tokens, 1)], {
        styles: formatted('[$¥-411]#,##0'),
      }),
      LOST,
    ],
    'a hidden column of addresses': [
      workbook(['Wallet', 'Tokens'], (h) => [h.address, number(h.tokens)], {
        cols: '<cols><col min="1" max="1" hidden="1"/></cols>',
      }),
      columns('Wallet', 'Tokens'),
    ],
    'a hidden sheet with another list': workbook(['Wallet', 'Tokens'], (h) => [h.address, number(h.tokens)], {
      sheets: [{ name: 'Final' }, { name: 'Old', state: 'hidden' }],
      parts: {
        'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${OTHER}</t></is></c><c r="B1"><v>5</v></c></row></sheetData></worksheet>`,
      },
    }),
    'a grand total on top of the holders': [
      lines('Wallet,Tokens\nGrand total,1290000.5', (h) => `${h.address},${h.tokens}`),
      { answer: { leaveOut: [2] } },
    ],
    'a total without a word below': [
      lines('Wallet,Tokens', (h) => `${h.address},${h.tokens}`, ',1290000.5'),
      { answer: { leaveOut: [16] } },
    ],
    'a total without a word below, a workbook': [
      workbook(['Wallet', 'Tokens'], (h) => [h.address, number(h.tokens)], {
        below: [[], [null, number('1290000.5')]],
      }),
      { answer: { leaveOut: [17] } },
    ],
    'notes below': [
      workbook(['Wallet', 'Tokens'], (h) => [h.address, number(h.tokens)], {
        below: [[], ['as of 1 January']],
      }),
      { answer: { leaveOut: [17] } },
    ],
    'the header again among the holders': [
      lines('Wallet,Tokens', (h) => `${h.index === 7 ? 'Wallet,Tokens\n' : ''}${h.address},${h.tokens}`),
      { answer: { leaveOut: [9] } },
    ],
    'two tables side by side': [
      workbook(['Wallet', 'Tokens', null, 'Wallet', 'Tokens'], (h) => [
        h.address,
        number(h.tokens),
        null,
        h.index < 3 ? `0x${`${h.index}`.repeat(40)}` : null,
        h.index < 3 ? number('5.5') : null,
      ]),
      LOST,
    ],
    'waves one below the other': [
      lines('Wallet,Tokens', (h) => `${h.index === 7 ? 'Wave 2,\n' : ''}${h.address},${h.tokens}`),
      { answer: { leaveOut: [9] } },
    ],
  }),
]

/** What databases, statistics and programs write. */
const PROGRAMS: FileShape[] = [
  ...shapes('right', FRACTIONS, {
    'R, row names': lines('"","address","amount"', (h) => `"${h.index + 1}","${h.address}",${h.tokens}`),
    'pandas, an index with a name': lines(
      'Unnamed: 0,wallet,amount',
      (h) => `${h.index},${h.address},${h.tokens}`,
    ),
    'pandas, records': json((all) =>
      all.map((h) => ({ index: h.index, wallet: h.address, amount: Number(h.tokens) })),
    ),
    'pandas, split': json((all) => ({
      columns: ['wallet', 'amount'],
      index: all.map((h) => h.index),
      data: all.map((h) => [h.address, h.tokens]),
    })),
    'MySQL, tabs': lines('address\tamount', (h) => `${h.address}\t${h.tokens}`),
    SQLite: lines('', (h) => `${h.address}|${h.tokens}`),
    'numbers of web3.js': [
      json((all) =>
        all.map((h) => ({ address: h.address, amount: { _hex: hex(h.wei), _isBigNumber: true } })),
      ),
      columns('address', 'amount._hex', { unit: 'amountWei' }),
    ],
    'addresses in capitals with 0X': lines(
      'address,tokens',
      (h) => `0X${h.address.slice(2).toUpperCase()},${h.tokens}`,
    ),
    'comments above': lines(
      '# holders at block 19000000\n# decimals: 18\naddress,tokens',
      (h) => `${h.address},${h.tokens}`,
    ),
    'the header after the delimiter’s spaces': lines('address , tokens', (h) => `${h.address} , ${h.tokens}`),
    'old line ends': lines('address,tokens', (h) => `${h.address},${h.tokens}`, '', '\r'),
    'a zip in a folder': (all) =>
      zip({
        'export/holders.json': JSON.stringify(all.map((h) => ({ address: h.address, amountUA: h.tokens }))),
      }),
  }),
  ...shapes('refused', FRACTIONS, {
    'R, write.table': lines('"address" "amount"', (h) => `"${h.index + 1}" "${h.address}" ${h.tokens}`),
    'pandas, columns': json((all) => ({
      wallet: Object.fromEntries(all.map((h) => [h.index, h.address])),
      amount: Object.fromEntries(all.map((h) => [h.index, h.tokens])),
    })),
    'PostgreSQL, aligned': [
      lines(' address | amount \n---------+--------', (h) => ` ${h.address} | ${h.tokens}`, '(14 rows)'),
      { answer: { leaveOut: [2, 17] } },
    ],
    'MySQL, borders': lines(
      '+---+---+\n| address | amount |\n+---+---+',
      (h) => `| ${h.address} | ${h.tokens} |`,
      '+---+---+',
    ),
    'SQL statements': lines('', (h) => `INSERT INTO holders VALUES ('${h.address}', ${h.tokens});`),
    'a table in HTML': lines(
      '<table>',
      (h) => `<tr><td>${h.address}</td><td>${h.tokens}</td></tr>`,
      '</table>',
    ),
    YAML: lines('holders:', (h) => `  "${h.address}": ${h.tokens}`),
    'Python’s dictionary': (all) => `{${all.map((h) => `'${h.address}': ${h.tokens}`).join(', ')}}`,
    JavaScript: (all) =>
      `export const holders = [${all.map((h) => `['${h.address}', '${h.tokens}']`).join(', ')}]`,
    'JSON with comments': (all) =>
      `// holders\n[${all.map((h) => `{"address":"${h.address}","amount":"${h.tokens}"}`).join()}]`,
    'numbers of JavaScript with n': json((all) =>
      all.map((h) => ({ address: h.address, amount: `${h.wei}n` })),
    ),
    'bytes32 addresses': lines(
      'address,tokens',
      (h) => `0x${'0'.repeat(24)}${h.address.slice(2)},${h.tokens}`,
    ),
    'an invisible space in an address': lines(
      'address,tokens',
      (h) => `${h.address}${h.index === 3 ? '\u200b' : ''},${h.tokens}`,
    ),
    'single quotes': lines('address,tokens', (h) => `'${h.address}',${h.tokens}`),
  }),
  ...shapes('asked', FRACTIONS, {
    'pandas, a shuffled index': [
      lines(',wallet,amount', (h) => `${(h.index * 5) % 14},${h.address},${h.tokens}`),
      columns('wallet', 'amount'),
    ],
    'bigints with their type': [
      json((all) => all.map((h) => ({ address: h.address, amount: { type: 'bigint', value: h.wei } }))),
      { answer: { unit: 'amountWei' } },
    ],
  }),
  ...shapes('asked', WHOLE, {
    'pandas, whole numbers with .0': [lines('wallet,amount', (h) => `${h.address},${h.tokens}.0`), asTokens],
    'pandas, wei with .0': [lines('wallet,amount', (h) => `${h.address},${h.wei}.0`), asWei],
  }),
  shape(
    'refused',
    'pandas, wei as floats',
    WHOLE,
    lines('wallet,amount', (h) => `${h.address},${Number(h.wei).toExponential()}`),
  ),
  shape(
    'refused',
    'underscores as in code',
    THOUSANDS,
    lines('wallet,tokens', (h) => `${h.address},${grouped(h.tokens, '_')}`),
  ),
]

/** What a project's own sheets have beside the amount. */
const PROJECTS: FileShape[] = [
  ...shapes('asked', FRACTIONS, {
    'vested, unvested and total': [
      lines('wallet,vested,unvested,total', (h) => `${h.address},1.5,2.5,${h.tokens}`),
      columns('wallet', 'total'),
    ],
    'allocation, claimed and unclaimed': [
      lines('wallet,allocation,claimed,unclaimed', (h) => `${h.address},${h.tokens},1.5,2.5`),
      columns('wallet', 'allocation'),
    ],
    'tokens claimed already beside': [
      lines('wallet,tokens,already_claimed', (h) => `${h.address},${h.tokens},1.5`),
      columns('wallet', 'tokens'),
    ],
    'a share alone': [lines('wallet,share', (h) => `${h.address},0.0${h.index + 1}`), LOST],
    'weeks and their total': [
      lines('wallet,week 1,week 2,total', (h) => `${h.address},1.5,2.5,${h.tokens}`),
      columns('wallet', 'total'),
    ],
    'tokens each month, and months': [
      lines('wallet,tokens_per_month,months', (h) => `${h.address},${h.tokens},12`),
      LOST,
    ],
    'dollars alone': [lines('wallet,usd', (h) => `${h.address},${h.tokens}`), LOST],
    'dollars alone, as the amount': [lines('wallet,amount_usd', (h) => `${h.address},${h.tokens}`), LOST],
    'stablecoins alone': [lines('wallet,amount_usdc', (h) => `${h.address},${h.tokens}`), LOST],
    'the coin of the chain': [lines('wallet,Balance (ETH)', (h) => `${h.address},${h.tokens}`), LOST],
    'the token’s name as a header': [
      lines('wallet,UNI', (h) => `${h.address},${h.tokens}`),
      columns('wallet', 'UNI'),
    ],
    'Amount (k)': [lines('wallet,Amount (k)', (h) => `${h.address},${divided(h.tokens, 3)}`), LOST],
    'Tokens (x1000)': [lines('wallet,Tokens (x1000)', (h) => `${h.address},${divided(h.tokens, 3)}`), LOST],
    'Tokens in millions': [
      lines('wallet,Tokens in millions', (h) => `${h.address},${divided(h.tokens, 6)}`),
      LOST,
    ],
    'Amount, gwei': [lines('wallet,Amount (gwei)', (h) => `${h.address},${h.wei.slice(0, -9)}`), LOST],
    'gwei in a name': [lines('wallet,amount_gwei', (h) => `${h.address},${h.wei.slice(0, -9)}`), LOST],
    'points for tokens': [
      lines('wallet,points,tokens', (h) => `${h.address},${h.index}00,${h.tokens}`),
      columns('wallet', 'tokens'),
    ],
    'tokens of two coins': [
      lines('wallet,token0,token1', (h) => `${h.address},1.5,${h.tokens}`),
      columns('wallet', 'token1'),
    ],
    'old and new tokens': [
      lines('wallet,old_amount,new_amount', (h) => `${h.address},1.5,${h.tokens}`),
      columns('wallet', 'new_amount'),
    ],
    'amount and its correction': [
      lines('wallet,amount,corrected', (h) => `${h.address},1.5,${h.index === 3 ? h.tokens : ''}`),
      LOST,
    ],
    'amount and bonus': [lines('wallet,amount,bonus', (h) => `${h.address},${h.tokens},${h.index}.5`), LOST],
    'tokens before a fee': [
      lines('wallet,tokens,fee', (h) => `${h.address},${h.tokens},0.5`),
      columns('wallet', 'tokens'),
    ],
    'a multiplier beside': [
      lines('wallet,tokens,multiplier', (h) => `${h.address},${h.tokens},1.${h.index}`),
      LOST,
    ],
    'a few amounts in a second column': [
      lines('wallet,tokens,override', (h) => `${h.address},${h.tokens},${h.index === 3 ? '77.5' : ''}`),
      LOST,
    ],
    'units in the final amounts': [
      lines('wallet,amount,final', (h) => `${h.address},1.5,"${h.tokens} UNI"`),
      LOST,
    ],
    'dashes among the final amounts': [
      lines('wallet,amount,final', (h) => `${h.address},1.5,${h.index % 5 ? h.tokens : '-'}`),
      LOST,
    ],
    'adjustments with a sign': [
      lines('wallet,amount,adjustment', (h) => `${h.address},${h.tokens},${h.index % 2 ? '-' : ''}1.5`),
      LOST,
    ],
    'two wallets': [
      lines(
        'wallet,new_wallet,tokens',
        (h) => `${OTHER.slice(0, -2)}${10 + h.index},${h.address},${h.tokens}`,
      ),
      columns('new_wallet', 'tokens'),
    ],
    'the balance at the block beside': [
      lines('wallet,balance,balance_at_block', (h) => `${h.address},1.5,${h.tokens}`),
      columns('wallet', 'balance_at_block'),
    ],
    'the share of tokens beside the money': [
      lines('wallet,amount,token_share', (h) => `${h.address},150.5,${h.tokens}`),
      columns('wallet', 'token_share'),
    ],
    'what a wallet has beside the claim': [
      lines('wallet,amount,wallet_total', (h) => `${h.address},1.5,${h.tokens}`),
      columns('wallet', 'wallet_total'),
    ],
    'Disperse, thousands parted by spaces': [
      lines('', (h) => `${h.address} ${grouped(h.tokens, ' ')}`),
      LOST,
    ],
  }),
  ...shapes('right', FRACTIONS, {
    'claimed as yes or no': lines(
      'wallet,tokens,claimed',
      (h) => `${h.address},${h.tokens},${h.index % 2 ? 'yes' : 'no'}`,
    ),
    'percentages beside': lines('wallet,tokens,percentage', (h) => `${h.address},${h.tokens},${h.index}.5`),
    'notes beside': lines('wallet,tokens,note', (h) => `${h.address},${h.tokens},"round 2, ${h.index}"`),
    'the price beside': lines('wallet,price,tokens', (h) => `${h.address},0.5,${h.tokens}`),
    'dollars beside': lines('wallet,usd_value,tokens', (h) => `${h.address},77.5,${h.tokens}`),
    'the token’s address beside': lines('token,wallet,tokens', (h) => `${TOKEN},${h.address},${h.tokens}`),
    'a block and a time beside': lines(
      'wallet,tokens,block_number,timestamp',
      (h) => `${h.address},${h.tokens},19000000,1700000000`,
    ),
    'a telephone number for one': lines(
      'wallet,tokens,phone',
      (h) => `${h.address},${h.tokens},${h.index === 3 ? '5551234' : ''}`,
    ),
    'the wallet’s address twice': lines(
      'wallet,link,tokens',
      (h) => `${h.address},[${h.address}](https://etherscan.io/address/${h.address}),${h.tokens}`,
    ),
    'decimals of the coin beside the list': json((all) => ({
      holders: all.map((h) => ({ address: h.address, amountWei: h.wei })),
      token: { decimals: 18 },
    })),
    'decimals of another token beside whole tokens': json((all) => ({
      strategies: { decimals: 6 },
      scores: [Object.fromEntries(all.map((h) => [h.address, Number(h.tokens)]))],
    })),
  }),
  ...shapes('refused', FRACTIONS, {
    'decimals of another coin beside the list, of nearly as many': [
      json((all) => ({
        token: { decimals: 6, symbol: 'X' },
        holders: all.map((h) => ({ address: h.address, amountWei: h.wei })),
      })),
      { decimals: 8 },
    ],
    'decimals of another coin of nearly as many': [
      lines('address,amountWei,decimals', (h) => `${h.address},${h.wei},6`),
      { decimals: 8 },
    ],
    'addresses of Solana among them': lines(
      'wallet,tokens',
      (h) => `${h.index === 3 ? '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' : h.address},${h.tokens}`,
    ),
    'a thousand in a letter': lines(
      'wallet,tokens',
      (h) => `${h.address},${h.index === 3 ? '1.2K' : h.tokens}`,
    ),
    'nothing as a dash': lines('wallet,tokens', (h) => `${h.address},${h.index === 3 ? '-' : h.tokens}`),
    'other digits': lines('wallet,tokens', (h) => `${h.address},${h.index === 3 ? '١٢٣' : h.tokens}`),
    'full-width digits': lines('wallet,tokens', (h) => `${h.address},${h.index === 3 ? '１２３' : h.tokens}`),
    'a point without a fraction': lines(
      'wallet,tokens',
      (h) => `${h.address},${h.tokens.includes('.') ? h.tokens : `${h.tokens}.`}`,
    ),
  }),
  shape(
    'asked',
    'owner_address with whole tokens',
    WHOLE,
    lines('owner_address,balance', (h) => `${h.address},${h.tokens}`),
    asTokens,
  ),
  shape(
    'refused',
    'a fraction without a digit before it',
    [...SMALL.slice(1), '0.5'],
    lines('wallet,tokens', (h) => `${h.address},${h.tokens.replace(/^0\./, '.')}`),
  ),
  shape(
    'refused',
    'more decimals than the coin has',
    LONG.map((tokens) => tokens.slice(0, 7)),
    lines('wallet,tokens', (h) => `${h.address},${h.tokens}123456`),
    { decimals: 6 },
  ),
]

export const MORE_SHAPES = [...TOOLS, ...SPREADSHEETS, ...PROGRAMS, ...PROJECTS]
