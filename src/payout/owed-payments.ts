import { AmountSyntaxError, type TokenAmount, toBaseUnits } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import type { Payment } from '#domain/payment.ts'
import type { PayoutSource } from '#domain/payout-source.ts'
import { PortalError } from '#domain/portal-error.ts'
import {
  NO_LIMITS,
  type RunBudget,
  type RunLimits,
  takeWithin,
  type WithinBudget,
} from '#domain/run-limits.ts'
import type { Transfer } from '#domain/transfer.ts'
import { pagesOf } from '#store/pages-of.ts'
import type { Store } from '#store/store.ts'
import { queuedClaims } from './queued-claims.ts'

const TRANSFERS_PER_PAGE = 1000

/** Payments page by page, read anew by each iteration: each node that is tried iterates over them. */
export type OwedPayments = AsyncIterable<Payment[]>

/**
 * Reads the owed payments of a source: every queued claim that was accepted by that time, or those that a run with these limits would
 * take, or the unpaid rows of a distribution.
 * Throws amount_exceeds_u64.
 */
export function owedPayments(
  { claims, distributions }: Pick<Store, 'claims' | 'distributions'>,
  source: PayoutSource,
  mintDecimals: number,
  acceptedBy: number | null = null,
  limits: RunLimits | null = null,
): OwedPayments {
  return source.kind === 'claims'
    ? queuedPayments(claims, mintDecimals, acceptedBy, limits)
    : distributionPayments(distributions, source.id)
}

function queuedPayments(
  claims: Store['claims'],
  mintDecimals: number,
  acceptedBy: number | null,
  limits: RunLimits | null,
): OwedPayments {
  return readAnew(async function* () {
    const { maxPayments, maxBaseUnits, claimIds } = limits ?? NO_LIMITS
    const only = limits ? { claimIds: claimIds ?? undefined } : undefined
    let budget: RunBudget = { payments: maxPayments, baseUnits: maxBaseUnits }
    for await (const page of queuedClaims(claims, acceptedBy, only)) {
      const payments = page.map((claim) => paymentFor(claim, mintDecimals))
      const { taken, left }: WithinBudget<Payment> = takeWithin(budget, payments)
      yield taken
      if (left === null) return
      budget = left
    }
  })
}

function paymentFor(claim: Claim, mintDecimals: number): Payment {
  return {
    recipient: claim.solAddress,
    ...owedIn(claim, mintDecimals),
    claimId: claim.id,
    rowNumber: null,
  }
}

function distributionPayments(distributions: Store['distributions'], id: string): OwedPayments {
  return readAnew(async function* () {
    const transfers = await distributions.transfers(id)
    yield transfers.filter(({ state }) => state === 'queued' || state === 'failed').map(paymentOf)
  })
}

/** Reads the payments on a run's list that are still owed, without those under way. */
export function runPayments(journal: Store['journal'], runId: number): OwedPayments {
  return readAnew(async function* () {
    const pages = pagesOf(
      0,
      (afterId) => journal.pageOfQueued(runId, afterId, TRANSFERS_PER_PAGE),
      ({ id }) => id,
    )
    for await (const page of pages) yield page.map(paymentOf)
  })
}

function readAnew(pages: () => AsyncIterator<Payment[]>): OwedPayments {
  return { [Symbol.asyncIterator]: pages }
}

function paymentOf(transfer: Transfer): Payment {
  return {
    recipient: transfer.recipient,
    baseUnits: transfer.baseUnits,
    dustUA: transfer.dustUA,
    claimId: transfer.claimId,
    rowNumber: transfer.rowNumber,
  }
}

function owedIn({ id, amountUA }: Claim, mintDecimals: number): TokenAmount {
  try {
    return toBaseUnits(amountUA, mintDecimals)
  } catch (error) {
    if (error instanceof AmountSyntaxError) throw new PortalError('amount_exceeds_u64', { id })
    throw error
  }
}
