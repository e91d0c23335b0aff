import type { ClaimStatus } from '#domain/claim-status.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { ListedClaim } from '#store/claims.ts'
import { toEpochSeconds } from './epoch-seconds.ts'
import type { Portal } from './portal.ts'

export interface ClaimsQuery {
  status?: ClaimStatus | undefined
  /** The id, or the start of either address, or the transaction. */
  q?: string | undefined
  limit: number
  /** As the page before gave it. */
  cursor?: string | undefined
}

/** A page of the claims, newest first. `nextCursor` is null on the last one. Throws invalid_request on a cursor that is none. */
export async function listClaims({ store }: Portal, { status, q, limit, cursor }: ClaimsQuery) {
  const beforeSeq = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await store.claims.list({ status, search: q || undefined, limit: limit + 1, beforeSeq })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    claims: page.map(toListedClaim),
    nextCursor: rows.length > limit && last ? String(last.seq) : null,
  }
}

function readCursor(cursor: string): number {
  const seq = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN
  if (Number.isSafeInteger(seq)) return seq
  throw new PortalError('invalid_request', undefined, [
    { where: 'cursor', problem: 'Not a cursor that this list gave' },
  ])
}

function toListedClaim(row: ListedClaim) {
  return {
    id: row.id,
    evmAddr: row.evm_address,
    solAddr: row.sol_address,
    amountUa: row.amount_ua,
    status: row.status,
    submittedAt: toEpochSeconds(row.submitted_at_ms),
    solTx: row.sol_tx,
    attemptState: row.attempt_state,
    failure: row.failure,
  }
}
