import { getTokenDecoder, getTokenSize, AccountState as TokenAccountState } from '@solana-program/token'
import type { AccountState } from './solana-rpc.ts'

/** Reads the base units in a token account of either token program; 0 where there is none. */
export function tokenBalance(account: AccountState | null): bigint {
  return readTokenAccount(account)?.amount ?? 0n
}

/** True when nothing can be moved out of a token account, or into it. */
export function isFrozen(account: AccountState | null): boolean {
  return readTokenAccount(account)?.state === TokenAccountState.Frozen
}

/** Reads the fields that accounts of both token programs begin with; null where there is no token account. */
export function readTokenAccount(account: AccountState | null) {
  if (account === null || account.data.length < getTokenSize()) return null
  return getTokenDecoder().decode(account.data.subarray(0, getTokenSize()))
}
