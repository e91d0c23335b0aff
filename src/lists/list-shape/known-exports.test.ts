import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { buildXlsx, zip } from '../../../test/harness/build-xlsx.ts'
import { A, B, readWhole } from '../../../test/harness/test-reading.ts'

const MIXED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const TOKEN = `0x${'70'.repeat(20)}`
const WEI = [1234567891230000000000000n, 400000000000000000000n]

/** Files in the shape of the exports that holder lists come from: each has A with 1,234,567.89123 tokens, and B with 400. */
const exports: [name: string, source: RegExp, content: string | Buffer | Promise<Buffer>][] = [
  [
    'an explorer, quoted, CRLF, BOM, thousands commas',
    /explorer's holder export/,
    `\uFEFF"HolderAddress","Balance","PendingBalanceUpdate"\r\n"${A}","1,234,567.89123","No"\r\n"${B}","400","No"\r\n`,
  ],
  ['Blockscout, CSV', /explorer's holder export/, `HolderAddress,Balance\n${A},1234567.89123\n${B},400\n`],
  [
    'an explorer with ranks',
    /common names/,
    `Rank,Address,Balance,Percentage\n1,${A},"1,234,567.89123",0.12%\n2,${B},400,0.0001%\n`,
  ],
  [
    'Moralis',
    /Moralis/,
    JSON.stringify({
      cursor: null,
      result: [
        { owner_address: A, balance: `${WEI[0]}`, balance_formatted: '1234567.89123', is_contract: false },
        { owner_address: B, balance: `${WEI[1]}`, balance_formatted: '400', is_contract: true },
      ],
    }),
  ],
  [
    'Covalent',
    /Covalent/,
    JSON.stringify({
      data: {
        updated_at: '2026-01-01',
        items: [
          {
            contract_decimals: 18,
            contract_address: TOKEN,
            address: A,
            balance: `${WEI[0]}`,
            block_height: 1,
          },
          {
            contract_decimals: 18,
            contract_address: TOKEN,
            address: B,
            balance: `${WEI[1]}`,
            block_height: 1,
          },
        ],
      },
    }),
  ],
  [
    'Blockscout, JSON',
    /Blockscout/,
    JSON.stringify({
      items: [
        { address: { hash: A, is_contract: false }, value: `${WEI[0]}`, token_id: null },
        { address: { hash: B, is_contract: false }, value: `${WEI[1]}`, token_id: null },
      ],
      next_page_params: null,
    }),
  ],
  [
    "geth's dump",
    /geth/,
    JSON.stringify({
      root: '07',
      accounts: {
        [A]: { balance: `${WEI[0]}`, nonce: 1, root: '0x1', codeHash: '0x2' },
        [B]: { balance: `${WEI[1]}`, nonce: 0, root: '0x1', codeHash: '0x2' },
      },
    }),
  ],
  [
    "geth's lines",
    /geth/,
    [
      { root: '0x07' },
      { balance: `${WEI[0]}`, nonce: 1, root: '0x1', codeHash: '0x2', address: A, key: '0x3' },
      { balance: `${WEI[1]}`, nonce: 0, root: '0x1', codeHash: '0x2', address: B, key: '0x4' },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  ],
  [
    'Uniswap, a map of hex',
    /map/,
    JSON.stringify({ [A]: `0x${WEI[0]?.toString(16)}`, [B]: `0x${WEI[1]?.toString(16)}` }),
  ],
  [
    'Uniswap, earnings',
    /Uniswap/,
    JSON.stringify([
      { address: A, earnings: `0x${WEI[0]?.toString(16)}`, reasons: 'user' },
      { address: B, earnings: `0x${WEI[1]?.toString(16)}`, reasons: '' },
    ]),
  ],
  [
    'a Merkle distributor',
    /Merkle distributor/,
    JSON.stringify({
      merkleRoot: `0x${'1'.repeat(64)}`,
      tokenTotal: '0x10',
      claims: {
        [A]: { index: 0, amount: `0x${WEI[0]?.toString(16)}`, proof: [`0x${'2'.repeat(64)}`] },
        [B]: { index: 1, amount: `0x${WEI[1]?.toString(16)}`, proof: [`0x${'3'.repeat(64)}`] },
      },
    }),
  ],
  [
    "OpenZeppelin's tree",
    /OpenZeppelin/,
    JSON.stringify({
      format: 'standard-v1',
      tree: [`0x${'1'.repeat(64)}`],
      values: [
        { value: [A, `${WEI[0]}`], treeIndex: 1 },
        { value: [B, `${WEI[1]}`], treeIndex: 2 },
      ],
      leafEncoding: ['address', 'uint256'],
    }),
  ],
  [
    "Snapshot's scores",
    /Snapshot/,
    `address,choice,vp,timestamp\n${A},1,1234567.89123,1700000000\n${B},2,400,1700000001\n`,
  ],
  [
    'a Safe airdrop',
    /Safe airdrop/,
    `token_type,token_address,receiver,amount,id\nerc20,${TOKEN},eth:${A},1234567.89123,\nerc20,${TOKEN},eth:${B},400,\n`,
  ],
  ['MultiSender, commas', /without a header/, `${A},1234567.89123\n${B},400\n`],
  ['MultiSender, equals signs', /without a header/, `${A}=1234567.89123\n${B}=400\n`],
  ['MultiSender, spaces', /without a header/, `${A} 1234567.89123\n${B}    400\n`],
  ['a decimal comma', /explorer/, `HolderAddress;Balance\n${A};1.234.567,89123\n${B};400\n`],
  [
    'tabs in UTF-16',
    /explorer/,
    Buffer.from(`\uFEFFHolderAddress\tBalance\n${A}\t1,234,567.89123\n${B}\t400\n`, 'utf16le'),
  ],
  ['gzip', /explorer/, gzipSync(`HolderAddress,Balance\n${A},1234567.89123\n${B},400\n`)],
  [
    'a zip of one file',
    /explorer/,
    zip({
      'holders.csv': `HolderAddress,Balance\n${A},1234567.89123\n${B},400\n`,
      '__MACOSX/._holders.csv': 'x',
    }),
  ],
  [
    'a workbook with an explorer’s columns',
    /explorer/,
    buildXlsx({
      rows: [
        ['HolderAddress', 'Balance'],
        [A, { number: '1234567.89123' }],
        [B, { number: '400' }],
      ],
    }),
  ],
]

test.each(exports)('%s', async (_, source, content) => {
  const file = await content
  for (const chunkBytes of [64 * 1024, 13]) {
    const { problems, rows, shape, odd } = await readWhole(file, { chunkBytes })
    expect(problems).toEqual([])
    expect(rows.map(({ address, amountWei }) => [address, amountWei])).toEqual([
      [A, WEI[0]],
      [B, WEI[1]],
    ])
    expect(shape?.source).toMatch(source)
    expect(odd).toEqual([])
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
