import type { Address } from '@solana/kit'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import { estimatePayout, type OwedPayment, type PayoutEstimate } from '#payout/estimate-payout.ts'
import type { Portal } from '#portal/portal.ts'
import { askingCluster } from '#portal/sender-cluster.ts'
import { type Mint, readMint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { tokenBalance } from '#solana/token-balance.ts'
import type { SenderRow } from '#store/schema.ts'

/** What the next run would take, and what the wallet has. */
export interface PayoutPlan {
  mint: Mint
  estimate: PayoutEstimate
  walletLamports: bigint
  walletBaseUnits: bigint
}

/**
 * Looks at what is owed and at the wallet as a run started now would find them.
 * Throws cluster_changed, rpc_unreachable, or what is wrong with the mint.
 */
export function planPayout(
  portal: Portal,
  sender: SenderRow,
  paymentsIn: (mintDecimals: number) => AsyncIterable<OwedPayment[]>,
): Promise<PayoutPlan> {
  return askingCluster(async () => {
    const cluster = portal.payouts.connect(sender.rpc_url)
    if ((await cluster.genesisHash()) !== sender.genesis_hash) throw new PortalError('cluster_changed')
    const mint = await readMint(cluster, sender.mint_address)
    const walletAddress = sender.wallet_address as Address
    const source = await associatedTokenAccount(mint, walletAddress)
    const [estimate, [wallet, tokens]] = await Promise.all([
      estimatePayout(paymentsIn(mint.decimals), {
        cluster,
        mint,
        walletAddress,
        batchSize: sender.batch_size,
        delayMs: sender.delay_ms,
        priceCap: sender.priority_fee_cap,
      }),
      cluster.accounts([walletAddress, source]),
    ])
    return {
      mint,
      estimate,
      walletLamports: wallet?.lamports ?? 0n,
      walletBaseUnits: tokenBalance(tokens ?? null),
    }
  })
}

/** Throws insufficient_sol or insufficient_tokens, with what is there and what is needed. */
export function refuseShortfall({ estimate, mint, walletLamports, walletBaseUnits }: PayoutPlan): void {
  const neededLamports = estimate.feeLamports + estimate.rentLamports
  if (walletLamports < neededLamports) {
    throw new PortalError('insufficient_sol', { neededLamports, availableLamports: walletLamports })
  }
  if (walletBaseUnits < estimate.totalBaseUnits) {
    throw new PortalError('insufficient_tokens', {
      needed: formatDecimalUnits(estimate.totalBaseUnits, mint.decimals),
      available: formatDecimalUnits(walletBaseUnits, mint.decimals),
    })
  }
}
