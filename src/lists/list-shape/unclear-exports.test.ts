import { describe, expect, test } from 'vitest'
import { buildXlsx } from '../../../test/harness/build-xlsx.ts'
import { A, addressOf, B, readWhole } from '../../../test/harness/test-reading.ts'

/** Exports and hand-made lists that may mean two things, or nothing. */

const URL_B = `https://etherscan.io/token/0x${'70'.repeat(20)}?a=${B}`

type Shape = [name: string, content: string]
const json = (value: unknown) => JSON.stringify(value)
const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

describe('what is asked', () => {
  test.each<[...Shape, columns: string[]]>([
    ['two amounts', csv('address,balance,amount', `${A},5,1`, `${B},6,2`), ['address', 'balance', 'amount']],
    [
      'an explorer with two amounts',
      csv('HolderAddress,Balance,Quantity', `${A},5.5,1`, `${B},6.5,2`),
      ['HolderAddress', 'Balance', 'Quantity'],
    ],
    [
      'a column twice',
      csv('HolderAddress,Balance,Balance', `${A},5.5,1`, `${B},6.5,2`),
      ['HolderAddress', 'Balance', 'Balance (column 3)'],
    ],
    ['transfers', csv('From,To,Value', `${A},${B},5.5`, `${B},${A},6.5`), ['From', 'To', 'Value']],
    ['another currency', csv('Address,Balance (USD)', `${A},5.5`, `${B},6.5`), ['Address', 'Balance (USD)']],
    ['names of no meaning', csv('Note', 'who,how much', `${A},5`, `${B},6`), ['who', 'how much']],
    [
      'a leaf of three',
      json({ values: [{ value: [A, '7', '1'] }, { value: [B, '8', '2'] }] }),
      ['value', 'value[0]', 'value[1]', 'value[2]'],
    ],
    [
      'Alchemy, several balances',
      json({
        owners: [
          { ownerAddress: A, tokenBalances: [{ tokenId: '1', balance: '1' }] },
          { ownerAddress: B, tokenBalances: [{ tokenId: '2', balance: '1' }] },
        ],
      }),
      [
        'ownerAddress',
        'tokenBalances',
        'tokenBalances[0]',
        'tokenBalances[0].tokenId',
        'tokenBalances[0].balance',
      ],
    ],
  ])('the columns of %s', async (_, content, columns) => {
    const { unknownColumns, rows } = await readWhole(content)
    expect(unknownColumns?.columns).toEqual(columns)
    expect(unknownColumns?.samples.length).toBe(2)
    expect(rows).toEqual([])
  })

  test.each<[...Shape, kinds: string[]]>([
    [
      'a comma that may part thousands, in tokens',
      csv('wallet;tokens', `${A};1,234`, `${B};5`),
      ['decimal_mark'],
    ],
    ['a point that may part thousands', csv('wallet;tokens', `${A};1.234`, `${B};5`), ['decimal_mark']],
    ['whole amounts', csv('wallet,balance', `${A},1234`, `${B},5`), ['unit_unknown']],
    [
      'a map of whole amounts',
      json({ airdrop: { [A]: '1234', [B]: '5' } }),
      ['unit_unknown', 'wei_like_tokens'],
    ],
    [
      'whole amounts of the explorer’s API',
      json({
        status: '1',
        message: 'OK',
        result: [
          { TokenHolderAddress: A, TokenHolderQuantity: '34956' },
          { TokenHolderAddress: B, TokenHolderQuantity: '1' },
        ],
      }),
      ['unit_unknown', 'wei_like_tokens'],
    ],
  ])('%s', async (_, content, kinds) => {
    const { odd, problems } = await readWhole(content)
    expect(problems).toEqual([])
    expect(odd.map(({ kind }) => kind)).toEqual(kinds)
  })
})

test('a number cell has a point, whatever the texts beside it have', async () => {
  const rows = [
    ['wallet', 'tokens'],
    [A, '2,5'],
    [B, { number: '1.234' }],
  ]
  const read = await readWhole(await buildXlsx({ rows }))
  expect(read.problems).toEqual([])
  expect(read.rows.map(({ amountWei }) => amountWei)).toEqual([25n * 10n ** 17n, 1234n * 10n ** 15n])
})

