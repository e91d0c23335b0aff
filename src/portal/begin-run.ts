import { PortalError } from '#domain/portal-error.ts'
import type { OwedPayment } from '#payout/owed-payments.ts'
import { planPayout, refuseShortfall } from '#portal/plan-payout.ts'
import type { Portal } from '#portal/portal.ts'
import type { SenderRow } from '#store/schema.ts'

/** Throws run_in_progress while a sender's wallet pays already, for either sender. */
export async function refuseWhilePaying({ store }: Portal, { wallet_address }: SenderRow): Promise<void> {
  const unfinished = await store.runs.unfinished()
  if (unfinished.some((run) => run.wallet_address === wallet_address))
    throw new PortalError('run_in_progress')
}

/**
 * Writes a run down on a sender's terms and begins it in the background, once nothing speaks against it. Throws
 * run_in_progress (a unique index decides between two starts at the same instant), source_account_frozen, what is wrong
 * with the mint, insufficient_sol or insufficient_tokens.
 */
export async function beginRun(
  portal: Portal,
  sender: SenderRow,
  distributionId: string | null,
  paymentsIn: (mintDecimals: number) => AsyncIterable<OwedPayment[]>,
): Promise<void> {
  const { store, payouts, now } = portal
  const unresolved = await store.journal.unresolved(sender.genesis_hash)
  const plan = await planPayout(portal, sender, paymentsIn)
  if (plan.refusal) throw plan.refusal
  // What an earlier run still has under way may or may not have left the wallet: then the balance tells nothing yet.
  if (unresolved.length === 0) refuseShortfall(plan)
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
