import type { Address } from '@solana/kit'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { type ErrorCode, PortalError } from '#domain/portal-error.ts'
import { estimatePayout, type PayoutEstimate } from '#payout/estimate-payout.ts'
import type { OwedPayment } from '#payout/owed-payments.ts'
import type { Portal } from '#portal/portal.ts'
import { askingCluster } from '#portal/sender-cluster.ts'
import type { Cluster } from '#solana/cluster.ts'
import { BASE_TOKEN_ACCOUNT_BYTES, type Mint, readMint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { isFrozen, tokenBalance } from '#solana/token-balance.ts'
import type { SenderRow } from '#store/schema.ts'
import { mintExtensionsOf } from '#store/senders.ts'

/** What the next run would take, and what the wallet has. */
export interface PayoutPlan {
  mint: Mint
  estimate: PayoutEstimate
  neededLamports: bigint
  walletLamports: bigint
  walletBaseUnits: bigint
  /** Why nothing at all can be paid out from this wallet just now. */
  refusal: PortalError | null
}

/** What was wrong with the mint when it was looked at again. It was in order when the sender was configured. */
const MINT_REFUSALS: readonly ErrorCode[] = ['mint_not_found', 'unsupported_mint']

/**
 * Looks at what is owed and at the wallet as a run started now would find them.
 * Throws cluster_changed or rpc_unreachable.
 */
export function planPayout(
  portal: Portal,
  sender: SenderRow,
  paymentsIn: (mintDecimals: number) => AsyncIterable<OwedPayment[]>,
): Promise<PayoutPlan> {
  return askingCluster(async () => {
    const cluster = portal.payouts.connect(sender.rpc_url)
    if ((await cluster.genesisHash()) !== sender.genesis_hash) throw new PortalError('cluster_changed')
    const { mint, refusal } = await readMintAgain(cluster, sender)
    const walletAddress = sender.wallet_address as Address
    const source = await associatedTokenAccount(mint, walletAddress)
    const observedRun = await portal.store.runs.latestPaced(walletAddress, sender.genesis_hash)
    const [estimate, [wallet, tokens]] = await Promise.all([
      estimatePayout(paymentsIn(mint.decimals), {
        cluster,
        mint,
        walletAddress,
        batchSize: sender.batch_size,
        delayMs: sender.delay_ms,
        priceCap: sender.priority_fee_cap,
        observedRun,
      }),
      cluster.accounts([walletAddress, source]),
    ])
    return {
      mint,
      estimate,
      neededLamports: estimate.feeLamports + estimate.rentLamports,
      walletLamports: wallet?.lamports ?? 0n,
      walletBaseUnits: tokenBalance(tokens ?? null),
      refusal: refusal ?? (isFrozen(tokens ?? null) ? new PortalError('source_account_frozen') : null),
    }
  })
}

/** The mint as it is on the chain; where that can not be paid out, as it was when the sender was configured. */
async function readMintAgain(cluster: Cluster, sender: SenderRow) {
  try {
    return { mint: await readMint(cluster, sender.mint_address), refusal: null }
  } catch (error) {
    if (!(error instanceof PortalError && MINT_REFUSALS.includes(error.code))) throw error
    const mint: Mint = {
      address: sender.mint_address as Address,
      decimals: sender.mint_decimals,
      tokenProgram: sender.token_program as Address,
      tokenAccountBytes: BASE_TOKEN_ACCOUNT_BYTES,
      extensions: mintExtensionsOf(sender),
    }
    return { mint, refusal: error }
  }
}

/** Throws insufficient_sol or insufficient_tokens, with what is there and what is needed. */
export function refuseShortfall(plan: PayoutPlan): void {
  const { estimate, mint, neededLamports, walletLamports, walletBaseUnits } = plan
  if (walletLamports < neededLamports) {
    throw new PortalError('insufficient_sol', { neededLamports, availableLamports: walletLamports })
  }
  if (walletBaseUnits < estimate.neededBaseUnits) {
    const inTokens = (baseUnits: bigint) => formatDecimalUnits(baseUnits, mint.decimals)
    throw new PortalError('insufficient_tokens', {
      needed: inTokens(estimate.neededBaseUnits),
      available: inTokens(walletBaseUnits),
      missing: inTokens(estimate.neededBaseUnits - walletBaseUnits),
    })
  }
}
