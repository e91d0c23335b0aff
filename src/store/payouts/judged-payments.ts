import { createHash, type Hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Payment } from '#domain/payment.ts'
import type { Schema } from '#store/database/schema.ts'

/** Owed payments as they were judged before a start: a run that would take others, or find others under way, is not created. */
export interface JudgedPayments {
  /** See PaymentDigest. */
  digest: string
  /** See countUnderWay. */
  underWay: number
}

/** Thrown where a run would take other payments than were judged: nothing is written. */
export class OtherPaymentsError extends Error {
  override name = 'OtherPaymentsError'
}

type DigestedPayment = Pick<Payment, 'recipient' | 'baseUnits'> &
  Partial<Pick<Payment, 'claimId' | 'rowNumber'>>

/** A SHA-256 over payments in the order in which they are owed: what for, to whom, how much. */
export class PaymentDigest {
  readonly #hash: Hash = createHash('sha256')

  add(payments: readonly DigestedPayment[]): void {
    for (const { claimId, rowNumber, recipient, baseUnits } of payments) {
      this.#hash.update(`${claimId ?? rowNumber} ${recipient} ${baseUnits}\n`)
    }
  }

  toString(): string {
    return this.#hash.copy().digest('hex')
  }
}

/** Counts the payments of claims, or of a distribution, that a transaction carries whose end is not known. */
export async function countUnderWay(db: Kysely<Schema>, distributionId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('attempt_transfer')
    .innerJoin('transfer', 'transfer.id', 'attempt_transfer.transferId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('attempt_transfer.inFlight', '=', 1)
    .where('transfer.distributionId', distributionId === null ? 'is' : '=', distributionId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
