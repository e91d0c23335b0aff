import { describe, expect, test } from 'vitest'
import { buildXlsx } from '../../../test/harness/build-xlsx.ts'
import { A, B, readWhole } from '../../../test/harness/test-reading.ts'
import { holdersOf } from '../../../test/lists/file-shape.ts'
import { LIST_SHAPES } from '../../../test/lists/list-shapes.ts'

const MIXED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const [DIGITS_A, DIGITS_B] = [A.slice(2), B.slice(2)]
const TOKEN = `0x${'70'.repeat(20)}`
const [WEI_A, WEI_B] = ['1234567891230000000000000', '400000000000000000000']
const json = (value: unknown) => JSON.stringify(value)
const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

/** What an export is known as, by the name of its shape. Whether it is read right shows `test/lists/list-shapes.test.ts`. */
test.each<[name: string, source: RegExp]>([
  ['an explorer, quoted', /explorer's holder export/],
  ['Blockscout, CSV', /explorer's holder export/],
  ['UTF-16 and tabs', /explorer's holder export/],
  ['gzip', /explorer's holder export/],
  ['a zip of one file', /explorer's holder export/],
  ['an explorer, ranks and percentages', /common names/],
  ['Moralis', /Moralis/],
  ['Covalent', /Covalent/],
  ['Blockscout, API', /Blockscout/],
  ['geth’s dump', /geth/],
  ['geth’s lines', /geth/],
  ['Uniswap, a map of hexadecimal', /map/],
  ['Uniswap, earnings', /Uniswap/],
  ['a Merkle distributor', /Merkle distributor/],
  ['OpenZeppelin’s tree', /OpenZeppelin/],
  ['Snapshot’s scores', /Snapshot/],
  ['a Safe airdrop', /Safe airdrop/],
  ['MultiSender, commas', /without a header/],
  ['MultiSender, equals signs', /without a header/],
  ['Disperse, spaces', /without a header/],
])('%s is known', async (name, source) => {
  const shape = LIST_SHAPES.find((each) => each.name === name)
  const { shape: found, odd } = await readWhole((await shape?.build(holdersOf(shape))) ?? '')
  expect(found?.source).toMatch(source)
  expect(odd).toEqual([])
})

/** Further exports and hand-made lists as they turn up: each has A with 1,234,567.89123 tokens, and B with 400. */
test.each<[name: string, content: string | Buffer | Promise<Buffer>]>([
  [
    'Dune, links in HTML',
    csv(
      'holder,balance',
      `"<a href=""https://etherscan.io/token/${TOKEN}?a=${A}"" target=""_blank"">${A}</a>",1234567.89123`,
      `"<a href=""https://etherscan.io/token/${TOKEN}?a=${B}"">${B}</a>",400`,
    ),
  ],
  ['CAIP-10 without a header', csv(`eip155:1:${A},1234567.89123`, `eip155:1:${B},400`)],
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
    'one column of decimal commas',
    csv('Wallet Address;Balance', `${A};1234567,89123`, `${B};400,5000`).replace('400,5000', '400,0000'),
  ],
  ['thin spaces', csv('address;tokens', `${A};1\u2009234\u2009567.89123`, `${B};400`)],
  ['header with spaces', csv(' Wallet Address , Token Balance ', `${A},1234567.89123`, `${B},400`)],
  ['snake case', csv('wallet_address,token_balance', `${A},1234567.89123`, `${B},400`)],
  ['to and amount', csv('to,amount', `${A},1234567.89123`, `${B},400`)],
  ['recipient and amount', csv('recipient,amount', `${A},1234567.89123`, `${B},400`)],
  ['tabs without a header', csv(`${A}\t1234567.89123`, `${B}\t400`)],
  ['Disperse, equals signs in spaces', `${A} = 1234567.89123\n${B} = 400`],
  [
    'Snapshot’s scores in an array',
    json({ result: { state: 'final', scores: [{ [A]: 1234567.89123, [B]: 400 }] } }),
  ],
  [
    'lines of JSON, other names',
    `${json({ wallet: A, amount: '1234567.89123' })}\n${json({ wallet: B, amount: '400' })}\n`,
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
    'Covalent, its pages one after the other',
    `${json({ data: { items: [{ contract_decimals: 18, address: A, balance: WEI_A }] } })}\n${json({ data: { items: [{ contract_decimals: 18, address: B, balance: WEI_B }] } })}`,
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
    'Blockscout, lines of pages',
    `${json({ items: [{ address: { hash: A }, value: WEI_A }], next_page_params: {} })}\n${json({ items: [{ address: { hash: B }, value: WEI_B }], next_page_params: null })}`,
  ],
  [
    'geth, lines after their root',
    [
      { root: '0x07' },
      { balance: WEI_A, codeHash: '0x2', address: A },
      { balance: WEI_B, codeHash: '0x2', address: B },
    ]
      .map(json)
      .join('\n'),
  ],
  [
    'a workbook with an explorer’s columns',
    buildXlsx({
      rows: [
        ['HolderAddress', 'Balance'],
        [A, { number: '1234567.89123' }],
        [B, { number: '400' }],
      ],
    }),
  ],
])('%s is read right', async (_, content) => {
  for (const chunkBytes of [64 * 1024, 13]) {
    const { problems, rows, odd, unknownColumns } = await readWhole(await content, { chunkBytes })
    expect({ problems, odd, unknownColumns }).toEqual({ problems: [], odd: [], unknownColumns: null })
    expect(rows.map(({ address, amountWei }) => [address, amountWei])).toEqual([
      [A, BigInt(WEI_A)],
      [B, BigInt(WEI_B)],
    ])
  }
})

describe('what is refused, row by row', () => {
  test.each([
    [
      'another number of decimals',
      { data: { items: [{ address: A, balance: '1', contract_decimals: 6 }] } },
      /6 decimals here, and 18/,
    ],
    [
      'a balance that contradicts itself',
      [{ owner_address: A, balance: '5', balance_formatted: '6' }],
      /are not the same with 18 decimals/,
    ],
    [
      'a hashed key',
      { accounts: { [A]: { balance: '1', nonce: 0 }, 'pre(0x1234)': { balance: '1', nonce: 0 } } },
      /^this is a hashed key/,
    ],
    [
      'a line with the hashed key alone',
      { balance: '1', nonce: 0, codeHash: '0x', key: '0x3' },
      /^this is a hashed key/,
    ],
  ])('%s', async (_, content, problem) => {
    const { problems } = await readWhole(JSON.stringify(content))
    expect(problems.map((each) => each.problem)).toEqual([expect.stringMatching(problem)])
  })

  test.each([
    ['an NFT', `token_type,token_address,receiver,amount\nnft,${TOKEN},${A},1\n`, /"nft" is no ERC-20/],
    [
      'a second token',
      `token_type,token_address,receiver,amount\nerc20,${TOKEN},${A},1\nerc20,${B},${B},1\n`,
      /in the first row$/,
    ],
    [
      'a decimal comma among points',
      `HolderAddress;Balance\n${A};1.5\n${B};2,25\n`,
      /"2,25" has a decimal comma/,
    ],
    ['an exponent', `HolderAddress,Balance\n${A},1.2E+21\n`, /not a plain decimal/],
    ['a thousands comma without quotes', `HolderAddress,Balance\n${A},1,234.5\n`, /^fields: 3 here/],
  ])('%s', async (_, content, problem) => {
    const { problems } = await readWhole(content)
    expect(problems.map((each) => each.problem)).toEqual([expect.stringMatching(problem)])
  })
})

describe('what is asked', () => {
  test.each([
    [
      'whole amounts without a unit',
      `HolderAddress,Balance\n${A},400\n${B},5\n`,
      'unit_unknown',
      /whole tokens the list adds up to 405 tokens, in wei to 0\.0+405$/,
    ],
    [
      'text in Uniswap’s map, which its own tool takes for hexadecimal',
      JSON.stringify({ [A]: '100', [B]: '7' }),
      'unit_unknown',
      /107/,
    ],
    ['a point that may part thousands', `address;amountUA\n${A};1.234\n${B};5\n`, 'decimal_mark', /^1 row: /],
    ['a comma that may part thousands', `HolderAddress;Balance\n${A};1,234\n${B};2,5000\n`, null, /./],
    [
      'wei in place of tokens',
      `address,amountUA\n${A},400000000000000000000\n${B},1\n`,
      'tokens_like_wei',
      /may be in wei$/,
    ],
    [
      'tokens in place of wei',
      `address,amountWei\n${A},400\n${B},5\n`,
      'wei_like_tokens',
      /may be in whole tokens$/,
    ],
    ['zeros', `address,amountUA\n${A},0\n${B},0\n`, 'all_zero', /nobody/],
    ['one row', `address,amountUA\n${A},5\n`, 'one_row', /single holder/],
    [
      'a wrong checksum',
      `address,amountUA\n${MIXED.replace('aA', 'Aa')},5\n${B},1\n`,
      'wrong_checksum',
      /^1 row: /,
    ],
    [
      'an address that coins are burnt to',
      `address,amountUA\n0x${'0'.repeat(36)}dEaD,5\n${B},1\n`,
      'nobodys_address',
      /burnt/,
    ],
  ])('%s', async (_, content, kind, words) => {
    const { odd, problems } = await readWhole(content)
    expect(problems).toEqual([])
    const asked = odd.filter((thing) => thing.kind === kind)
    expect(asked.map((thing) => thing.words)).toEqual(kind ? [expect.stringMatching(words)] : [])
  })

  test('a right checksum, and an address in one case, are not', async () => {
    expect((await readWhole(`address,amountUA\n${MIXED},5\n${B},1\n`)).odd).toEqual([])
  })

  test('the columns of a file that is not known are listed, with three rows', async () => {
    const { unknownColumns, problems } = await readWhole(`who,what,x\n${A},5,1\n${B},6,2\n`)
    expect(problems).toHaveLength(1)
    expect(unknownColumns?.columns).toEqual(['who', 'what', 'x'])
    expect(unknownColumns?.samples).toEqual([
      [A, '5', '1'],
      [B, '6', '2'],
    ])
  })

  test('and read as they are chosen', async () => {
    const choices = { columns: { address: 'who', amount: 'x' }, unit: 'amountUA' } as const
    const { rows, odd, problems } = await readWhole(`who,what,x\n${A},5,1\n${B},6,2\n`, { choices })
    expect({ odd, problems }).toEqual({ odd: [], problems: [] })
    expect(rows.map(({ amountWei }) => amountWei)).toEqual([10n ** 18n, 2n * 10n ** 18n])
  })

  test('two columns that may both be the amount are not chosen between', async () => {
    const { unknownColumns } = await readWhole(`address,balance,amount\n${A},5,1\n`)
    expect(unknownColumns?.columns).toEqual(['address', 'balance', 'amount'])
  })
})
