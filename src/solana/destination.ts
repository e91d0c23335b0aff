import { type Address, isOffCurveAddress } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { AccountState } from './cluster.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from './mint.ts'

/**
 * What an address is, as far as a payment is concerned. `wallet` has a key (whether or not it holds anything yet);
 * `vault` has none but an account owned by a program, as multisig vaults have; `nobody` has neither.
 */
export type DestinationKind = 'wallet' | 'vault' | 'token_mint' | 'token_account' | 'program' | 'nobody'

const MINT_BYTES = 82
const TOKEN_ACCOUNT_BYTES = 165
const TOKEN_2022_MINT_TYPE = 1

/** Judges a destination by its address and the account found there. */
export function judgeDestination(address: Address, account: AccountState | null): DestinationKind {
  if (account === null) return isOffCurveAddress(address) ? 'nobody' : 'wallet'
  if (account.executable) return 'program'
  if (account.owner === TOKEN_PROGRAM_ADDRESS || account.owner === TOKEN_2022_PROGRAM_ADDRESS) {
    const isMint =
      account.data.length === MINT_BYTES || account.data[TOKEN_ACCOUNT_BYTES] === TOKEN_2022_MINT_TYPE
    return isMint ? 'token_mint' : 'token_account'
  }
  return isOffCurveAddress(address) ? 'vault' : 'wallet'
}
