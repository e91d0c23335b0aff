import type { Address } from '@solana/kit'
import { AccountState, getMintEncoder } from '@solana-program/token'
import { expect, test } from 'vitest'
import type { SolanaRpc } from './solana-rpc.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from './token-account.ts'
import { readTokenFacts } from './token-facts.ts'

const MINT = 'So11111111111111111111111111111111111111112' as Address
const SOMEBODY = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address
const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

const baseMint = new Uint8Array(
  getMintEncoder().encode({
    mintAuthority: null,
    supply: 12n,
    decimals: 1,
    isInitialized: true,
    freezeAuthority: SOMEBODY,
  }),
)

function text(value: string, padding = 0): Buffer {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length + padding)
  return Buffer.concat([length, bytes, Buffer.alloc(padding)])
}

/** Answers with these accounts, in the order in which they are asked for. */
function nodeWith(...accounts: ({ owner: string; data: Uint8Array } | null)[]) {
  return { accounts: async () => accounts } as unknown as SolanaRpc
}

const classic = { owner: SOMEBODY, data: baseMint }

test('a mint of the first token program with Metaplex metadata', async () => {
  const data = Buffer.concat([Buffer.alloc(65), text('Unicorn', 25), text('UNI', 7)])
  expect(await readTokenFacts(nodeWith(classic, { owner: METADATA_PROGRAM, data }), MINT)).toEqual({
    address: MINT,
    decimals: 1,
    supply: 12n,
    mintAuthority: null,
    freezeAuthority: SOMEBODY,
    name: 'Unicorn',
    symbol: 'UNI',
  })
})

test('a Token-2022 mint with metadata of its own', async () => {
  const metadata = Buffer.concat([Buffer.alloc(64), text('Näme'), text('N')])
  const header = Buffer.alloc(4)
  header.writeUInt16LE(19)
  header.writeUInt16LE(metadata.length, 2)
  const data = Buffer.concat([baseMint, Buffer.alloc(165 - 82), Buffer.from([1]), header, metadata])
  const node = nodeWith({ owner: TOKEN_2022_PROGRAM_ADDRESS, data }, null)
  expect(await readTokenFacts(node, MINT)).toMatchObject({ name: 'Näme', symbol: 'N' })
})

test.each([
  ['none', null],
  ["another program's", { owner: MINT, data: Buffer.concat([Buffer.alloc(65), text('Fake'), text('F')]) }],
  [
    'cut short ones',
    { owner: METADATA_PROGRAM, data: Buffer.concat([Buffer.alloc(65), Buffer.from([9, 9, 9, 9])]) },
  ],
  ['empty ones', { owner: METADATA_PROGRAM, data: Buffer.alloc(10) }],
])('with %s metadata there is no name', async (_, metadata) => {
  expect(await readTokenFacts(nodeWith(classic, metadata), MINT)).toMatchObject({ name: null, symbol: null })
})

test('what is no mint is none', async () => {
  await expect(readTokenFacts(nodeWith(null, null), MINT)).rejects.toMatchObject({ code: 'mint_not_found' })
  const account = { owner: MINT, data: new Uint8Array([AccountState.Frozen]) }
  await expect(readTokenFacts(nodeWith(account, null), MINT)).rejects.toMatchObject({
    code: 'mint_not_found',
  })
})
