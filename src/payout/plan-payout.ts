import type { Address } from '@solana/kit'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { type ErrorCode, PortalError } from '#domain/portal-error.ts'
import { estimatePayout, type PayoutEstimate } from '#payout/estimate-payout.ts'
import { assertMintPinned, pinnedMint } from '#payout/mint-pin.ts'
import { assertCluster } from '#payout/on-cluster.ts'
import type { OwedPayments } from '#payout/owed-payments.ts'
import type { RecipientCache } from '#payout/recipient-cache.ts'
import type { Cluster } from '#solana/cluster.ts'
import { type Mint, readMint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { isFrozen, tokenBalance } from '#solana/token-balance.ts'
import type { SenderRow } from '#store/schema.ts'
import type { Store } from '#store/store.ts'

export interface PlanningParts {
  store: Store
  cluster: Cluster
  recipients: RecipientCache
  /** Ends the looking up early: its reason is thrown. */
  signal?: AbortSignal | undefined
}

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

/** What may be wrong with the mint when it is looked at again. It was in order when the sender was configured. */
const MINT_REFUSALS: readonly ErrorCode[] = ['mint_not_found', 'unsupported_mint', 'mint_changed']

/**
 * Looks at what is owed and at the wallet as a run started now would find them, asking for `maxLookUps` recipients at most.
 * Throws OtherClusterError or ClusterUnreachableError.
 */
export async function planPayout(
  { store, cluster, recipients, signal }: PlanningParts,
  sender: SenderRow,
  payments: OwedPayments,
  maxLookUps?: number,
): Promise<PayoutPlan> {
  const genesisHash = sender.genesis_hash
  const walletAddress = sender.wallet_address as Address
  const mint = pinnedMint(sender)
  const source = await associatedTokenAccount(mint, walletAddress)
  const observedRun = await store.runs.latestPaced(walletAddress, genesisHash)
  await assertCluster(cluster, genesisHash)
  const [mintRefusal, [wallet = null, tokens = null]] = await Promise.all([
    refuseMint(cluster, sender),
    cluster.accounts([walletAddress, source]),
  ])
  // It ends with the cluster naming itself: what was read above lies between two such answers too.
  const estimate = await estimatePayout(payments, {
    cluster,
    genesisHash,
    mint,
    recipients,
    walletAddress,
    batchSize: sender.batch_size,
    delayMs: sender.delay_ms,
    priceCap: sender.priority_fee_cap,
    observedRun,
    maxLookUps,
    signal,
  })
  return {
    mint,
    estimate,
    neededLamports: estimate.feeLamports + estimate.rentLamports,
    walletLamports: wallet?.lamports ?? 0n,
    walletBaseUnits: tokenBalance(tokens),
    refusal: mintRefusal ?? (isFrozen(tokens) ? new PortalError('source_account_frozen') : null),
  }
}

/** What is wrong with the mint as it is on the chain; null where it is as it was when the sender was configured. */
async function refuseMint(cluster: Cluster, sender: SenderRow): Promise<PortalError | null> {
  try {
    assertMintPinned(await readMint(cluster, sender.mint_address), sender)
    return null
  } catch (error) {
    if (error instanceof PortalError && MINT_REFUSALS.includes(error.code)) return error
    throw error
  }
}

/**
 * What the wallet lacks for certain: insufficient_sol or insufficient_tokens, with what is there and what is needed as far as
 * that can be reckoned. Null where nothing is known to be missing.
 */
export function shortfallOf(plan: PayoutPlan): PortalError | null {
  const { estimate, mint, neededLamports, walletLamports, walletBaseUnits } = plan
  if (walletLamports < estimate.leastLamports) {
    return new PortalError('insufficient_sol', { neededLamports, availableLamports: walletLamports })
  }
  if (walletBaseUnits < estimate.neededBaseUnits) {
    const inTokens = (baseUnits: bigint) => formatDecimalUnits(baseUnits, mint.decimals)
    return new PortalError('insufficient_tokens', {
      needed: inTokens(estimate.neededBaseUnits),
      available: inTokens(walletBaseUnits),
      missing: inTokens(estimate.neededBaseUnits - walletBaseUnits),
    })
  }
  return null
}
