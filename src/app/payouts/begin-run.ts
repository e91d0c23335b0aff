import type { AppContext } from '#app/app-context.ts'
import { askingCluster } from '#app/senders/sender-cluster.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { OwedPayments } from '#payout/owed-payments.ts'
import { planPayout, shortfallOf } from '#payout/plan-payout.ts'
import { findUnknownPayments, type UnknownPayments } from '#payout/unknown-payments.ts'
import { payingAccount } from '#payout/wallet-history.ts'
import type { SenderRow } from '#store/schema.ts'

/** Throws run_in_progress while a sender's wallet pays already, for either sender. */
export async function assertNotPaying({ store }: AppContext, { wallet_address }: SenderRow): Promise<void> {
  const unfinished = await store.runs.unfinished()
  if (unfinished.some((run) => run.wallet_address === wallet_address))
    throw new PortalError('run_in_progress')
}

/** The most recipients that a start waits for; the others are looked up before the run signs anything (see preflight.ts). */
const MAX_LOOK_UPS = 200

/**
 * Writes a run down on a sender's terms and begins it in the background, once nothing that can be told at once speaks
 * against it. Throws run_in_progress (a unique index decides between two starts at the same instant),
 * store_not_durable, records_behind_chain, cluster_changed, rpc_unreachable, what is wrong with the mint (mint_changed
 * among it), source_account_frozen, insufficient_sol or insufficient_tokens.
 */
export async function beginRun(
  app: AppContext,
  sender: SenderRow,
  distributionId: string | null,
  payments: OwedPayments,
): Promise<void> {
  const { store, payouts, now } = app
  await assertSafeRecords(app, sender)
  const unresolved = await store.journal.unresolved(sender.genesis_hash)
  const { unknown, plan } = await lookAtChain(app, sender, payments)
  if (plan === null) throw await noteBehind(app, sender, unknown)
  if (plan.refusal) throw plan.refusal
  // What an earlier run still has under way may or may not have left the wallet: then the balance tells nothing yet.
  const shortfall = unresolved.length === 0 ? shortfallOf(plan) : null
  if (shortfall) throw shortfall
  const run = await store.runs.create({
    sender: sender.kind,
    distribution_id: distributionId,
    state: 'running',
    wallet_address: sender.wallet_address,
    mint_address: sender.mint_address,
    mint_decimals: sender.mint_decimals,
    token_program: sender.token_program,
    genesis_hash: sender.genesis_hash,
    rpc_url: sender.rpc_url,
    batch_size: sender.batch_size,
    delay_ms: sender.delay_ms,
    priority_fee_cap: sender.priority_fee_cap,
    transfer_count: 0,
    batch_count: 0,
    estimated_fee_lamports: plan.estimate.feeLamports.toString(),
    estimated_rent_lamports: plan.estimate.rentLamports.toString(),
    message: null,
    started_at_ms: now(),
    finished_at_ms: null,
  })
  if (!run) throw new PortalError('run_in_progress')
  payouts.launch(run)
}

/** Throws store_not_durable or records_behind_chain: whatever else speaks for it, payments would not be remembered, or would be made again. */
async function assertSafeRecords({ store }: AppContext, sender: SenderRow): Promise<void> {
  const setting = await store.durability()
  if (setting !== null) throw new PortalError('store_not_durable', { setting })
  const known = await store.recordsBehind.find(sender)
  if (known && known.payments > 0) throw behind(sender, known.payments, BigInt(known.base_units))
}

/**
 * Looks at the wallet's history since it was last known to agree, and at what the run takes where nothing is unknown in it. It answers at
 * once: the run looks at more before it signs anything (see payout/clearance.ts). Throws cluster_changed or rpc_unreachable.
 */
async function lookAtChain(
  { store, payouts, recipients }: AppContext,
  sender: SenderRow,
  payments: OwedPayments,
) {
  const anchor = await store.runs.newestAnchor(sender)
  const account = { ...(await payingAccount(sender)), sinceSlot: anchor?.slot ?? -1 }
  return askingCluster(() =>
    payouts.readerOf(sender).readSurely(async (rpc) => {
      const unknown = await findUnknownPayments(rpc, store, { ...account, glance: true })
      if (unknown.payments > 0) return { unknown, plan: null }
      return {
        unknown,
        plan: await planPayout({ store, rpc, recipients }, sender, payments, MAX_LOOK_UPS),
      }
    }),
  )
}

async function noteBehind(
  { store, now }: AppContext,
  sender: SenderRow,
  { payments, baseUnits }: UnknownPayments,
): Promise<PortalError> {
  const { genesis_hash, wallet_address, mint_address } = sender
  await store.recordsBehind.set({
    ...{ genesis_hash, wallet_address, mint_address, payments },
    base_units: baseUnits.toString(),
    checked_at_ms: now(),
  })
  return behind(sender, payments, baseUnits)
}

function behind({ mint_decimals }: SenderRow, payments: number, baseUnits: bigint): PortalError {
  const amountUA = formatDecimalUnits(baseUnits, mint_decimals)
  return new PortalError('records_behind_chain', { payments, amountUA })
}
