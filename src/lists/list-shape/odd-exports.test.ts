import { expect, test } from 'vitest'
import { buildXlsx } from '../../../test/harness/build-xlsx.ts'
import { A, B, readWhole } from '../../../test/harness/test-reading.ts'

/** Exports and hand-made lists as they turn up. Each has A with 1,234,567.89123 tokens and B with 400, or says so in other words. */

const DIGITS_A = A.slice(2)
const DIGITS_B = B.slice(2)
const TOKEN = `0x${'70'.repeat(20)}`
const URL_A = `https://etherscan.io/token/${TOKEN}?a=${A}`
const URL_B = `https://etherscan.io/token/${TOKEN}?a=${B}`
const [WEI_A, WEI_B] = ['1234567891230000000000000', '400000000000000000000']
const EXPECTED = [
  [A, 1234567891230000000000000n],
  [B, 400000000000000000000n],
]

type Shape = [name: string, content: string | Buffer | Promise<Buffer>]
const json = (value: unknown) => JSON.stringify(value)
const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

const TOKENS: Shape[] = [
  [
    'an explorer, upper case',
    csv(
      '"HOLDERADDRESS","BALANCE","PENDINGBALANCEUPDATE"',
      `"${A}","1,234,567.89123","No"`,
      `"${B}","400","No"`,
    ),
  ],
  [
    'an explorer, with percentages',
    csv('Rank,Address,Quantity,Percentage', `1,${A},"1,234,567.89123",99.9%`, `2,${B},400,0.1%`),
  ],
  [
    'an explorer, ranks and name tags',
    csv(
      '"Rank","Address","Name Tag","Balance","Percentage","Txn Count"',
      `"1","${A}","Binance: Hot 3","1,234,567.89123","99%","7"`,
      `"2","${B}","","400","1%","9"`,
    ),
  ],
  [
    'Dune, links in Markdown',
    csv('holder,balance', `[${A}](${URL_A}),1234567.89123`, `[${B}](${URL_B}),400`),
  ],
  [
    'Dune, links in HTML',
    csv(
      'holder,balance',
      `"<a href=""${URL_A}"" target=""_blank"">${A}</a>",1234567.89123`,
      `"<a href=""${URL_B}"">${B}</a>",400`,
    ),
  ],
  ['a database, bytes', csv('address,balance', `\\x${DIGITS_A},1234567.89123`, `\\x${DIGITS_B},400`)],
  ['digits alone', csv('address,balance', `${DIGITS_A},1234567.89123`, `${DIGITS_B},400`)],
  ['XDC', csv('address,balance', `xdc${DIGITS_A},1234567.89123`, `xdc${DIGITS_B},400`)],
  ['Ronin', csv('address,balance', `ronin:${DIGITS_A},1234567.89123`, `ronin:${DIGITS_B},400`)],
  ['CAIP-10', csv('account,balance', `eip155:1:${A},1234567.89123`, `eip155:1:${B},400`)],
  ['CAIP-10 without a header', csv(`eip155:1:${A},1234567.89123`, `eip155:1:${B},400`)],
  [
    'notes above the header',
    csv(
      'Holders of the token',
      '',
      'Block 19,000,000; taken on 1 January',
      'HolderAddress,Balance',
      `${A},"1,234,567.89123"`,
      `${B},400`,
    ),
  ],
  [
    'notes above the header, in semicolons',
    csv(
      'Holders, as of 1 January, without the team',
      'Adresse;Betrag',
      `${A};1.234.567,89123`,
      `${B};400,00`,
    ),
  ],
  [
    'a total above the header',
    csv('Total,1234967.89123', 'Address,Balance', `${A},1234567.89123`, `${B},400`),
  ],
  ['Excel’s hint of the delimiter', csv('sep=;', 'Address;Amount', `${A};1234567,89123`, `${B};400`)],
  ['a spreadsheet in German', csv('Adresse;Betrag', `${A};1.234.567,89123`, `${B};400`)],
  [
    'one column of decimal commas',
    csv('Wallet Address;Balance', `${A};1234567,89123`, `${B};400,5000`).replace('400,5000', '400,0000'),
  ],
  ['Swiss apostrophes', csv('address,tokens', `${A},1'234'567.89123`, `${B},400`)],
  ['typographic apostrophes', csv('address,tokens', `${A},1’234’567.89123`, `${B},400`)],
  ['spaces that do not break', csv('address;tokens', `${A};1\u00a0234\u00a0567,89123`, `${B};400`)],
  ['narrow spaces that do not break', csv('address;tokens', `${A};1\u202f234\u202f567,89123`, `${B};400`)],
  ['thin spaces', csv('address;tokens', `${A};1\u2009234\u2009567.89123`, `${B};400`)],
  ['an index before', csv(',address,balance', `0,${A},1234567.89123`, `1,${B},400`)],
  ['ENS names besides', csv('ens,address,balance', `a.eth,${A},1234567.89123`, `,${B},400`)],
  ['header with spaces', csv(' Wallet Address , Token Balance ', `${A},1234567.89123`, `${B},400`)],
  ['snake case', csv('wallet_address,token_balance', `${A},1234567.89123`, `${B},400`)],
  ['to and amount', csv('to,amount', `${A},1234567.89123`, `${B},400`)],
  ['recipient and amount', csv('recipient,amount', `${A},1234567.89123`, `${B},400`)],
  ['bars', csv('address|amount', `${A}|1234567.89123`, `${B}|400`)],
  ['bars without a header', csv(`${A}|1234567.89123`, `${B}|400`)],
  ['tabs without a header', csv(`${A}\t1234567.89123`, `${B}\t400`)],
  ['amount before the address', csv(`1234567.89123,${A}`, `400,${B}`)],
  ['a unit in the header', csv('Address,Balance (tokens)', `${A},1234567.89123`, `${B},400`)],
  ['Disperse', `${A} 1234567.89123\n${B} 400`],
  ['Disperse, equals signs in spaces', `${A} = 1234567.89123\n${B} = 400`],
  [
    'blank lines and blank rows',
    csv('address,balance', '', `${A},1234567.89123`, ',', '', `${B},400`, '', ''),
  ],
  ['UTF-16 without a mark', Buffer.from(csv('address,balance', `${A},1234567.89123`, `${B},400`), 'utf16le')],
  [
    'Dune, JSON',
    json({
      execution_id: '01',
      state: 'OK',
      result: {
        rows: [
          { address: A, balance: '1234567.89123' },
          { address: B, balance: '400' },
        ],
        metadata: { column_names: ['address', 'balance'], row_count: 2 },
      },
    }),
  ],
  [
    'Ankr',
    json({
      jsonrpc: '2.0',
      result: {
        blockchain: 'eth',
        tokenDecimals: 18,
        holders: [
          { holderAddress: A, balance: '1234567.89123', balanceRawInteger: WEI_A },
          { holderAddress: B, balance: '400', balanceRawInteger: WEI_B },
        ],
        nextPageToken: '',
      },
    }),
  ],
  [
    'Bitquery',
    json({
      data: {
        EVM: {
          TokenHolders: [
            { Holder: { Address: A }, Balance: { Amount: '1234567.89123' } },
            { Holder: { Address: B }, Balance: { Amount: '400' } },
          ],
        },
      },
    }),
  ],
  [
    'numbers of ethers',
    json([
      { account: A, amount: { type: 'BigNumber', hex: `0x${BigInt(WEI_A).toString(16)}` } },
      { account: B, amount: { type: 'BigNumber', hex: `0x${BigInt(WEI_B).toString(16)}` } },
    ]),
  ],
  [
    'a subgraph',
    json({
      data: {
        accounts: [
          { id: A, balance: '1234567.89123' },
          { id: B, balance: '400' },
        ],
      },
    }),
  ],
  [
    'a subgraph of other names',
    json({
      data: {
        tokenHolders: [
          { account: { id: A }, balance: '1234567.89123' },
          { account: { id: B }, balance: '400' },
        ],
      },
    }),
  ],
  [
    'Snapshot’s votes',
    json({
      data: {
        votes: [
          { voter: A, choice: 1, vp: 1234567.89123 },
          { voter: B, choice: 2, vp: 400 },
        ],
      },
    }),
  ],
  [
    'Snapshot’s scores in an array',
    json({ result: { state: 'final', scores: [{ [A]: 1234567.89123, [B]: 400 }] } }),
  ],
  ['an array of single members', json([{ [A]: '1234567.89123' }, { [B]: '400' }])],
  [
    'an array of pairs',
    json([
      [A, '1234567.89123'],
      [B, '400'],
    ]),
  ],
  [
    'lines of JSON, other names',
    `${json({ wallet: A, amount: '1234567.89123' })}\n${json({ wallet: B, amount: '400' })}\n`,
  ],
  [
    'an unknown member',
    json({
      airdrop: [
        { address: A, amount: '1234567.89123' },
        { address: B, amount: '400' },
      ],
    }),
  ],
  [
    'a list beside other arrays',
    json({
      tags: ['a', 'b'],
      networks: [{ id: 1 }],
      allocations: [
        { address: A, amount: '1234567.89123' },
        { address: B, amount: '400' },
      ],
    }),
  ],
  [
    'a workbook in numbers',
    buildXlsx({
      rows: [
        ['Wallet', 'Amount'],
        [A, { number: '1234567.89123' }],
        [B, { number: '400' }],
      ],
    }),
  ],
  [
    'a workbook with a title',
    buildXlsx({
      rows: [
        ['Airdrop 2026'],
        [],
        ['Wallet', 'Amount'],
        [A, { number: '1234567.89123' }],
        [B, { number: '400' }],
      ],
    }),
  ],
]

