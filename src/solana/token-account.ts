import type { Address } from '@solana/kit'
import {
  getMintDecoder,
  getMintSize,
  getMultisigSize,
  getTokenDecoder,
  getTokenSize,
  type Mint,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { AccountState } from './solana-rpc.ts'

/**
 * The account layouts of the two token programs. Both begin with the same fields. Where Token-2022 has extensions to
 * write, it pads the account to the size of a token account; then come one byte for the account's type, and the extensions.
 */

export const TOKEN_2022_PROGRAM_ADDRESS = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address

const ACCOUNT_TYPE_OFFSET = getTokenSize()
const MINT_TYPE = 1

/** The offset of a Token-2022 account's extensions. */
export const FIRST_EXTENSION_OFFSET = ACCOUNT_TYPE_OFFSET + 1

/** Each extension begins with its type and its length, two bytes each. */
export const EXTENSION_HEADER_BYTES = 4

/** Token-2022 gives an associated account the extension ImmutableOwner, which is a header alone. */
const TOKEN_2022_ACCOUNT_BYTES = FIRST_EXTENSION_OFFSET + EXTENSION_HEADER_BYTES

export function isTokenProgram(program: Address): boolean {
  return program === TOKEN_PROGRAM_ADDRESS || program === TOKEN_2022_PROGRAM_ADDRESS
}

/** Returns the bytes of a new associated token account, by the token program that makes it. */
export function tokenAccountBytesOf(tokenProgram: Address): number {
  return tokenProgram === TOKEN_2022_PROGRAM_ADDRESS ? TOKEN_2022_ACCOUNT_BYTES : getTokenSize()
}

/** As many bytes as tell a mint, a token account and a multisig from each other: one more than the longest fixed length. */
export const DISTINCTIVE_TOKEN_BYTES = getMultisigSize() + 1

/** True when a token program's account data are those of a mint. A multisig has a length of its own and no type byte. */
export function isMintData(data: Uint8Array): boolean {
  if (data.length === getMintSize()) return true
  return data.length !== getMultisigSize() && data[ACCOUNT_TYPE_OFFSET] === MINT_TYPE
}

/** Reads the fields that mints of both token programs begin with; null where the data are no mint's. */
export function readBaseMint(data: Uint8Array): Mint | null {
  return isMintData(data) ? getMintDecoder().decode(data.subarray(0, getMintSize())) : null
}

/** Reads the base units in a token account of either token program; 0 where there is none. */
export function tokenBalance(account: AccountState | null): bigint {
  return readTokenAccount(account)?.amount ?? 0n
}

/** Reads the fields that accounts of both token programs begin with; null where there is no token account. */
export function readTokenAccount(account: AccountState | null) {
  if (account === null || account.data.length < getTokenSize()) return null
  return getTokenDecoder().decode(account.data.subarray(0, getTokenSize()))
}
