import type { Address } from '@solana/kit'
import type { Recipient } from '#solana/recipients.ts'
import type { OwedPayments } from './owed-payments.ts'
import type { PayoutPlan } from './plan-payout.ts'

/** Payments in the order in which they are owed, that a balance suffices for, and about what they cost. */
export interface Coverage {
  payments: number
  baseUnits: bigint
  lamports: bigint
}

/** More than the average understates of the last fee. */
const FEE_RESERVE_LAMPORTS = 110_000n

/**
 * Computes how many of the owed payments the wallet's balances cover, from the first on: each with its share of the estimated fees, and the
 * rent of an account unless the recipient is known to have one; less what the wallet itself keeps. Those known to be unpayable cost nothing.
 */
export async function coverageOf(
  { estimate, walletLamports, walletBaseUnits }: PayoutPlan,
  payments: OwedPayments,
  recipientOf: (wallet: Address) => Recipient | undefined,
): Promise<Coverage> {
  const { accountRentLamports, feeLamports, keptLamports, transferCount } = estimate
  const spendable = walletLamports - keptLamports - FEE_RESERVE_LAMPORTS
  const fee = transferCount === 0 ? 0n : feeLamports / BigInt(transferCount) + 1n
  const opened = new Set<Address>()
  const covered: Coverage = { payments: 0, baseUnits: 0n, lamports: 0n }
  for await (const page of payments) {
    for (const { recipient: wallet, baseUnits } of page) {
      const recipient = recipientOf(wallet)
      if (baseUnits > 0n && recipient?.payable !== false) {
        const isOpen = opened.has(wallet) || recipient?.need === 'existing'
        const lamports = covered.lamports + fee + (isOpen ? 0n : accountRentLamports)
        const tokens = covered.baseUnits + baseUnits
        if (lamports > spendable || tokens > walletBaseUnits) return covered
        opened.add(wallet)
        covered.lamports = lamports
        covered.baseUnits = tokens
      }
      if (baseUnits > 0n) covered.payments += 1
    }
  }
  return covered
}
