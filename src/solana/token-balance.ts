import { getTokenDecoder, getTokenSize } from '@solana-program/token'
import type { AccountState } from '#solana/cluster.ts'

/** Base units in a token account of either token program; 0 where there is none. */
export function tokenBalance(account: AccountState | null): bigint {
  if (account === null || account.data.length < getTokenSize()) return 0n
  return getTokenDecoder().decode(account.data.subarray(0, getTokenSize())).amount
}
