import { parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { readEnteredEvmAddress } from './EnterAddress.tsx'
import { readSignature } from './read-signature.ts'
import type { TextToSign } from './text-to-sign.ts'

const account = privateKeyToAccount(generatePrivateKey())
const other = privateKeyToAccount(generatePrivateKey())
const text: TextToSign = {
  sol: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  amountUA: '400',
  corrects: false,
  confirmProgramOwned: false,
  chainId: '0x38',
  signedBy: 'key',
  nonce: 1_795_384_800_123,
  msg: 'Claim SPL tokens\neth: é\nsol: b',
}
const sig = await account.signMessage({ message: text.msg })
const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(sig)))
const read = (pasted: string, change: Partial<TextToSign> = {}) =>
  readSignature(pasted, account.address.toLowerCase(), { ...text, ...change })

test.each([
  ['as it is', sig],
  ['without 0x', sig.slice(2)],
  ['in capitals', `0X${sig.slice(2)}`],
  ['in lines and quotes', ` "${sig.slice(0, 60)}\n\t${sig.slice(60)}"\n`],
  ['with characters that nobody sees', `\u200b${sig}\ufeff`],
  ['of 64 bytes (EIP-2098)', compact],
  [
    'in the JSON of an explorer',
    JSON.stringify({ address: account.address, msg: text.msg, sig, version: '2' }),
  ],
  ['in a JSON without 0x', JSON.stringify({ msg: text.msg.replaceAll('\n', '\r\n'), sig: sig.slice(2) })],
  ['in a JSON with the text in hex', JSON.stringify({ message: '0x436c', signature: sig })],
])('a signature is read %s', (_, pasted) => {
  expect(read(pasted)).toEqual({ sig })
})

test('one whose last byte is 0 or 1 is, too', () => {
  const parity = sig.endsWith('1b') ? '00' : '01'
  expect(read(sig.slice(0, -2) + parity)).toEqual({ sig: sig.slice(0, -2) + parity })
})

test.each([
  ['missing', '  \n'],
  ['unreadable', 'I signed it'],
  ['unreadable', sig.slice(0, -1)],
  ['unreadable', '{"sig": 5}'],
  ['unreadable', '{"sig": '],
  ['otherText', JSON.stringify({ msg: 'Claim nothing', sig })],
])('%s: %s', (kind, pasted) => {
  expect(read(pasted)).toEqual({ problem: { kind } })
})

test('a length that no key gives is told', () => {
  expect(read(`${sig}00`)).toEqual({ problem: { kind: 'length', bytes: 66 } })
  expect(read('0x00')).toEqual({ problem: { kind: 'length', bytes: 1 } })
})

test('the address that signed in its place is named', async () => {
  const byOther = await other.signMessage({ message: text.msg })
  expect(read(byOther)).toEqual({ problem: { kind: 'otherSigner', signer: other.address } })
  expect(read(`0x${'00'.repeat(65)}`)).toEqual({ problem: { kind: 'otherSigner', signer: null } })
  expect(read(sig, { msg: `${text.msg}\n` })).toMatchObject({ problem: { kind: 'otherSigner' } })
})

test('what a contract wallet gives is for its contract to judge', async () => {
  const byOwner = await other.signMessage({ message: text.msg })
  for (const pasted of [byOwner, `${byOwner}${sig.slice(2)}`, '0x']) {
    expect(read(pasted, { signedBy: 'contract' })).toEqual({ sig: pasted })
  }
})

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
