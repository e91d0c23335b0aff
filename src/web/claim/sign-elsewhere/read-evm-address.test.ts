import { expect, test } from 'vitest'
import { readEnteredEvmAddress } from './read-evm-address.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.each([
  ['as it is', ADDRESS],
  ['in lower case', ADDRESS.toLowerCase()],
  ['in upper case', `0X${ADDRESS.slice(2).toUpperCase()}`],
  ['without 0x', ADDRESS.slice(2)],
  ['with blanks around it', `  ${ADDRESS}\n`],
  ['with characters that nobody sees', `\u200b${ADDRESS.slice(0, 9)}\u2060${ADDRESS.slice(9)}\ufeff`],
  ['as a payment link', `ethereum:${ADDRESS}@56`],
  ['as an explorer’s page', `https://bscscan.com/address/${ADDRESS.toLowerCase()}#tokentxns`],
])('an address is read %s', (_, entered) => {
  expect(readEnteredEvmAddress(entered)).toEqual({ address: ADDRESS })
})

test.each([
  ['shape', ''],
  ['shape', 'vitalik.eth'],
  ['shape', ADDRESS.slice(0, -1)],
  ['shape', `${ADDRESS}0`],
  ['checksum', ADDRESS.replace('5aA', '5aa')],
  ['checksum', ADDRESS.replace('b6053', 'b6054')],
  ['solana', '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'],
])('%s: %s', (problem, entered) => {
  expect(readEnteredEvmAddress(entered)).toEqual({ problem })
})
