import { type Address, getAddressDecoder } from '@solana/kit'
import { getMintEncoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { encodeTokenAccount } from '#lab/simulation/model-accounts.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '#solana/mint.ts'
import type { AccountState, SolanaRpc } from '#solana/solana-rpc.ts'

/** Accounts as a node returns them, for tests of reading them. */

const BASE_ACCOUNT_BYTES = 165
const MINT_TYPE = 1
const TOKEN_ACCOUNT_TYPE = 2

export function randomAddress(): Address {
  return getAddressDecoder().decode(crypto.getRandomValues(new Uint8Array(32)))
}

export function sampleAccount(change: Partial<AccountState> = {}): AccountState {
  return {
    owner: '11111111111111111111111111111111' as Address,
    lamports: 1n,
    executable: false,
    data: new Uint8Array(),
    ...change,
  }
}

export function sampleMint({ decimals = 9, isInitialized = true } = {}): AccountState {
  const data = getMintEncoder().encode({
    mintAuthority: null,
    supply: 1n,
    decimals,
    isInitialized,
    freezeAuthority: null,
  })
  return sampleAccount({ owner: TOKEN_PROGRAM_ADDRESS, data: new Uint8Array(data) })
}

/** A Token-2022 mint with extensions by their numbers, each of so many zero bytes. */
export function sampleMint2022(extensions: readonly { type: number; bytes: number }[] = []): AccountState {
  const { data } = sampleMint()
  if (extensions.length === 0) return sampleAccount({ owner: TOKEN_2022_PROGRAM_ADDRESS, data })
  const padded = new Uint8Array(BASE_ACCOUNT_BYTES + 1)
  padded.set(data)
  padded[BASE_ACCOUNT_BYTES] = MINT_TYPE
  const entries = extensions.map(({ type, bytes }) => {
    const entry = new Uint8Array(4 + bytes)
    const view = new DataView(entry.buffer)
    view.setUint16(0, type, true)
    view.setUint16(2, bytes, true)
    return entry
  })
  return sampleAccount({
    owner: TOKEN_2022_PROGRAM_ADDRESS,
    data: Buffer.concat([padded, ...entries]),
  })
}

export function sampleTokenAccount({
  mint = randomAddress(),
  owner = randomAddress(),
  amount = 0n,
  frozen = false,
  token2022 = false,
} = {}): AccountState {
  const base = encodeTokenAccount({ mint, owner, amount, frozen })
  // An associated account of Token-2022 has a type byte and the extension ImmutableOwner.
  const type = token2022 ? Uint8Array.of(TOKEN_ACCOUNT_TYPE, 7, 0, 0, 0) : new Uint8Array()
  const data = Buffer.concat([new Uint8Array(base), type])
  return sampleAccount({
    owner: token2022 ? TOKEN_2022_PROGRAM_ADDRESS : TOKEN_PROGRAM_ADDRESS,
    data: new Uint8Array(data),
  })
}

/** Makes a node that has these accounts and answers nothing else. */
export function nodeWith(accounts: Readonly<Record<string, AccountState>>): SolanaRpc {
  const node: Pick<SolanaRpc, 'accounts'> = {
    accounts: async (addresses) => addresses.map((address) => accounts[address] ?? null),
  }
  return node as SolanaRpc
}