const WEI: Shape[] = [
  ['raw in the header', csv('Holder,Balance (raw)', `${A},${WEI_A}`, `${B},${WEI_B}`)],
  ['wei in the header', csv('Address,Amount (wei)', `${A},${WEI_A}`, `${B},${WEI_B}`)],
  ['wei in brackets', csv('Address,Amount [in wei]', `${A},${WEI_A}`, `${B},${WEI_B}`)],
  [
    'Covalent, with pagination',
    json({
      data: {
        updated_at: '2026',
        items: [
          { contract_decimals: 18, contract_address: TOKEN, address: A, balance: WEI_A, total_supply: '9' },
          { contract_decimals: 18, contract_address: TOKEN, address: B, balance: WEI_B, total_supply: '9' },
        ],
        pagination: { has_more: false, page_number: 0 },
      },
      error: false,
    }),
  ],
  [
    'Covalent, its pages in an array',
    json([
      { data: { items: [{ contract_decimals: 18, address: A, balance: WEI_A }] }, error: false },
      { data: { items: [{ contract_decimals: 18, address: B, balance: WEI_B }] }, error: false },
    ]),
  ],
  [
    'Covalent, its pages one after the other',
    `${json({ data: { items: [{ contract_decimals: 18, address: A, balance: WEI_A }] } })}\n${json({ data: { items: [{ contract_decimals: 18, address: B, balance: WEI_B }] } })}`,
  ],
  [
    'Moralis, with a cursor',
    json({
      cursor: 'x',
      page: 1,
      result: [
        {
          owner_address: A,
          balance: WEI_A,
          balance_formatted: '1234567.89123',
          usd_value: '12.5',
          percentage_relative_to_total_supply: 22.2,
        },
        { owner_address: B, balance: WEI_B, balance_formatted: '400', usd_value: '1' },
      ],
    }),
  ],
  [
    'geth, without 0x',
    json({
      root: '07',
      accounts: {
        [DIGITS_A]: { balance: WEI_A, nonce: 1, codeHash: '0x2' },
        [DIGITS_B]: { balance: WEI_B, nonce: 1, codeHash: '0x2' },
      },
    }),
  ],
  [
    'geth, of today',
    json({
      root: '07',
      accounts: {
        [A]: { balance: WEI_A, nonce: 1, root: '0x1', codeHash: '0x2', address: A, key: '0x3' },
        [B]: { balance: WEI_B, nonce: 1, root: '0x1', codeHash: '0x2', address: B, key: '0x4' },
      },
    }),
  ],
  [
    "Ferry's own tree",
    json({
      format: 'standard-v1',
      leafEncoding: ['uint256', 'address', 'uint256'],
      tree: ['0x11', '0x22'],
      values: [
        { value: ['0', A, WEI_A], treeIndex: 2 },
        { value: ['1', B, WEI_B], treeIndex: 1 },
      ],
    }),
  ],
  [
    'NodeReal',
    json({
      jsonrpc: '2.0',
      result: {
        pageKey: '',
        details: [
          { accountAddress: A, tokenBalance: `0x${BigInt(WEI_A).toString(16)}` },
          { accountAddress: B, tokenBalance: `0x${BigInt(WEI_B).toString(16)}` },
        ],
      },
    }),
  ],
  [
    'Blockscout, lines of pages',
    `${json({ items: [{ address: { hash: A }, value: WEI_A }], next_page_params: {} })}\n${json({ items: [{ address: { hash: B }, value: WEI_B }], next_page_params: null })}`,
  ],
]

test.each([...TOKENS, ...WEI])('%s is read right', async (_, content) => {
  for (const chunkBytes of [64 * 1024, 13]) {
    const { problems, rows, odd, unknownColumns } = await readWhole(await content, { chunkBytes })
    expect({ problems, odd, unknownColumns }).toEqual({ problems: [], odd: [], unknownColumns: null })
    expect(rows.map(({ address, amountWei }) => [address, amountWei])).toEqual(EXPECTED)
  }
})
