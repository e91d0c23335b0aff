import type { Address } from '@solana/kit'
import type { TokenMovement } from './solana-rpc.ts'

/** A token balance as a transaction's record has it (Solana JSON-RPC). */
export interface RecordedBalance {
  accountIndex: number
  mint: Address
  owner?: Address
  uiTokenAmount: { amount: string }
}

/** Computes a transaction's changes by token account, from its record of balances before and after. */
export function tokenMovements(
  mint: Address,
  accountKeys: readonly Address[],
  before: readonly RecordedBalance[],
  after: readonly RecordedBalance[],
): TokenMovement[] {
  const changes = new Map<Address, { owner: Address; baseUnits: bigint }>()
  const add = (balances: readonly RecordedBalance[], sign: bigint) => {
    for (const { accountIndex, mint: of, owner, uiTokenAmount } of balances) {
      const tokenAccount = accountKeys[accountIndex]
      if (of !== mint || owner === undefined || tokenAccount === undefined) continue
      const soFar = changes.get(tokenAccount)?.baseUnits ?? 0n
      changes.set(tokenAccount, { owner, baseUnits: soFar + sign * BigInt(uiTokenAmount.amount) })
    }
  }
  add(before, -1n)
  add(after, 1n)
  return [...changes].flatMap(([tokenAccount, { owner, baseUnits }]) =>
    baseUnits === 0n ? [] : [{ tokenAccount, owner, baseUnits }],
  )
}
