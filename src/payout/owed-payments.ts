import type { Address } from '@solana/kit'
import {
  AmountSyntaxError,
  type AmountUA,
  parseBaseUnits,
  type TokenAmount,
  toBaseUnits,
} from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Transfer } from '#domain/transfer.ts'
import { pagesOf } from '#store/pages-of.ts'
import type { Store } from '#store/store.ts'
import { queuedClaims } from './queued-claims.ts'

/** One payment owed, as far as its cost is concerned. */
export interface OwedPayment {
  recipient: Address
  baseUnits: bigint
  dustUA: AmountUA
  /** What it is owed for: a claim, or a row of a distribution's file. */
  claimId: string | null
  rowNumber: number | null
}

const TRANSFERS_PER_PAGE = 1000

/** Payments page by page, read anew each time that they are gone through: by each node that is asked about them. */
export type OwedPayments = AsyncIterable<OwedPayment[]>

/** Every queued claim. Throws amount_exceeds_u64. */
export function queuedPayments(claims: Store['claims'], mintDecimals: number): OwedPayments {
  return readAnew(async function* () {
    for await (const page of queuedClaims(claims)) {
      yield page.map((claim) => ({
        recipient: claim.solAddress as Address,
        ...owedIn(claim, mintDecimals),
        claimId: claim.id,
        rowNumber: null,
      }))
    }
  })
}

/** What a distribution still owes. */
export function distributionPayments(distributions: Store['distributions'], id: string): OwedPayments {
  return readAnew(async function* () {
    const transfers = await distributions.transfers(id)
    yield transfers.filter(({ state }) => state === 'queued' || state === 'failed').map(paymentOf)
  })
}

/** What is left on a run's list that nothing is under way for. */
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

function readAnew(pages: () => AsyncIterator<OwedPayment[]>): OwedPayments {
  return { [Symbol.asyncIterator]: pages }
}

function paymentOf(transfer: Transfer): OwedPayment {
  return {
    recipient: transfer.recipient as Address,
    baseUnits: parseBaseUnits(transfer.baseUnits),
    dustUA: transfer.dustUA as AmountUA,
    claimId: transfer.claimId,
    rowNumber: transfer.rowNumber,
  }
}

function owedIn({ id, amountUA }: Claim, mintDecimals: number): TokenAmount {
  try {
    return toBaseUnits(amountUA as AmountUA, mintDecimals)
  } catch (error) {
    if (error instanceof AmountSyntaxError) throw new PortalError('amount_exceeds_u64', { id })
    throw error
  }
}
