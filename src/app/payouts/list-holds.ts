import type { UnsignedHoldBody as DescribedUnsigned, HeldTransaction } from '#api-schema/run-payments.ts'
import type { AppContext } from '#app/app-context.ts'
import { unknownCursor } from '#app/cursors.ts'
import { toEpochSeconds } from '#app/epoch-seconds.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { isDenial } from '#domain/denied-address.ts'
import type { Transfer } from '#domain/transfer.ts'
import { clusterName } from '#solana/clusters.ts'
import type { Hold, HoldPlace, UnsignedHold } from '#store/payouts/holds.ts'
import { createPaymentAuthorization } from './payment-authorization.ts'

/**
 * Returns a page of the transactions that can not be decided, with the known facts, then of the payments that no run has signed, as a
 * run would judge them now; oldest first. Throws invalid_request on a malformed cursor.
 */
export async function listHolds(
  app: AppContext,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const { after, afterUnsigned } = readCursor(cursor)
  const [found, unsigned] = await Promise.all([
    afterUnsigned === undefined ? app.store.holds.list({ limit: limit + 1, after }) : [],
    app.store.holds.listUnsigned({ limit: limit + 1, afterId: afterUnsigned }),
  ])
  const signed = found.slice(0, limit)
  const neverSigned = unsigned.slice(0, limit - signed.length)
  const objections = await objectionsNow(app, neverSigned)
  const isLast = signed.length + neverSigned.length === found.length + unsigned.length
  return {
    holds: [
      ...signed.map(describeHold),
      ...neverSigned.map((hold) => describeUnsigned(hold, objections.get(hold.transfer.id) ?? null)),
    ],
    nextCursor: isLast ? null : cursorAfter(signed.at(-1), neverSigned.at(-1)),
  }
}

const CURSOR = /^(?:signed:(?<atMs>\d{1,15}):(?<id>.+)|unsigned:(?<afterId>\d{1,15}))$/

/** Reads the place in either part of the list at which a page begins. */
function readCursor(cursor: string | undefined): { after?: HoldPlace; afterUnsigned?: number } {
  if (cursor === undefined) return {}
  const { atMs, id, afterId } = CURSOR.exec(cursor)?.groups ?? {}
  if (afterId !== undefined) return { afterUnsigned: Number(afterId) }
  if (id === undefined) throw unknownCursor()
  return { after: { journaledAtMs: Number(atMs), id } }
}

function cursorAfter(signed: Hold | undefined, unsigned: UnsignedHold | undefined): string | null {
  if (unsigned) return `unsigned:${unsigned.transfer.id}`
  return signed ? `signed:${signed.attempt.journaledAtMs}:${signed.attempt.id}` : null
}

/** Returns, by transfer id, why a run would still not sign it. What a run found is of then: a deny list changes. */
async function objectionsNow(app: AppContext, holds: readonly UnsignedHold[]): Promise<Map<number, string>> {
  const authorization = createPaymentAuthorization(app)
  const byToken = Map.groupBy(holds, ({ token }) => JSON.stringify(Object.values(token)))
  const found = await Promise.all(
    byToken.values().map(([first, ...others]) =>
      first
        ? authorization.check(
            [first, ...others].map(({ transfer }) => transfer),
            first.token,
          )
        : new Map<number, string>(),
    ),
  )
  return new Map(found.flatMap((objections) => [...objections]))
}

function describeHold({ attempt, mintDecimals, transfers }: Hold): HeldTransaction {
  return {
    cause: 'evidence',
    attemptId: attempt.id,
    signature: attempt.signature,
    cluster: clusterName(attempt.genesisHash),
    walletAddress: attempt.walletAddress,
    since: toEpochSeconds(attempt.journaledAtMs),
    transfers: transfers.map((transfer) => describeTransfer(transfer, mintDecimals)),
    known: attempt.error,
    lastValidBlockHeight: attempt.lastValidBlockHeight,
    slot: attempt.contextSlot,
  }
}

function describeUnsigned(
  { transfer, walletAddress }: UnsignedHold,
  objection: string | null,
): DescribedUnsigned {
  return {
    cause: causeOf(objection),
    attemptId: null,
    signature: null,
    cluster: clusterName(transfer.genesisHash),
    walletAddress,
    since: null,
    transfers: [describeTransfer(transfer, transfer.mintDecimals)],
    known: objection ?? clearedWords(transfer),
    lastValidBlockHeight: null,
    slot: null,
  }
}

function causeOf(objection: string | null): DescribedUnsigned['cause'] {
  if (objection === null) return 'cleared'
  return isDenial(objection) ? 'denied' : 'changed'
}

/** Nothing holds it any more but that no run has come by since. */
function clearedWords({ failure, distributionId }: Transfer): string {
  const was = isDenial(failure)
    ? 'It was on hold for the deny list; no address of it is on the list any more'
    : 'It was on hold because its record did not fit; it fits again'
  return `${was}. ${distributionId === null ? 'The next run pays it' : 'Send What Is Left pays it'}`
}

function describeTransfer(transfer: Transfer, mintDecimals: number): HeldTransaction['transfers'][number] {
  return {
    recipient: transfer.recipient,
    amountUA: formatDecimalUnits(transfer.baseUnits, mintDecimals),
    claimId: transfer.claimId,
    distributionId: transfer.distributionId,
    rowNumber: transfer.rowNumber,
  }
}
