import { expect, test } from 'vitest'
import { columnReader } from './column-readers.ts'

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

test('a comparison has its sum as a number', () => {
  expect(read('comparison', '{"agrees":true,"baseUnits":"18446744073709551616"}')).toEqual({
    agrees: true,
    baseUnits: 2n ** 64n,
  })
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
