import type { LedgerEntryBody as DescribedEntry, LedgerResponse } from '#api-schema/ledger.ts'
import type { AppContext } from '#app/app-context.ts'
import { unknownCursor } from '#app/cursors.ts'
import { toEpochSeconds } from '#app/epoch-seconds.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { inSol } from '#domain/lamports.ts'
import { clusterName } from '#solana/clusters.ts'
import type { LedgerEntry, LedgerPlace, LedgerTotal, LedgerWindow } from '#store/payouts/ledger.ts'
import { shareOf } from './share-of.ts'
import { readTokenNames } from './token-names.ts'

/** A stretch of time in epoch seconds. */
export interface LedgerTime {
  from?: number | undefined
  to?: number | undefined
}

export interface LedgerQuery extends LedgerTime {
  limit: number
  /** As the page before gave it. */
  cursor?: string | undefined
}

/**
 * Returns a page of all payments that were made, in the order in which they were recorded, and the totals of the stretch of time.
 * Throws invalid_request on a malformed cursor.
 */
export async function listLedger(app: AppContext, { limit, cursor, ...time }: LedgerQuery) {
  const { store } = app
  const window = windowOf(time)
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const [rows, totals, nameOf] = await Promise.all([
    store.ledger.page(window, limit + 1, after),
    store.ledger.totals(window),
    readTokenNames(app),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    payments: page.map((entry) => ({ ...describeEntry(entry), tokenName: nameOf(entry) })),
    totals: totals.map((total) => ({ ...describeTotal(total), tokenName: nameOf(total) })),
    nextCursor: rows.length > limit && last ? `${last.settledAtMs}:${last.id}` : null,
  }
}

/** Returns a stretch of time in the store's milliseconds. */
export function windowOf({ from, to }: LedgerTime): LedgerWindow {
  return { fromMs: from === undefined ? null : from * 1000, toMs: to === undefined ? null : to * 1000 }
}

/** Describes a payment. What its transaction cost is shared equally by all that it paid. */
export function describeEntry(entry: LedgerEntry): Omit<DescribedEntry, 'tokenName'> {
  const { carrier, mintDecimals } = entry
  return {
    id: String(entry.id),
    paidAt: toEpochSeconds(entry.settledAtMs),
    claimId: entry.claimId ?? entry.formerClaimId,
    isClaimReset: entry.claimId === null && entry.formerClaimId !== null,
    evmAddr: entry.evmAddress,
    distributionId: entry.distributionId,
    rowNumber: entry.rowNumber,
    recipient: entry.recipient,
    amountUA: formatDecimalUnits(entry.baseUnits, mintDecimals),
    baseUnits: entry.baseUnits.toString(),
    dustUA: entry.dustUA,
    tokenMintAddress: entry.mintAddress,
    cluster: clusterOf(entry),
    signature: entry.paidTx,
    slot: carrier?.slot ?? null,
    feeSOL: carrier && inSol(shareOf(carrier.feeLamports, carrier)),
    rentSOL: carrier && inSol(shareOf(carrier.rentLamports, carrier)),
    runId: carrier ? String(carrier.runId) : null,
    recordedBy: entry.recordedBy,
  }
}

export function describeTotal(total: LedgerTotal): Omit<LedgerResponse['totals'][number], 'tokenName'> {
  return {
    tokenMintAddress: total.mintAddress,
    cluster: clusterOf(total),
    payments: total.payments,
    amountUA: formatDecimalUnits(total.baseUnits, total.mintDecimals),
    baseUnits: total.baseUnits.toString(),
    markedWithoutProof: {
      payments: total.unproved.payments,
      amountUA: formatDecimalUnits(total.unproved.baseUnits, total.mintDecimals),
    },
  }
}

/** Names the cluster of a token; null where it is not known. */
export function clusterOf({ genesisHash }: { genesisHash: string }) {
  return genesisHash === UNKNOWN_CLUSTER ? null : clusterName(genesisHash)
}

function readCursor(cursor: string): LedgerPlace {
  const [, settledAtMs, id] = /^(\d{1,15}):(\d{1,15})$/.exec(cursor) ?? []
  if (id !== undefined) return { settledAtMs: Number(settledAtMs), id: Number(id) }
  throw unknownCursor()
}
