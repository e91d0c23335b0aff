import { type Address, address } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { expect, test } from 'vitest'
import { type Mint, TOKEN_2022_PROGRAM_ADDRESS } from '#solana/mint.ts'
import { assertMintPinned, type PinnedMint, pinnedMint } from './mint-pin.ts'

const pinned: PinnedMint = {
  mintAddress: address('So11111111111111111111111111111111111111112'),
  mintDecimals: 9,
  tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
  mintExtensions: ['MetadataPointer', 'TokenMetadata'],
}

const compare = (change: Partial<Mint>) => () =>
  assertMintPinned({ ...pinnedMint(pinned), ...change }, pinned)

test('a mint that is as it was', () => {
  expect(compare({})).not.toThrow()
  expect(compare({ extensions: ['TokenMetadata', 'MetadataPointer'] })).not.toThrow()
})

test.each<[string, Partial<Mint>]>([
  ['it now has 6 decimals instead of 9', { decimals: 6 }],
  [
    'it now belongs to the Token program instead of the Token-2022 program',
    { tokenProgram: TOKEN_PROGRAM_ADDRESS },
  ],
  ['it now has the extension Pausable', { extensions: ['MetadataPointer', 'TokenMetadata', 'Pausable'] }],
  ['it no longer has the extension TokenMetadata', { extensions: ['MetadataPointer'] }],
  ['its address is now other instead of So1', { address: 'other' as Address }],
  [
    'it now has 0 decimals instead of 9, and it no longer has the extension MetadataPointer',
    { decimals: 0, extensions: ['TokenMetadata'] },
  ],
])('%s', (words, change) => {
  expect(compare(change)).toThrow(words)
  expect(compare(change)).toThrow(expect.objectContaining({ code: 'mint_changed' }))
})

test('a new token account is as large as its program makes it', () => {
  expect(pinnedMint(pinned).tokenAccountBytes).toBe(170)
  expect(pinnedMint({ ...pinned, tokenProgram: TOKEN_PROGRAM_ADDRESS }).tokenAccountBytes).toBe(165)
})
