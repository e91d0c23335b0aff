import type { AppContext } from '#app/app-context.ts'
import { CLAIM_SORTS, type ClaimSort } from '#domain/claim-sort.ts'
import type { ClaimStatus } from '#domain/claim-status.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { ClaimPosition } from '#store/claim-lists.ts'
import { describeClaim } from './describe-claim.ts'

export interface ClaimsQuery {
  status?: ClaimStatus | undefined
  /** The id, or the start of either address, or the transaction. */
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
export async function listClaims({ store }: AppContext, { status, q, sort, limit, cursor }: ClaimsQuery) {
  const after = cursor === undefined ? undefined : readCursor(sort, cursor)
  const [rows, sender] = await Promise.all([
    store.claims.list({ status, search: q || undefined, sort, limit: limit + 1, after }),
    store.senders.find('bulk'),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    claims: page.map((claim) => describeClaim(claim, sender)),
    nextCursor: rows.length > limit && last ? writeCursor(sort, last) : null,
  }
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
