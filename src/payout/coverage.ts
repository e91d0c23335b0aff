import type { Address } from '@solana/kit'
import type { Recipient } from '#solana/recipients.ts'
import type { OwedPayments } from './owed-payments.ts'
import type { PayoutPlan } from './plan-payout.ts'
import { judgePayment } from './send/judge-payment.ts'

/** Payments in the order in which they are owed, that a balance suffices for, and about what they cost. */
export interface Coverage {
  /** Those among them that can not be made count as well: the limits of a run count them too. */
  payments: number
  payable: number
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
  { estimate, walletLamports, funds }: PayoutPlan,
  payments: OwedPayments,
  recipientOf: (wallet: Address) => Recipient | undefined,
): Promise<Coverage> {
  const { accountRentLamports, feeLamports, keptLamports, payableCount } = estimate
  const spendable = walletLamports - keptLamports - FEE_RESERVE_LAMPORTS
  const fee = payableCount === 0 ? 0n : feeLamports / BigInt(payableCount) + 1n
  const opened = new Set<Address>()
  const covered: Coverage = { payments: 0, payable: 0, baseUnits: 0n, lamports: 0n }
  for await (const page of payments) {
    for (const { recipient: wallet, baseUnits, objection } of page) {
      const recipient = recipientOf(wallet)
      if ((objection ?? judgePayment({ baseUnits, recipient })) === null) {
        const hasAccount = recipient?.payable === true && recipient.need === 'existing'
        const isOpen = opened.has(wallet) || hasAccount
        const lamports = covered.lamports + fee + (isOpen ? 0n : accountRentLamports)
        const tokens = covered.baseUnits + baseUnits
        if (lamports > spendable || tokens > funds.spendableBaseUnits) return covered
        opened.add(wallet)
        covered.lamports = lamports
        covered.baseUnits = tokens
        covered.payable += 1
      }
      if (baseUnits > 0n) covered.payments += 1
    }
  }
  return covered
}
