import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { readSafeLink, safeLink } from './safe-link.ts'
import { joinSignatures, safeTypedData, signaturesByOwner, typedDataJson } from './safe-signatures.ts'

const makeOwner = () => privateKeyToAccount(generatePrivateKey())
const [ann, bob, eve] = [makeOwner(), makeOwner(), makeOwner()]
const owners = [ann, bob].map(({ address }) => address.toLowerCase())

const SIGNED = { eth: makeOwner().address, chainId: 56, text: 'Claim SPL tokens' }

const sign = (by: typeof ann, signed = SIGNED) => by.signTypedData(safeTypedData(signed))

test('signatures are known by their owners, in any order', async () => {
  const [first, second] = [await sign(bob), await sign(ann)]
  const found = await signaturesByOwner(SIGNED, [first, second], owners)
  expect([...found]).toEqual([
    [bob.address.toLowerCase(), first],
    [ann.address.toLowerCase(), second],
  ])
})

test.each([
  ['of somebody else', () => sign(eve)],
  ['of another text', () => sign(ann, { ...SIGNED, text: 'Claim SPL tokens ' })],
  ['for another chain', () => sign(ann, { ...SIGNED, chainId: 271 })],
  ['for another Safe', () => sign(ann, { ...SIGNED, eth: eve.address })],
  ['that are none', async () => `0x${'00'.repeat(65)}`],
])('signatures %s are left out', async (_, made) => {
  expect((await signaturesByOwner(SIGNED, [await made()], owners)).size).toBe(0)
})

test('v is 27 or 28, whichever way a wallet writes it', async () => {
  const signature = await sign(ann)
  const v = Number.parseInt(signature.slice(130), 16)
  const found = await signaturesByOwner(SIGNED, [`${signature.slice(0, 130)}0${v - 27}`], owners)
  expect([...found.values()]).toEqual([signature])
})

test('as many as the Safe wants are joined, sorted by owner', () => {
  const byOwner = new Map([
    ['0xcc', '0x03'],
    ['0xaa', '0x01'],
    ['0xbb', '0x02'],
  ])
  expect(joinSignatures(byOwner, 2)).toBe('0x0102')
  expect(joinSignatures(byOwner, 3)).toBe('0x010203')
})

test('the data for a wallet names the fields of the domain', () => {
  const { types, domain, message, primaryType } = JSON.parse(typedDataJson(SIGNED))
  expect(types.EIP712Domain).toEqual([
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ])
  expect(domain).toEqual({ chainId: 56, verifyingContract: SIGNED.eth })
  expect(primaryType).toBe('SafeMessage')
  expect(message.message).toMatch(/^0x[0-9a-f]{64}$/)
})

const PENDING = {
  eth: '0x1234567890123456789012345678901234567890',
  sol: 'So11111111111111111111111111111111111111112',
  chainId: '0x38',
  nonce: 1_790_000_000_000,
  corrects: false,
  signatures: [`0x${'ab'.repeat(65)}`, `0x${'cd'.repeat(65)}`],
}

const read = (link: string) => readSafeLink(new URL(link).hash)

test.each([PENDING, { ...PENDING, corrects: true, signatures: [] }])('what is written is read', (pending) => {
  const link = safeLink('https://claim.example.org/', pending)
  expect(link.startsWith('https://claim.example.org/#safe=0x')).toBe(true)
  expect(read(link)).toEqual(pending)
})

test.each([
  ['no address', { eth: '0x12' }],
  ['no chain', { chainId: '0x0' }],
  ['no Solana address', { sol: 'short' }],
  ['no nonce', { nonce: 0 }],
  ['a nonce that is no number of milliseconds', { nonce: 12 }],
])('%s: it is none', (_, change) => {
  expect(read(safeLink('https://claim.example.org/', { ...PENDING, ...change }))).toBeNull()
})

test('signatures that are none are left out', () => {
  const signatures = [...PENDING.signatures, '0x12', 'javascript:alert(1)']
  expect(read(safeLink('https://claim.example.org/', { ...PENDING, signatures }))).toEqual(PENDING)
})

test('a fragment of something else is none', () => {
  expect(readSafeLink('')).toBeNull()
  expect(readSafeLink('#security')).toBeNull()
})
