import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import { configuredSender } from '#portal/configured-sender.ts'
import type { Portal } from '#portal/portal.ts'
import { unknownPaymentsOf } from '#portal/unknown-payments-of.ts'
import type { SenderKind, SenderRow } from '#store/schema.ts'
import type { Store } from '#store/store.ts'

/**
 * Books the payments of a sender that the chain shows and the records lack. Claims and rows that they settle are sent; what fits
 * none is kept, and counts against whoever claims that amount to that Solana address later. Throws sender_not_configured,
 * rpc_unreachable, records_not_behind, or run_in_progress while a run is unfinished.
 */
export async function takeOver(
  portal: { store: Store; payouts: Pick<Portal['payouts'], 'connect'>; now(): number },
  kind: SenderKind,
): Promise<{ payments: number; amountUA: string; claims: number }> {
  const { store, now } = portal
  const sender = await configuredSender(store, kind)
  const unknown = await unknownPaymentsOf(portal, sender)
  if (unknown.payments === 0) {
    await clearOutdated(store, sender)
    throw new PortalError('records_not_behind')
  }
  const onChain = unknown.transactions.flatMap((transaction) => transaction.onChain)
  const debts = { claims: await paysClaims(store, sender), rows: true }
  const booked = await store.takeOvers.book(sender, onChain.toReversed(), debts, now())
  if (booked === 'run_in_progress') throw new PortalError('run_in_progress')
  if (booked.payments === 0) throw new PortalError('records_not_behind')
  return {
    payments: booked.payments,
    amountUA: formatDecimalUnits(booked.baseUnits, sender.mint_decimals),
    claims: booked.claims,
  }
}

/** Claims are owed in the token of the bulk sender alone. */
async function paysClaims({ senders }: Store, { mint_address, genesis_hash }: SenderRow): Promise<boolean> {
  const bulk = await senders.find('bulk')
  return bulk?.mint_address === mint_address && bulk.genesis_hash === genesis_hash
}

/** What was found missing is recorded by now. A balance that is unexplained stays so. */
async function clearOutdated({ recordsBehind }: Store, sender: SenderRow): Promise<void> {
  const behind = await recordsBehind.find(sender)
  if (behind && behind.payments > 0) await recordsBehind.clear(sender)
}
