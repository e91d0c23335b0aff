import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Sender } from '#domain/sender.ts'
import type { Mint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { isFrozen, tokenBalance } from '#solana/token-balance.ts'
import type { Store } from '#store/store.ts'
import { estimatePayout, type PayoutEstimate } from './estimate-payout.ts'
import { pinnedMint } from './mint-pin.ts'
import { findMintProblem } from './mint-problem.ts'
import type { OwedPayments } from './owed-payments.ts'
import type { RecipientCache } from './recipient-cache.ts'

export interface PlanningParts {
  store: Store
  rpc: SolanaRpc
  recipients: RecipientCache
  /** Reads what should be as new as possible and be verified by the last check of the genesis hash. */
  readLast?: (() => Promise<void>) | undefined
  /** Ends the look-up early: its reason is thrown. */
  signal?: AbortSignal | undefined
}

/** The cost of the next run, and the wallet's balances. */
export interface PayoutPlan {
  mint: Mint
  estimate: PayoutEstimate
  /** Fees and rent, and what the wallet itself has to keep. */
  neededLamports: bigint
  walletLamports: bigint
  walletBaseUnits: bigint
  /** The error for which nothing at all can be paid from this wallet just now. */
  blocker: PortalError | null
}

/**
 * Reads what is owed and the wallet as a run started now would find them, looking up `maxLookUps` recipients
 * at most. To be called in a verified read: the node's cluster is not checked before. Throws
 * OtherClusterError or RpcUnavailableError.
 */
export async function planPayout(
  { store, rpc, recipients, readLast, signal }: PlanningParts,
  sender: Sender,
  payments: OwedPayments,
  maxLookUps?: number,
): Promise<PayoutPlan> {
  const genesisHash = sender.genesisHash
  const walletAddress = sender.walletAddress
  const mint = pinnedMint(sender)
  const source = associatedTokenAccount(mint, walletAddress)
  const observedRun = await store.runs.latestPaced(walletAddress, genesisHash)
  const [mintProblem, [wallet = null, tokens = null]] = await Promise.all([
    findMintProblem(rpc, sender.mintAddress, sender),
    rpc.accounts([walletAddress, source]),
  ])
  const estimate = await estimatePayout(payments, {
    rpc,
    genesisHash,
    mint,
    recipients,
    walletAddress,
    batchSize: sender.batchSize,
    delayMs: sender.delayMs,
    priceCap: sender.priorityFeeCap,
    observedRun,
    maxLookUps,
    readLast,
    signal,
  })
  return {
    mint,
    estimate,
    neededLamports: estimate.feeLamports + estimate.rentLamports + estimate.keptLamports,
    walletLamports: wallet?.lamports ?? 0n,
    walletBaseUnits: tokenBalance(tokens),
    blocker: mintProblem ?? (isFrozen(tokens) ? new PortalError('source_account_frozen') : null),
  }
}

/**
 * Returns the error for what the wallet lacks for certain, insufficient_sol or insufficient_tokens, with the
 * balance and the estimated need; null where nothing is known to be missing.
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
