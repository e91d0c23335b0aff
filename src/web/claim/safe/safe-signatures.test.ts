import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
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
