import { gzipSync } from 'node:zlib'
import { zip } from '../harness/build-xlsx.ts'
import {
  type FileShape,
  FRACTIONS,
  grouped,
  groupedByTwos,
  hex,
  json,
  jsonLines,
  LONG,
  lines,
  number,
  shape,
  shapes,
  WHOLE,
  workbook,
} from './file-shape.ts'

const TOKEN = `0x${'70'.repeat(20)}`
const item = (names: [string, string], { address, tokens }: { address: string; tokens: string }) => ({
  [names[0]]: address,
  [names[1]]: tokens,
})

/** What explorers, indexers, wallets and chains write. */
const FROM_TOOLS: FileShape[] = [
  ...shapes('right', FRACTIONS, {
    'an explorer, quoted': (holders) =>
      `\uFEFF${lines('"HolderAddress","Balance","PendingBalanceUpdate"', (h) => `"${h.address}","${grouped(h.tokens)}","No"`, '', '\r\n')(holders)}`,
    'an explorer, ranks and percentages': lines(
      'Rank,Address,Quantity,Percentage',
      (h) => `${h.index + 1},${h.address},"${grouped(h.tokens)}",${h.index}.5%`,
    ),
    'an explorer, name tags and counts': lines(
      '"Rank","Address","Name Tag","Balance","Percentage","Txn Count"',
      (h) =>
        `"${h.index + 1}","${h.address}","${h.index === 3 ? 'Binance: Hot 3' : ''}","${grouped(h.tokens)}","${h.index}.1%","${h.index * 7}"`,
    ),
    'an explorer, upper case': lines(
      '"HOLDERADDRESS","BALANCE"',
      (h) => `"${h.address}","${grouped(h.tokens)}"`,
    ),
    'an explorer, a coin of 6 decimals': [
      lines('HolderAddress,Balance', (h) => `${h.address},"${grouped(h.tokens)}"`),
      { decimals: 6 },
    ],
    'an explorer, a coin of 8 decimals': [
      lines('HolderAddress,Balance', (h) => `${h.address},"${grouped(h.tokens)}"`),
      { decimals: 8 },
    ],
    'an explorer, a coin of 9 decimals': [
      lines('HolderAddress,Balance', (h) => `${h.address},"${grouped(h.tokens)}"`),
      { decimals: 9 },
    ],
    'Blockscout, CSV': lines('HolderAddress,Balance', (h) => `${h.address},${h.tokens}`),
    'Blockscout, API': json((all) => ({
      items: all.map((h) => ({
        address: { hash: h.address, is_contract: false },
        value: h.wei,
        token_id: null,
      })),
      next_page_params: null,
    })),
    Moralis: json((all) => ({
      cursor: null,
      result: all.map((h) => ({
        owner_address: h.address,
        balance: h.wei,
        balance_formatted: h.tokens,
        usd_value: '1.5',
      })),
    })),
    'Moralis, a coin of 6 decimals': [
      json((all) => ({
        result: all.map((h) => ({ owner_address: h.address, balance: h.wei, balance_formatted: h.tokens })),
      })),
      { decimals: 6 },
    ],
    Covalent: json((all) => ({
      data: {
        items: all.map((h) => ({
          contract_decimals: 18,
          contract_address: TOKEN,
          address: h.address,
          balance: h.wei,
          total_supply: '9',
        })),
      },
    })),
    'Covalent, pages': json((all) =>
      [all.slice(0, 7), all.slice(7)].map((page) => ({
        data: { items: page.map((h) => ({ contract_decimals: 18, address: h.address, balance: h.wei })) },
      })),
    ),
    'geth’s dump': json((all) => ({
      root: '07',
      accounts: Object.fromEntries(
        all.map((h) => [h.address, { balance: h.wei, nonce: 1, codeHash: '0x2' }]),
      ),
    })),
    'geth’s lines': jsonLines((h) => ({
      balance: h.wei,
      nonce: 1,
      codeHash: '0x2',
      address: h.address,
      key: '0x3',
    })),
    'Uniswap, a map of hexadecimal': json((all) =>
      Object.fromEntries(all.map((h) => [h.address, hex(h.wei)])),
    ),
    'Uniswap, earnings': json((all) =>
      all.map((h) => ({ address: h.address, earnings: hex(h.wei), reasons: '' })),
    ),
    'a Merkle distributor': json((all) => ({
      merkleRoot: `0x${'1'.repeat(64)}`,
      tokenTotal: '0x10',
      claims: Object.fromEntries(
        all.map((h) => [h.address, { index: h.index, amount: hex(h.wei), proof: [] }]),
      ),
    })),
    'OpenZeppelin’s tree': json((all) => ({
      format: 'standard-v1',
      leafEncoding: ['address', 'uint256'],
      tree: ['0x11'],
      values: all.map((h) => ({ value: [h.address, h.wei], treeIndex: h.index })),
    })),
    Ankr: json((all) => ({
      jsonrpc: '2.0',
      result: {
        tokenDecimals: 18,
        holders: all.map((h) => ({ holderAddress: h.address, balance: h.tokens, balanceRawInteger: h.wei })),
      },
    })),
    Bitquery: json((all) => ({
      data: {
        EVM: {
          TokenHolders: all.map((h) => ({ Holder: { Address: h.address }, Balance: { Amount: h.tokens } })),
        },
      },
    })),
    NodeReal: json((all) => ({
      result: { details: all.map((h) => ({ accountAddress: h.address, tokenBalance: hex(h.wei) })) },
    })),
    'numbers of ethers': json((all) =>
      all.map((h) => ({ account: h.address, amount: { type: 'BigNumber', hex: hex(h.wei) } })),
    ),
    'a subgraph in whole tokens': json((all) => ({
      data: { accounts: all.map((h) => ({ id: h.address, balance: h.tokens })) },
    })),
    'a subgraph, nested': json((all) => ({
      data: { tokenHolders: all.map((h) => ({ account: { id: h.address }, balance: h.tokens })) },
    })),
    'Snapshot’s scores': lines('address,choice,vp,timestamp', (h) => `${h.address},1,${h.tokens},1700000000`),
    'Snapshot’s report': lines(
      'address,choice,voting_power,timestamp,date_utc,author_ipfs_hash',
      (h) => `${h.address},${h.index % 3},${h.tokens},170000000${h.index},2026-01-01,bafk${h.index}`,
    ),
    'Snapshot’s votes': json((all) => ({
      data: { votes: all.map((h) => ({ voter: h.address, choice: 1, vp: Number(h.tokens) })) },
    })),
    'a Safe airdrop': lines(
      'token_type,token_address,receiver,amount,id',
      (h) => `erc20,${TOKEN},eth:${h.address},${h.tokens},`,
    ),
    'Dune, links in Markdown': lines(
      'holder,balance',
      (h) => `[${h.address}](https://etherscan.io/address/${h.address}),${h.tokens}`,
    ),
    'Dune, its API': json((all) => ({
      execution_id: '01',
      result: { rows: all.map((h) => item(['address', 'balance'], h)), metadata: { row_count: 14 } },
    })),
    'a database’s bytes': lines('address,balance', (h) => `\\x${h.address.slice(2)},${h.tokens}`),
    'digits alone': lines('address,balance', (h) => `${h.address.slice(2)},${h.tokens}`),
    XDC: lines('address,balance', (h) => `xdc${h.address.slice(2)},${h.tokens}`),
    Ronin: lines('address,balance', (h) => `ronin:${h.address.slice(2)},${h.tokens}`),
    'CAIP-10': lines('account,balance', (h) => `eip155:1:${h.address},${h.tokens}`),
    'MultiSender, commas': lines('', (h) => `${h.address},${h.tokens}`),
    'MultiSender, equals signs': lines('', (h) => `${h.address}=${h.tokens}`),
    'Disperse, spaces': lines('', (h) => `${h.address} ${h.tokens}`),
  }),
  ...shapes('refused', FRACTIONS, {
    'Covalent, of a coin of other decimals': [
      json((all) => ({
        data: { items: all.map((h) => ({ contract_decimals: 6, address: h.address, balance: h.wei })) },
      })),
      { isLost: true },
    ],
    'CAIP-10 of two chains': lines(
      'account,balance',
      (h) => `eip155:${h.index === 5 ? 56 : 1}:${h.address},${h.tokens}`,
    ),
  }),
  ...shapes('asked', WHOLE, {
    'OpenZeppelin’s tree of token ids': [
      json((all) => ({
        format: 'standard-v1',
        leafEncoding: ['address', 'uint256'],
        tree: ['0x11'],
        values: all.map((h) => ({ value: [h.address, `${h.index + 1}`], treeIndex: h.index })),
      })),
      { isLost: true },
    ],
    'an explorer’s API in whole tokens': [
      json((all) => ({
        status: '1',
        result: all.map((h) => ({ TokenHolderAddress: h.address, TokenHolderQuantity: h.tokens })),
      })),
      { answer: { unit: 'amountUA' } },
    ],
    'MultiSender, whole amounts': [
      lines('', (h) => `${h.address},${h.tokens}`),
      { answer: { unit: 'amountUA' } },
    ],
  }),
  ...shapes('asked', FRACTIONS, {
    'a subgraph in wei': [
      json((all) => ({ data: { accounts: all.map((h) => ({ id: h.address, balance: h.wei })) } })),
      { answer: { unit: 'amountWei' } },
    ],
    'an explorer’s API in wei': [
      json((all) => ({
        status: '1',
        result: all.map((h) => ({ TokenHolderAddress: h.address, TokenHolderQuantity: h.wei })),
      })),
      { answer: { unit: 'amountWei' } },
    ],
    'Dune, raw numbers under balance': [
      lines('wallet,balance', (h) => `${h.address},${h.wei}`),
      { answer: { unit: 'amountWei' } },
    ],
  }),
]

