import type { Address } from '@solana/kit'
import type { TokenMovement } from '#solana/cluster.ts'

/** A token balance as a transaction's record has it (Solana JSON-RPC). */
export interface RecordedBalance {
  mint: Address
  owner?: Address
  uiTokenAmount: { amount: string }
}

/** What a transaction changed, by wallet, from its record of balances before and after. */
export function tokenMovements(
  mint: Address,
  before: readonly RecordedBalance[],
  after: readonly RecordedBalance[],
): TokenMovement[] {
  const changes = new Map<Address, bigint>()
  const add = (balances: readonly RecordedBalance[], sign: bigint) => {
    for (const { mint: of, owner, uiTokenAmount } of balances) {
      if (of !== mint || owner === undefined) continue
      changes.set(owner, (changes.get(owner) ?? 0n) + sign * BigInt(uiTokenAmount.amount))
    }
  }
  add(before, -1n)
  add(after, 1n)
  return [...changes].flatMap(([owner, baseUnits]) => (baseUnits === 0n ? [] : [{ owner, baseUnits }]))
}
