import { PortalError } from '#domain/portal-error.ts'
import type { PayoutEstimate } from '#payout/estimate-payout.ts'
import type { Portal } from '#portal/portal.ts'
import type { SenderRow } from '#store/schema.ts'

/**
 * Writes a run down on a sender's terms and begins it in the background. Throws run_in_progress when the wallet pays
 * already, for either sender: a unique index decides between two starts at the same instant.
 */
export async function beginRun(
  { store, payouts, now }: Portal,
  sender: SenderRow,
  distributionId: string | null,
  estimate: Pick<PayoutEstimate, 'feeLamports' | 'rentLamports'>,
): Promise<void> {
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
    estimated_fee_lamports: estimate.feeLamports.toString(),
    estimated_rent_lamports: estimate.rentLamports.toString(),
    message: null,
    started_at_ms: now(),
    finished_at_ms: null,
  })
  if (!run) throw new PortalError('run_in_progress')
  payouts.launch(run)
}