/** Ferry's own lists, and lists of people, in ordinary forms. */
const BY_HAND: FileShape[] = [
  ...shapes('right', LONG, {
    'address and amountWei': lines('address,amountWei', (h) => `${h.address},${h.wei}`),
    'Ferry’s JSON': json((all) => all.map((h) => ({ address: h.address, amountWei: h.wei }))),
    'a workbook of texts': workbook(['address', 'amountUA'], (h) => [h.address, h.tokens]),
  }),
  ...shapes('right', FRACTIONS, {
    'address and amountUA': lines('address,amountUA', (h) => `${h.address},${h.tokens}`),
    'Ferry’s JSON in lines': jsonLines((h) => ({ address: h.address, amountUA: h.tokens })),
    'a workbook of numbers': workbook(['Wallet', 'Amount'], (h) => [h.address, number(h.tokens)]),
    'a workbook with a title': workbook(['Wallet', 'Amount'], (h) => [h.address, number(h.tokens)], {
      above: [['Airdrop 2026'], []],
    }),
    gzip: (all) => gzipSync(String(lines('HolderAddress,Balance', (h) => `${h.address},${h.tokens}`)(all))),
    'a zip of one file': (all) =>
      zip({
        'holders.csv': String(lines('HolderAddress,Balance', (h) => `${h.address},${h.tokens}`)(all)),
        '__MACOSX/._holders.csv': 'x',
      }),
    'UTF-16 and tabs': (all) =>
      Buffer.from(
        `\uFEFF${lines('HolderAddress\tBalance', (h) => `${h.address}\t${grouped(h.tokens)}`)(all)}`,
        'utf16le',
      ),
    'UTF-16 without a mark': (all) =>
      Buffer.from(String(lines('address,balance', (h) => `${h.address},${h.tokens}`)(all)), 'utf16le'),
    'notes above': lines(
      'Holders of the token\n\nBlock 19,000,000; taken on 1 January\nHolderAddress,Balance',
      (h) => `${h.address},${h.tokens}`,
    ),
    'a total above': lines('Total,1290000.5\nAddress,Balance', (h) => `${h.address},${h.tokens}`),
    'Excel’s hint of the delimiter': lines(
      'sep=;\nAddress;Amount',
      (h) => `${h.address};${grouped(h.tokens, '', ',')}`,
    ),
    German: lines('Adresse;Betrag', (h) => `${h.address};${grouped(h.tokens, '.', ',')}`),
    Swiss: lines('address,tokens', (h) => `${h.address},${grouped(h.tokens, "'")}`),
    'French, spaces that do not break': lines(
      'address;tokens',
      (h) => `${h.address};${grouped(h.tokens, '\u202f', ',')}`,
    ),
    Indian: lines('address,tokens', (h) => `${h.address},"${groupedByTwos(h.tokens)}"`),
    'pandas, an index': lines(',address,balance', (h) => `${h.index},${h.address},${h.tokens}`),
    'ENS names beside': lines(
      'ens,address,balance',
      (h) => `${h.index === 2 ? 'a.eth' : ''},${h.address},${h.tokens}`,
    ),
    bars: lines('address|amount', (h) => `${h.address}|${h.tokens}`),
    'a unit in the header': lines('Address,Balance (tokens)', (h) => `${h.address},${h.tokens}`),
    'wei in the header': lines('Address,Amount (wei)', (h) => `${h.address},${h.wei}`),
    'raw in the header': lines('Holder,Balance (raw)', (h) => `${h.address},${h.wei}`),
    'blank lines': lines(
      '\naddress,balance\n',
      (h) => `${h.address},${h.tokens}${h.index === 4 ? '\n,\n' : ''}`,
      '\n',
    ),
    'amounts before addresses': lines('', (h) => `${h.tokens},${h.address}`),
    'an array of pairs': json((all) => all.map((h) => [h.address, h.tokens])),
    'an array of single members': json((all) => all.map((h) => ({ [h.address]: h.tokens }))),
    'an unknown member around': json((all) => ({ airdrop: all.map((h) => item(['address', 'amount'], h)) })),
  }),
  shape(
    'right',
    'address and amountUA, whole',
    WHOLE,
    lines('address,amountUA', (h) => `${h.address},${h.tokens}`),
  ),
  ...[6, 8, 9].flatMap((decimals) => [
    shape(
      'right',
      `address and amountWei, ${decimals} decimals`,
      FRACTIONS,
      lines('address,amountWei', (h) => `${h.address},${h.wei}`),
      { decimals },
    ),
    shape(
      'right',
      `address and amountUA, ${decimals} decimals`,
      FRACTIONS,
      lines('address,amountUA', (h) => `${h.address},${h.tokens}`),
      { decimals },
    ),
  ]),
  ...shapes('asked', WHOLE, {
    'whole amounts without a unit': [
      lines('wallet,balance', (h) => `${h.address},${h.tokens}`),
      { answer: { unit: 'amountUA' } },
    ],
    'a map of whole amounts': [
      json((all) => ({ airdrop: Object.fromEntries(all.map((h) => [h.address, h.tokens])) })),
      { answer: { unit: 'amountUA' } },
    ],
    'whole amounts in lines of JSON': [
      jsonLines((h) => item(['wallet', 'amount'], h)),
      { answer: { unit: 'amountUA' } },
    ],
  }),
]

export const EXPORT_SHAPES = [...FROM_TOOLS, ...BY_HAND]
