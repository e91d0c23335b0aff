import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { buildXlsx } from '../../test/harness/build-xlsx.ts'
import { A, B, readWhole } from '../../test/harness/test-reading.ts'
import { readDenyList } from './read-deny-list.ts'

/** A holder whose address is mistyped is refused by name, wherever it stands: no list is read without it. */

const C = `0x${'c3'.repeat(20)}`
const CUT = `0x${'d4'.repeat(20)}`.slice(0, -1)
const MAP = { [A]: '7.5', [B]: '8.5' }
const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`
const json = (value: unknown) => JSON.stringify(value)
const lines = (...values: unknown[]) => values.map((value) => `${json(value)}\n`).join('')

describe('in a JSON', () => {
  const NO_ADDRESS = /is not an EVM address/
  const NO_FACT = /^"(?:O|bob|treasury|Team)" is neither an address nor a known fact about the list/
  test.each<[string, string, string, RegExp]>([
    ['the first key of a map', json({ [CUT]: '5000.25', ...MAP }), 'item 1', NO_ADDRESS],
    ['the second key, after a fact', json({ decimals: 18, [CUT]: '5.25', ...MAP }), 'item 1', NO_ADDRESS],
    ['an ENS name', json({ 'vitalik.eth': '5.25', ...MAP }), 'item 1', NO_ADDRESS],
    ['an O for the 0', json({ [`O${A.slice(1)}`]: '5.25', ...MAP }), 'item 1', NO_ADDRESS],
    ['a key of one letter', json({ O: '5.25', ...MAP }), 'item 1', NO_FACT],
    ['a name', json({ bob: '5.25', ...MAP }), 'item 1', NO_FACT],
    ['a name within another object', json({ airdrop: { Team: '5.25', ...MAP } }), 'item 1', NO_FACT],
    ['a key beside the map', json({ holders: MAP, [CUT]: '5.25' }), 'item 3', /stand in two places/],
    ['a line of its own', lines({ [A]: '7.5' }, { [CUT]: '5.25' }, { [B]: '8.5' }), 'item 2', NO_ADDRESS],
    ['the first line', lines({ [CUT]: '5.25' }, { [A]: '7.5' }, { [B]: '8.5' }), 'item 1', NO_ADDRESS],
    [
      'a name on a line of its own',
      lines({ [A]: '7.5' }, { treasury: '5.25' }, { [B]: '8.5' }),
      'file',
      /^an object of this file holds no list of holders: "treasury"/,
    ],
    [
      'a page that is an error',
      lines(
        { items: [{ address: A, amount: '7.5' }] },
        { error: 'rate limited', code: 429 },
        { items: [{ address: B, amount: '8.5' }] },
      ),
      'file',
      /^an object of this file holds no list of holders: "error"/,
    ],
    [
      'before the maps of an array',
      json([{ [CUT]: '5.25', [A]: '7.5' }, { [B]: '8.5' }]),
      'item 1',
      NO_ADDRESS,
    ],
    [
      'within an array of maps',
      json([{ [A]: '7.5' }, { [CUT]: '5.25' }, { [B]: '8.5' }]),
      'item 2',
      NO_ADDRESS,
    ],
    ['a name before the maps of an array', json([{ bob: '5.25', [A]: '7.5' }]), 'item 1', NO_FACT],
  ])('%s', async (_, content, where, problem) => {
    for (const chunkBytes of [64 * 1024, 1]) {
      const { problems, rows, unknownColumns } = await readWhole(content, { chunkBytes })
      expect(unknownColumns).toBeNull()
      expect(problems[0]).toEqual({ where, problem: expect.stringMatching(problem) })
      expect(rows.length).toBeLessThan(3)
    }
  })

  test.each([
    ['a name with an object', json({ bob: { amount: '5' }, [A]: { amount: '7.5' } })],
    ['a key before a list', json({ [CUT]: '5.25', holders: [{ address: A, amount: '1.5' }] })],
    ['a key beside a list in a page', json([{ [CUT]: '5.25', items: [{ address: A, amount: '1.5' }] }])],
  ])('%s is refused whatever columns are chosen', async (_, content) => {
    const names = (await readWhole(content)).unknownColumns?.columns ?? []
    expect(names.length).toBeGreaterThan(1)
    for (const address of names) {
      for (const amount of names.filter((name) => name !== address)) {
        const { problems } = await readWhole(content, { choices: { columns: { address, amount } } })
        expect(problems[0]?.where).toBe('item 1')
      }
    }
  })

  test('facts about the list are no holders', async () => {
    const facts = {
      name: 'x',
      token: C,
      decimals: 18,
      blockNumber: '19000000',
      total_supply: '16',
      merkleRoot: '0x1',
    }
    for (const content of [json({ ...facts, ...MAP }), json([{ decimals: 18, ...MAP }])]) {
      const { problems, rows } = await readWhole(content)
      expect(problems).toEqual([])
      expect(rows.map(({ address }) => address)).toEqual([A, B])
    }
  })
})

describe('above the header', () => {
  const ABOVE = /^stands above the row that names the columns, .* is neither/
  test.each<[string, string[], string, RegExp]>([
    ['an ENS name in a list with a header', ['vitalik.eth,5.5', 'address,balance'], 'row 1', ABOVE],
    ['an ENS name in a list of our own', ['vitalik.eth,5.5', 'address,amountUA'], 'row 1', ABOVE],
    ['a name', ['Holders', 'bob,5.5', 'address,balance'], 'row 2', ABOVE],
    ['an amount that is none', ['address,balance', 'vitalik.eth,$5'], 'row 2', /is not an EVM address/],
    ['an O for the 0', [`O${A.slice(1)},5.5`, 'address,balance'], 'row 1', ABOVE],
  ])('%s', async (_, above, where, problem) => {
    const rows = [...above, `${A},7.5`, `${B},8.5`]
    const workbook = await buildXlsx({ rows: rows.map((row) => row.split(',')) })
    for (const content of [csv(...rows), workbook]) {
      const read = await readWhole(content)
      expect(read.problems[0]).toEqual({ where, problem: expect.stringMatching(problem) })
    }
  })

  test('a first row that is a mistyped holder names no columns', async () => {
    const content = csv('vitalik.eth,5.5', `${A},7.5`, `${B},8.5`)
    expect((await readWhole(content)).unknownColumns?.columns).toEqual(['column 1', 'column 2'])
    const choices = { columns: { address: 'column 1', amount: 'column 2' } }
    const { problems } = await readWhole(content, { choices })
    expect(problems[0]).toEqual({ where: 'row 1', problem: expect.stringMatching(/is not an EVM address/) })
  })
})

describe('a column or a member in two spellings', () => {
  const TWICE = /^the column \w+ is named twice$/
  test.each<[string, string, string[]]>([
    ['address, letter case', 'address,Address,amountUA', [A, B, '1.5']],
    ['amount, letter case', 'address,amountUA,amountua', [A, '1.5', '9.5']],
    ['amount, with a sign', 'address,amountWei,amount_wei', [A, '1', '9']],
    ['amount, with spaces', 'address, amountUA ,Amount UA', [A, '1.5', '9.5']],
  ])('%s', async (_, header, row) => {
    const workbook = await buildXlsx({ rows: [header.split(','), row] })
    for (const content of [csv(header, row.join(',')), workbook]) {
      const { problems, rows } = await readWhole(content)
      expect(problems).toEqual([{ where: 'row 1', problem: expect.stringMatching(TWICE) }])
      expect(rows).toEqual([])
    }
    const names = header.split(',').map((name) => name.trim())
    const item = Object.fromEntries(names.map((name, index) => [name, row[index]]))
    for (const content of [json([item]), json({ holders: [item] }), lines(item)]) {
      const { problems, rows } = await readWhole(content)
      expect(problems).toEqual([
        { where: 'item 1', problem: expect.stringMatching(/^\w+ and [\w ]+ are one member, given twice$/) },
      ])
      expect(rows).toEqual([])
    }
  })

  test('the addresses of an explorer are asked about', async () => {
    const content = csv('HolderAddress,holderaddress,Balance', `${A},${B},1.5`)
    expect((await readWhole(content)).unknownColumns?.columns).toHaveLength(3)
  })

  test('items that spell a member each in its own way are one column', async () => {
    const content = json([
      { address: A, amountUA: '1.5' },
      { Address: B, amountua: '2.5' },
    ])
    const { problems, rows } = await readWhole(content)
    expect(problems).toEqual([])
    expect(rows.map(({ address }) => address)).toEqual([A, B])
  })

  test('the addresses of a deny list', async () => {
    const content = Buffer.from(csv('address,note,Address', `${A},x,${B}`))
    await expect(readDenyList(Readable.from([content]))).rejects.toThrow('the column address is named twice')
  })

  test('an address that stands twice in a map', async () => {
    for (const other of [A, A.toUpperCase().replace('0X', '0x')]) {
      const { problems } = await readWhole(`{"${A}":"1.5","${B}":"2.5","${other}":"3.5"}`)
      expect(problems).toEqual([
        { where: 'item 3', problem: expect.stringMatching(/already stands in item 1$/) },
      ])
    }
  })
})
