import { type DeniedAddress, denialWords } from '#domain/denied-address.ts'
import type { LeftOutReason } from '#domain/payment.ts'
import { FROZEN, PAYS_ITSELF, type Recipient } from '#solana/recipients.ts'

/** The facts about a payment that is owed; what is not known is left out and objects to nothing. */
export interface PaymentFacts {
  /** The state of its payment so far, where that may have been made. */
  underWay?: 'in_flight' | 'hold' | undefined
  /** Why a payment that is on hold without a transaction may not be signed now, in words. */
  unauthorized?: string | undefined
  /** Null where a u64 does not hold it. */
  baseUnits?: bigint | null
  /** The entry of the deny list for its recipient or its claimant. */
  denied?: DeniedAddress | undefined
  /** The recipient is the owner of the token account that is paid from. */
  isPayer?: boolean | undefined
  /** The recipient as the cluster shows it. */
  recipient?: Recipient | undefined
}

/** Why a payment can not be made. */
export interface Objection {
  reason: LeftOutReason
  words: string
}

/**
 * Decides whether a payment can be made: null, or the first objection. Estimate, start, fill, authorization and preparation all ask it,
 * each with the facts that it has, so that a payment that one leaves out is made by none.
 */
export function judgePayment(facts: PaymentFacts): Objection | null {
  const { underWay, unauthorized, baseUnits, denied, isPayer, recipient } = facts
  if (underWay === 'in_flight') return { reason: 'in_flight', words: 'Its payment is under way' }
  if (underWay === 'hold') return { reason: 'held', words: 'Its payment is on hold' }
  if (baseUnits === null)
    return { reason: 'too_large', words: 'The amount is more than a token account can hold' }
  if (baseUnits === 0n)
    return { reason: 'floored', words: "The amount is less than the token's smallest unit" }
  if (denied) return { reason: 'denied', words: denialWords(denied) }
  if (unauthorized !== undefined) return { reason: 'held', words: unauthorized }
  // The chain would take it, and nothing would move.
  if (isPayer) return { reason: 'unusable', words: PAYS_ITSELF }
  if (recipient?.payable === false) {
    return { reason: recipient.reason === FROZEN ? 'frozen' : 'unusable', words: recipient.reason }
  }
  return null
}
