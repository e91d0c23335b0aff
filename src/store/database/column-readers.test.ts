import { createQueryId, type UnknownRow } from 'kysely'
import { describe, expect, test } from 'vitest'
import { columnReader } from './column-readers.ts'
import { ColumnNames } from './open-database.ts'

const read = (column: string, stored: unknown) => {
  const reader = columnReader(column)
  return reader ? reader(stored) : stored
}

test.each([
  ['amountWei', (2n ** 256n - 1n).toString(), 2n ** 256n - 1n],
  ['baseUnits', '0', 0n],
  ['anchorBaseUnits', null, null],
  ['feeLamports', '5000', 5000n],
  ['amountUA', '5988.626491', '5988.626491'],
  ['mintExtensions', '["MetadataPointer"]', ['MetadataPointer']],
  ['recipient', '17', '17'],
  ['id', 17, 17],
])('%s of %o', (column, stored, value) => {
  expect(read(column, stored)).toEqual(value)
})

test('a comparison has its sum as a number, and counts what is undecided where 0.2.0 did not', () => {
  expect(read('comparison', '{"agrees":true,"baseUnits":"18446744073709551616"}')).toEqual({
    agrees: true,
    baseUnits: 2n ** 64n,
    undecided: 0,
  })
  expect(read('comparison', '{"baseUnits":"1","undecided":3}')).toEqual({ baseUnits: 1n, undecided: 3 })
})

test.each([
  ['baseUnits', '1e3'],
  ['amountUA', '1e3'],
  ['amountUA', 'many'],
  ['dustUA', '.5'],
  ['baseUnits', ' 1'],
  ['baseUnits', '01'],
  ['baseUnits', '-1'],
  ['baseUnits', '0x10'],
  ['baseUnits', ''],
  ['baseUnits', 1],
  ['amountWei', Buffer.from('1')],
  ['mintExtensions', 'x'],
  ['comparison', '{}'],
])('%s of %o is nothing that Ferry wrote', (column, stored) => {
  expect(() => read(column, stored)).toThrow(expect.objectContaining({ code: 'record_unreadable' }))
})

describe('column names', () => {
  async function read(rows: UnknownRow[]): Promise<UnknownRow[]> {
    const { rows: read } = await new ColumnNames().transformResult({
      queryId: createQueryId(),
      result: { rows },
    })
    return read
  }

  test('each row is read for itself, by the names of its columns', async () => {
    const rows = [
      { sol_tx: null, amount_wei: '18446744073709551616', amount_ua: '1.5', siwe_terms: null },
      { sol_tx: 'Tx', amount_wei: null, amount_ua: '2', siwe_terms: null },
      { amount_ua: '3', siwe_terms: null, amount_wei: '0', sol_tx: '' },
    ]
    expect(await read(rows)).toEqual([
      { solTx: null, amountWei: 2n ** 64n, amountUA: '1.5', siweTerms: null },
      { solTx: 'Tx', amountWei: null, amountUA: '2', siweTerms: null },
      { solTx: '', amountWei: 0n, amountUA: '3', siweTerms: null },
    ])
  })

  test('no rows are no rows', async () => {
    expect(await read([])).toEqual([])
  })

  test('a value that is not what its column has is an error, in any row', async () => {
    const rows = [{ amount_wei: '1' }, { amount_wei: '1e3' }]
    await expect(read(rows)).rejects.toMatchObject({ code: 'record_unreadable' })
  })
})
