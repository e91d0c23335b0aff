import type { AppContext } from '#app/app-context.ts'
import { AmountSyntaxError, parseDecimalUnits } from '#domain/amounts.ts'
import type { ClaimStatus } from '#domain/claim.ts'
import type { ClaimPaymentFilter } from '#domain/claim-filter.ts'
import { CLAIM_SORTS, type ClaimSort } from '#domain/claim-filter.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { ClaimPosition } from '#store/claims/claim-lists.ts'
import { describeClaim } from './describe-claim.ts'

export interface ClaimsQuery {
  status?: ClaimStatus | undefined
  payment?: ClaimPaymentFilter | undefined
  /** Whole tokens, both included. */
  amountFrom?: string | undefined
  amountTo?: string | undefined
  /** Epoch seconds, both included. */
  from?: number | undefined
  to?: number | undefined
  /** The id or the transaction, or the start or the end of an address or of a transaction. */
  q?: string | undefined
  sort: ClaimSort
  limit: number
  /** As the page before gave it. */
  cursor?: string | undefined
}

/**
 * Returns a page of the claims. `nextCursor` is null on the last one. Throws invalid_request on a cursor of
 * another order.
 */
export async function listClaims({ store, settings }: AppContext, query: ClaimsQuery) {
  const { status, payment, q, sort, limit, cursor } = query
  const after = cursor === undefined ? undefined : readCursor(sort, cursor)
  const [rows, sender] = await Promise.all([
    store.claims.list({
      status,
      payment,
      amount: {
        from: toWei('amountFrom', query.amountFrom, settings.coinDecimals),
        to: toWei('amountTo', query.amountTo, settings.coinDecimals),
      },
      timeMs: { from: scale(query.from, 0), to: scale(query.to, 999) },
      search: q || undefined,
      sort,
      limit: limit + 1,
      after,
    }),
    store.senders.find('bulk'),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    claims: page.map((claim) => describeClaim(claim, sender)),
    nextCursor: rows.length > limit && last ? writeCursor(sort, last) : null,
  }
}

/** Reads a bound in whole tokens. Throws invalid_request on more decimals than the coin has. */
function toWei(where: string, bound: string | undefined, decimals: number): bigint | undefined {
  if (bound === undefined) return undefined
  try {
    return parseDecimalUnits(bound, decimals)
  } catch (error) {
    if (!(error instanceof AmountSyntaxError)) throw error
    throw new PortalError('invalid_request', undefined, [{ where, problem: error.message }])
  }
}

/** Returns milliseconds, within the second that is meant. */
function scale(seconds: number | undefined, further: number): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000 + further
}

/** Encodes the order and the position in it: opaque to clients. */
function writeCursor(sort: ClaimSort, { seq, amountOrder }: ClaimPosition): string {
  return Buffer.from(`${sort}:${seq}:${amountOrder}`).toString('base64url')
}

const CURSOR = new RegExp(`^(${CLAIM_SORTS.join('|')}):(\\d{1,15}):(\\d{3,80})$`)

function readCursor(sort: ClaimSort, cursor: string): ClaimPosition {
  const [, ofSort, seq = '', amountOrder = ''] =
    CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (ofSort === sort) return { seq: Number(seq), amountOrder }
  throw new PortalError('invalid_request', undefined, [
    { where: 'cursor', problem: 'Not a cursor that this list gave in this order' },
  ])
}
