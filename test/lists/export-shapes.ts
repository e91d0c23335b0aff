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
  shape(
    'right',
    'an explorer, quoted',
    FRACTIONS,
    (holders) =>
      `\uFEFF${lines('"HolderAddress","Balance","PendingBalanceUpdate"', (h) => `"${h.address}","${grouped(h.tokens)}","No"`, '', '\r\n')(holders)}`,
  ),
  shape(
    'right',
    'an explorer, ranks and percentages',
    FRACTIONS,
    lines(
      'Rank,Address,Quantity,Percentage',
      (h) => `${h.index + 1},${h.address},"${grouped(h.tokens)}",${h.index}.5%`,
    ),
  ),
  shape(
    'right',
    'an explorer, name tags and counts',
    FRACTIONS,
    lines(
      '"Rank","Address","Name Tag","Balance","Percentage","Txn Count"',
      (h) =>
        `"${h.index + 1}","${h.address}","${h.index === 3 ? 'Binance: Hot 3' : ''}","${grouped(h.tokens)}","${h.index}.1%","${h.index * 7}"`,
    ),
  ),
  shape(
    'right',
    'an explorer, upper case',
    FRACTIONS,
    lines('"HOLDERADDRESS","BALANCE"', (h) => `"${h.address}","${grouped(h.tokens)}"`),
  ),
  shape(
    'right',
    'an explorer, a coin of 6 decimals',
    FRACTIONS,
    lines('HolderAddress,Balance', (h) => `${h.address},"${grouped(h.tokens)}"`),
    { decimals: 6 },
  ),
  shape(
    'right',
    'an explorer, a coin of 8 decimals',
    FRACTIONS,
    lines('HolderAddress,Balance', (h) => `${h.address},"${grouped(h.tokens)}"`),
    { decimals: 8 },
  ),
  shape(
    'right',
    'an explorer, a coin of 9 decimals',
    FRACTIONS,
    lines('HolderAddress,Balance', (h) => `${h.address},"${grouped(h.tokens)}"`),
    { decimals: 9 },
  ),
  shape(
    'right',
    'Blockscout, CSV',
    FRACTIONS,
    lines('HolderAddress,Balance', (h) => `${h.address},${h.tokens}`),
  ),
  shape(
    'right',
    'Blockscout, API',
    FRACTIONS,
    json((all) => ({
      items: all.map((h) => ({
        address: { hash: h.address, is_contract: false },
        value: h.wei,
        token_id: null,
      })),
      next_page_params: null,
    })),
  ),
  shape(
    'right',
    'Moralis',
    FRACTIONS,
    json((all) => ({
      cursor: null,
      result: all.map((h) => ({
        owner_address: h.address,
        balance: h.wei,
        balance_formatted: h.tokens,
        usd_value: '1.5',
      })),
    })),
  ),
  shape(
    'right',
    'Moralis, a coin of 6 decimals',
    FRACTIONS,
    json((all) => ({
      result: all.map((h) => ({ owner_address: h.address, balance: h.wei, balance_formatted: h.tokens })),
    })),
    { decimals: 6 },
  ),
  shape(
    'right',
    'Covalent',
    FRACTIONS,
    json((all) => ({
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
  ),
  shape(
    'right',
    'Covalent, pages',
    FRACTIONS,
    json((all) =>
      [all.slice(0, 7), all.slice(7)].map((page) => ({
        data: { items: page.map((h) => ({ contract_decimals: 18, address: h.address, balance: h.wei })) },
      })),
    ),
  ),
  shape(
    'refused',
    'Covalent, of a coin of other decimals',
    FRACTIONS,
    json((all) => ({
      data: { items: all.map((h) => ({ contract_decimals: 6, address: h.address, balance: h.wei })) },
    })),
    { isLost: true },
  ),
  shape(
    'right',
    'geth’s dump',
    FRACTIONS,
    json((all) => ({
      root: '07',
      accounts: Object.fromEntries(
        all.map((h) => [h.address, { balance: h.wei, nonce: 1, codeHash: '0x2' }]),
      ),
    })),
  ),
  shape(
    'right',
    'geth’s lines',
    FRACTIONS,
    jsonLines((h) => ({ balance: h.wei, nonce: 1, codeHash: '0x2', address: h.address, key: '0x3' })),
  ),
  shape(
    'right',
    'Uniswap, a map of hexadecimal',
    FRACTIONS,
    json((all) => Object.fromEntries(all.map((h) => [h.address, hex(h.wei)]))),
  ),
  shape(
    'right',
    'Uniswap, earnings',
    FRACTIONS,
    json((all) => all.map((h) => ({ address: h.address, earnings: hex(h.wei), reasons: '' }))),
  ),
  shape(
    'right',
    'a Merkle distributor',
    FRACTIONS,
    json((all) => ({
      merkleRoot: `0x${'1'.repeat(64)}`,
      tokenTotal: '0x10',
      claims: Object.fromEntries(
        all.map((h) => [h.address, { index: h.index, amount: hex(h.wei), proof: [] }]),
      ),
    })),
  ),
  shape(
    'right',
    'OpenZeppelin’s tree',
    FRACTIONS,
    json((all) => ({
      format: 'standard-v1',
      leafEncoding: ['address', 'uint256'],
      tree: ['0x11'],
      values: all.map((h) => ({ value: [h.address, h.wei], treeIndex: h.index })),
    })),
  ),
  shape(
    'asked',
    'OpenZeppelin’s tree of token ids',
    WHOLE,
    json((all) => ({
      format: 'standard-v1',
      leafEncoding: ['address', 'uint256'],
      tree: ['0x11'],
      values: all.map((h) => ({ value: [h.address, `${h.index + 1}`], treeIndex: h.index })),
    })),
    { isLost: true },
  ),
  shape(
    'right',
    'Ankr',
    FRACTIONS,
    json((all) => ({
      jsonrpc: '2.0',
      result: {
        tokenDecimals: 18,
        holders: all.map((h) => ({ holderAddress: h.address, balance: h.tokens, balanceRawInteger: h.wei })),
      },
    })),
  ),
  shape(
    'right',
    'Bitquery',
    FRACTIONS,
    json((all) => ({
      data: {
        EVM: {
          TokenHolders: all.map((h) => ({ Holder: { Address: h.address }, Balance: { Amount: h.tokens } })),
        },
      },
    })),
  ),
  shape(
    'right',
    'NodeReal',
    FRACTIONS,
    json((all) => ({
      result: { details: all.map((h) => ({ accountAddress: h.address, tokenBalance: hex(h.wei) })) },
    })),
  ),
  shape(
    'right',
    'numbers of ethers',
    FRACTIONS,
    json((all) => all.map((h) => ({ account: h.address, amount: { type: 'BigNumber', hex: hex(h.wei) } }))),
  ),
  shape(
    'right',
    'a subgraph in whole tokens',
    FRACTIONS,
    json((all) => ({ data: { accounts: all.map((h) => ({ id: h.address, balance: h.tokens })) } })),
  ),
  shape(
    'right',
    'a subgraph, nested',
    FRACTIONS,
    json((all) => ({
      data: { tokenHolders: all.map((h) => ({ account: { id: h.address }, balance: h.tokens })) },
    })),
  ),
  shape(
    'asked',
    'a subgraph in wei',
    FRACTIONS,
    json((all) => ({ data: { accounts: all.map((h) => ({ id: h.address, balance: h.wei })) } })),
    { answer: { unit: 'amountWei' } },
  ),
  shape(
    'asked',
    'an explorer’s API in wei',
    FRACTIONS,
    json((all) => ({
      status: '1',
      result: all.map((h) => ({ TokenHolderAddress: h.address, TokenHolderQuantity: h.wei })),
    })),
    { answer: { unit: 'amountWei' } },
  ),
  shape(
    'asked',
    'an explorer’s API in whole tokens',
    WHOLE,
    json((all) => ({
      status: '1',
      result: all.map((h) => ({ TokenHolderAddress: h.address, TokenHolderQuantity: h.tokens })),
    })),
    { answer: { unit: 'amountUA' } },
  ),
  shape(
    'right',
    'Snapshot’s scores',
    FRACTIONS,
    lines('address,choice,vp,timestamp', (h) => `${h.address},1,${h.tokens},1700000000`),
  ),
  shape(
    'right',
    'Snapshot’s report',
    FRACTIONS,
    lines(
      'address,choice,voting_power,timestamp,date_utc,author_ipfs_hash',
      (h) => `${h.address},${h.index % 3},${h.tokens},170000000${h.index},2026-01-01,bafk${h.index}`,
    ),
  ),
  shape(
    'right',
    'Snapshot’s votes',
    FRACTIONS,
    json((all) => ({
      data: { votes: all.map((h) => ({ voter: h.address, choice: 1, vp: Number(h.tokens) })) },
    })),
  ),
  shape(
    'right',
    'a Safe airdrop',
    FRACTIONS,
    lines(
      'token_type,token_address,receiver,amount,id',
      (h) => `erc20,${TOKEN},eth:${h.address},${h.tokens},`,
    ),
  ),
  shape(
    'right',
    'Dune, links in Markdown',
    FRACTIONS,
    lines('holder,balance', (h) => `[${h.address}](https://etherscan.io/address/${h.address}),${h.tokens}`),
  ),
  shape(
    'right',
    'Dune, its API',
    FRACTIONS,
    json((all) => ({
      execution_id: '01',
      result: { rows: all.map((h) => item(['address', 'balance'], h)), metadata: { row_count: 14 } },
    })),
  ),
  shape(
    'asked',
    'Dune, raw numbers under balance',
    FRACTIONS,
    lines('wallet,balance', (h) => `${h.address},${h.wei}`),
    { answer: { unit: 'amountWei' } },
  ),
  shape(
    'right',
    'a database’s bytes',
    FRACTIONS,
    lines('address,balance', (h) => `\\x${h.address.slice(2)},${h.tokens}`),
  ),
  shape(
    'right',
    'digits alone',
    FRACTIONS,
    lines('address,balance', (h) => `${h.address.slice(2)},${h.tokens}`),
  ),
  shape(
    'right',
    'XDC',
    FRACTIONS,
    lines('address,balance', (h) => `xdc${h.address.slice(2)},${h.tokens}`),
  ),
  shape(
    'right',
    'Ronin',
    FRACTIONS,
    lines('address,balance', (h) => `ronin:${h.address.slice(2)},${h.tokens}`),
  ),
  shape(
    'right',
    'CAIP-10',
    FRACTIONS,
    lines('account,balance', (h) => `eip155:1:${h.address},${h.tokens}`),
  ),
  shape(
    'refused',
    'CAIP-10 of two chains',
    FRACTIONS,
    lines('account,balance', (h) => `eip155:${h.index === 5 ? 56 : 1}:${h.address},${h.tokens}`),
  ),
  shape(
    'right',
    'MultiSender, commas',
    FRACTIONS,
    lines('', (h) => `${h.address},${h.tokens}`),
  ),
  shape(
    'right',
    'MultiSender, equals signs',
    FRACTIONS,
    lines('', (h) => `${h.address}=${h.tokens}`),
  ),
  shape(
    'right',
    'Disperse, spaces',
    FRACTIONS,
    lines('', (h) => `${h.address} ${h.tokens}`),
  ),
  shape(
    'asked',
    'MultiSender, whole amounts',
    WHOLE,
    lines('', (h) => `${h.address},${h.tokens}`),
    { answer: { unit: 'amountUA' } },
  ),
]

/** Ferry's own lists, and lists of people, in ordinary forms. */
const BY_HAND: FileShape[] = [
  shape(
    'right',
    'address and amountWei',
    LONG,
    lines('address,amountWei', (h) => `${h.address},${h.wei}`),
  ),
  shape(
    'right',
    'address and amountUA',
    FRACTIONS,
    lines('address,amountUA', (h) => `${h.address},${h.tokens}`),
  ),
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
  shape(
    'right',
    'Ferry’s JSON',
    LONG,
    json((all) => all.map((h) => ({ address: h.address, amountWei: h.wei }))),
  ),
  shape(
    'right',
    'Ferry’s JSON in lines',
    FRACTIONS,
    jsonLines((h) => ({ address: h.address, amountUA: h.tokens })),
  ),
  shape(
    'right',
    'a workbook of texts',
    LONG,
    workbook(['address', 'amountUA'], (h) => [h.address, h.tokens]),
  ),
  shape(
    'right',
    'a workbook of numbers',
    FRACTIONS,
    workbook(['Wallet', 'Amount'], (h) => [h.address, number(h.tokens)]),
  ),
  shape(
    'right',
    'a workbook with a title',
    FRACTIONS,
    workbook(['Wallet', 'Amount'], (h) => [h.address, number(h.tokens)], { above: [['Airdrop 2026'], []] }),
  ),
  shape('right', 'gzip', FRACTIONS, (all) =>
    gzipSync(String(lines('HolderAddress,Balance', (h) => `${h.address},${h.tokens}`)(all))),
  ),
  shape('right', 'a zip of one file', FRACTIONS, (all) =>
    zip({
      'holders.csv': String(lines('HolderAddress,Balance', (h) => `${h.address},${h.tokens}`)(all)),
      '__MACOSX/._holders.csv': 'x',
    }),
  ),
  shape('right', 'UTF-16 and tabs', FRACTIONS, (all) =>
    Buffer.from(
      `\uFEFF${lines('HolderAddress\tBalance', (h) => `${h.address}\t${grouped(h.tokens)}`)(all)}`,
      'utf16le',
    ),
  ),
  shape('right', 'UTF-16 without a mark', FRACTIONS, (all) =>
    Buffer.from(String(lines('address,balance', (h) => `${h.address},${h.tokens}`)(all)), 'utf16le'),
  ),
  shape(
    'right',
    'notes above',
    FRACTIONS,
    lines(
      'Holders of the token\n\nBlock 19,000,000; taken on 1 January\nHolderAddress,Balance',
      (h) => `${h.address},${h.tokens}`,
    ),
  ),
  shape(
    'right',
    'a total above',
    FRACTIONS,
    lines('Total,1290000.5\nAddress,Balance', (h) => `${h.address},${h.tokens}`),
  ),
  shape(
    'right',
    'Excel’s hint of the delimiter',
    FRACTIONS,
    lines('sep=;\nAddress;Amount', (h) => `${h.address};${grouped(h.tokens, '', ',')}`),
  ),
  shape(
    'right',
    'German',
    FRACTIONS,
    lines('Adresse;Betrag', (h) => `${h.address};${grouped(h.tokens, '.', ',')}`),
  ),
  shape(
    'right',
    'Swiss',
    FRACTIONS,
    lines('address,tokens', (h) => `${h.address},${grouped(h.tokens, "'")}`),
  ),
  shape(
    'right',
    'French, spaces that do not break',
    FRACTIONS,
    lines('address;tokens', (h) => `${h.address};${grouped(h.tokens, '\u202f', ',')}`),
  ),
  shape(
    'right',
    'Indian',
    FRACTIONS,
    lines('address,tokens', (h) => `${h.address},"${groupedByTwos(h.tokens)}"`),
  ),
  shape(
    'right',
    'pandas, an index',
    FRACTIONS,
    lines(',address,balance', (h) => `${h.index},${h.address},${h.tokens}`),
  ),
  shape(
    'right',
    'ENS names beside',
    FRACTIONS,
    lines('ens,address,balance', (h) => `${h.index === 2 ? 'a.eth' : ''},${h.address},${h.tokens}`),
  ),
  shape(
    'right',
    'bars',
    FRACTIONS,
    lines('address|amount', (h) => `${h.address}|${h.tokens}`),
  ),
  shape(
    'right',
    'a unit in the header',
    FRACTIONS,
    lines('Address,Balance (tokens)', (h) => `${h.address},${h.tokens}`),
  ),
  shape(
    'right',
    'wei in the header',
    FRACTIONS,
    lines('Address,Amount (wei)', (h) => `${h.address},${h.wei}`),
  ),
  shape(
    'right',
    'raw in the header',
    FRACTIONS,
    lines('Holder,Balance (raw)', (h) => `${h.address},${h.wei}`),
  ),
  shape(
    'right',
    'blank lines',
    FRACTIONS,
    lines('\naddress,balance\n', (h) => `${h.address},${h.tokens}${h.index === 4 ? '\n,\n' : ''}`, '\n'),
  ),
  shape(
    'right',
    'amounts before addresses',
    FRACTIONS,
    lines('', (h) => `${h.tokens},${h.address}`),
  ),
  shape(
    'right',
    'an array of pairs',
    FRACTIONS,
    json((all) => all.map((h) => [h.address, h.tokens])),
  ),
  shape(
    'right',
    'an array of single members',
    FRACTIONS,
    json((all) => all.map((h) => ({ [h.address]: h.tokens }))),
  ),
  shape(
    'right',
    'an unknown member around',
    FRACTIONS,
    json((all) => ({ airdrop: all.map((h) => item(['address', 'amount'], h)) })),
  ),
  shape(
    'asked',
    'whole amounts without a unit',
    WHOLE,
    lines('wallet,balance', (h) => `${h.address},${h.tokens}`),
    { answer: { unit: 'amountUA' } },
  ),
  shape(
    'asked',
    'a map of whole amounts',
    WHOLE,
    json((all) => ({ airdrop: Object.fromEntries(all.map((h) => [h.address, h.tokens])) })),
    { answer: { unit: 'amountUA' } },
  ),
  shape(
    'asked',
    'whole amounts in lines of JSON',
    WHOLE,
    jsonLines((h) => item(['wallet', 'amount'], h)),
    { answer: { unit: 'amountUA' } },
  ),
]

export const EXPORT_SHAPES = [...FROM_TOOLS, ...BY_HAND]
