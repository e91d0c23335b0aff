import type { Address } from '@solana/kit'
import { type BaseUnits, sumBaseUnits } from './amounts.ts'

/** An amount that a Solana wallet got, or is owed. */
export interface WalletAmount {
  recipient: Address
  baseUnits: BaseUnits
}

/** A payment and the debts that it settles, to the base unit. */
export interface PaymentMatch<Payment, Debt> {
  payment: Payment
  debts: Debt[]
}

/** The most steps that the search for a sum takes; a sum that is not found by then stays unmatched. */
const MAX_STEPS = 5_000

/**
 * Matches payments with what their recipients are owed, exactly: first one debt of the same amount, the oldest of them, then
 * debts that add up to what one transaction paid a wallet. Payments that fit nothing are left out. Each debt is settled once.
 */
export function matchPayments<Payment extends WalletAmount, Debt extends WalletAmount>(
  payments: readonly Payment[],
  debts: readonly Debt[],
): PaymentMatch<Payment, Debt>[] {
  const open = new Map<string, Debt[]>()
  for (const debt of debts) {
    if (debt.baseUnits === 0n) continue
    const list = open.get(debt.recipient)
    if (list) list.push(debt)
    else open.set(debt.recipient, [debt])
  }
  const matches: PaymentMatch<Payment, Debt>[] = []
  const settle = (
    candidates: readonly Payment[],
    find: (debts: readonly Debt[], sum: bigint) => Debt[] | null,
  ): Payment[] =>
    candidates.filter((payment) => {
      const owed = open.get(payment.recipient) ?? []
      const settled = find(owed, payment.baseUnits)
      if (settled === null) return true
      open.set(
        payment.recipient,
        owed.filter((debt) => !settled.includes(debt)),
      )
      matches.push({ payment, debts: settled })
      return false
    })
  settle(settle(payments, findOne), findSum)
  return matches
}

function findOne<Debt extends WalletAmount>(debts: readonly Debt[], amount: bigint): Debt[] | null {
  const debt = debts.find(({ baseUnits }) => baseUnits === amount)
  return debt ? [debt] : null
}

/** The first set of debts, in their order, that adds up to `sum`. */
function findSum<Debt extends WalletAmount>(debts: readonly Debt[], sum: bigint): Debt[] | null {
  let steps = 0
  const search = (from: number, rest: bigint): Debt[] | null => {
    if (rest === 0n) return []
    for (let index = from; index < debts.length; index += 1) {
      if (++steps > MAX_STEPS) return null
      const debt = debts[index] as Debt
      if (debt.baseUnits > rest) continue
      const others = search(index + 1, rest - debt.baseUnits)
      if (others !== null) return [debt, ...others]
    }
    return null
  }
  return search(0, sum)
}

/** What either side has of a payment. */
interface Sum {
  baseUnits: bigint
}

/**
 * The ways in which payments on the chain differ from the expected ones to one recipient, or to one recipient
 * within one transaction.
 *
 * - `missing`: payments are expected, the chain has none.
 * - `unexpected`: the chain has payments, none is expected.
 * - `different_amount`: both have payments, by different amounts.
 */
type PaymentDifference = 'missing' | 'unexpected' | 'different_amount'

/**
 * Compares the sums of payments to the base unit, however they are split; returns null where both are equal.
 */
export function comparePayments(expected: readonly Sum[], onChain: readonly Sum[]): PaymentDifference | null {
  if (onChain.length === 0) return expected.length === 0 ? null : 'missing'
  if (expected.length === 0) return 'unexpected'
  return sumBaseUnits(expected) === sumBaseUnits(onChain) ? null : 'different_amount'
}
