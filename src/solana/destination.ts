import { type Address, isOffCurveAddress } from '@solana/kit'
import type { AccountState } from './solana-rpc.ts'
import { isMintData, isTokenProgram } from './token-layout.ts'

/**
 * The kind of an address as a destination. `wallet` has a key (whether or not it holds anything yet);
 * `vault` has no key but an account owned by a program, as multisig vaults do; `nobody` has neither.
 */
export type DestinationKind = 'wallet' | 'vault' | 'token_mint' | 'token_account' | 'program' | 'nobody'

/** Classifies a destination by its address and the account found there. */
export function classifyDestination(address: Address, account: AccountState | null): DestinationKind {
  if (account === null) return isOffCurveAddress(address) ? 'nobody' : 'wallet'
  if (account.executable) return 'program'
  if (isTokenProgram(account.owner)) return isMintData(account.data) ? 'token_mint' : 'token_account'
  return isOffCurveAddress(address) ? 'vault' : 'wallet'
}