test('a number cell leaves no doubt about its mark', async () => {
  const rows = [
    ['wallet', 'tokens'],
    [A, { number: '1.234' }],
    [B, { number: '5' }],
  ]
  expect((await readWhole(await buildXlsx({ rows }))).odd).toEqual([])
})

describe('what is refused, row by row', () => {
  test.each<[...Shape, where: string, problem: RegExp]>([
    [
      'scientific notation',
      csv('address,balance', `${A},1.2345678912E+21`, `${B},1`),
      'row 2',
      /not a plain decimal/,
    ],
    [
      'a unit after the number',
      csv('address,balance', `${A},"1,234.5 UNI"`, `${B},1.5`),
      'row 2',
      /not a plain decimal.*take "UNI" out of the column/,
    ],
    [
      'a footer of one cell',
      csv('address,balance', `${A},1.5`, 'Source: an explorer'),
      'row 3',
      /^fields: 1 here/,
    ],
    ['an ENS name', csv('address,balance', `${A},1.5`, 'vitalik.eth,1'), 'row 3', /not an EVM address/],
    [
      'a link to another address',
      csv('address,balance', `[${A}](${URL_B}),1.5`, `${B},1.5`),
      'row 2',
      /not an EVM address/,
    ],
    [
      'an address that is cut off',
      csv('address,balance', `${A.slice(0, 6)}…${A.slice(-4)},1.5`, `${B},1.5`),
      'row 2',
      /not an EVM address/,
    ],
    [
      'another chain',
      csv('account,balance', `eip155:1:${A},1.5`, `eip155:56:${B},1.5`),
      'row 3',
      /^the address is one of eip155:56: here, and of eip155:1: in/,
    ],
    ['an amount in brackets', csv('address,balance', `${A},(5)`, `${B},1.5`), 'row 2', /not a plain decimal/],
    [
      'scores of two kinds',
      json({ scores: [{ [A]: 1.5 }, { [A]: 2.5 }] }),
      'item 2',
      /already stands in item 1/,
    ],
    [
      'lists in two places',
      json({ excluded: [{ address: A, amount: '1.5' }], holders: [{ address: B, amount: '1.5' }] }),
      'item 2',
      /^addresses stand in two places/,
    ],
    [
      'a member twice',
      `{"claims":{"${A}":"0x1"},"claims":{"${B}":"0x1"}}`,
      'item 2',
      /^addresses stand in two places/,
    ],
    [
      'a page without a list',
      json([{ data: { items: [{ address: A, balance: '1.5' }] } }, { data: { error: 'rate limit' } }]),
      'item 2',
      /^the item holds no list/,
    ],
    [
      'a page that is a holder as well',
      json([{ amount: '5', data: { items: [{ address: A, amount: '1.5' }] }, address: B }]),
      'item 2',
      /^an address stands beside a list/,
    ],
    [
      'a holder in an array whose first item has none',
      json({ team: [{ name: 'x' }, { name: 'y', address: A }], holders: [{ address: B, amount: '1.5' }] }),
      'item 1',
      /^addresses stand in two places/,
    ],
    [
      'decimal digits among hexadecimal ones, late in the list',
      json({
        ...Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [addressOf(n + 70_000), '0x10'])),
        [A]: '100',
      }),
      'item 3001',
      /^"100" is not hexadecimal, as the amounts before it are$/,
    ],
    ['owners without amounts', json({ owners: [A, B] }), 'item 1', /^the item must be an object/],
  ])('%s', async (_, content, where, problem) => {
    const { problems } = await readWhole(content)
    expect(problems[0]).toEqual({ where, problem: expect.stringMatching(problem) })
  })

  test('a line of JSON without an address, whatever the columns are', async () => {
    const content = `${json({ foo: 'x', amount: '2.5' })}\n${json({ foo: A, amount: '1.5' })}`
    expect((await readWhole(content)).unknownColumns?.columns).toEqual(['foo', 'amount'])
    const choices = { columns: { address: 'foo', amount: 'amount' } }
    const { problems } = await readWhole(content, { choices })
    expect(problems).toEqual([{ where: 'item 1', problem: 'no address stands here' }])
  })

  test('an answer that is an error is no list', async () => {
    const { problems, unknownColumns } = await readWhole(json({ error: true, message: 'rate limited' }))
    expect(unknownColumns).toBeNull()
    expect(problems[0]?.problem).toMatch(/^the JSON must be an array/)
  })
})
