import { generateKeyPairSigner, getAddressDecoder, isOffCurveAddress } from '@solana/kit'
import { expect, test } from 'vitest'
import { classifySolanaAddress, isSolanaAddress } from './solana-address.ts'

const { address: wallet } = await generateKeyPairSigner()

function offCurve(): string {
  for (;;) {
    const address = getAddressDecoder().decode(crypto.getRandomValues(new Uint8Array(32)))
    if (isOffCurveAddress(address)) return address
  }
}

test.each([
  ['a wallet', wallet, null],
  ['44 characters that are 33 bytes', 'z'.repeat(44), 'not_an_address'],
  ['31 bytes', '1'.repeat(31), 'not_an_address'],
  ['a character that base58 lacks', `0${wallet.slice(1)}`, 'not_an_address'],
  ['spaces around it', ` ${wallet}`, 'not_an_address'],
  ['nothing', '', 'not_an_address'],
  ['the all-zero key', '1'.repeat(32), 'zero_key'],
  ['the Token program', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'known_program'],
  ['wrapped SOL', 'So11111111111111111111111111111111111111112', 'known_program'],
  ['an address off the curve', offCurve(), 'off_curve'],
])('%s', (_, text, problem) => {
  expect(classifySolanaAddress(text)).toBe(problem)
  expect(isSolanaAddress(text)).toBe(problem !== 'not_an_address')
})
