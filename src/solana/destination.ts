import type { Address } from '@solana/kit'
import { isOffCurve } from '#domain/solana-address.ts'
import type { AccountState } from './solana-rpc.ts'
import { DISTINCTIVE_TOKEN_BYTES, isMintData, isTokenProgram } from './token-account.ts'

/**
 * The kind of an address as a destination. `wallet` has a key and an account; `unused` has a key, and no account yet;
 * `vault` has no key but an account owned by a program, as multisig vaults do; `nobody` has neither.
 */
export type DestinationKind =
  | 'wallet'
  | 'unused'
  | 'vault'
  | 'token_mint'
  | 'token_account'
  | 'program'
  | 'nobody'

/** The bytes of an account's data, from its beginning, by which its kind is told. */
export const DESTINATION_DATA_BYTES = DISTINCTIVE_TOKEN_BYTES

/** Classifies a destination by its address and the account found there. */
export function classifyDestination(address: Address, account: AccountState | null): DestinationKind {
  if (account === null) return isOffCurve(address) ? 'nobody' : 'unused'
  if (account.executable) return 'program'
  if (isTokenProgram(account.owner)) return isMintData(account.data) ? 'token_mint' : 'token_account'
  return isOffCurve(address) ? 'vault' : 'wallet'
}
