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
  /** Reads what else the node's name at the end is to verify, and should be new then. */
  readLast?: (() => Promise<void>) | undefined
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
  blocker: PortalError | null
}

/**
 * Looks at what is owed and at the wallet as a run started now would find them, asking for `maxLookUps` recipients at most.
 * To be read surely: the node does not name its cluster before. Throws OtherClusterError or RpcUnavailableError.
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
  const source = await associatedTokenAccount(mint, walletAddress)
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
    neededLamports: estimate.feeLamports + estimate.rentLamports,
    walletLamports: wallet?.lamports ?? 0n,
    walletBaseUnits: tokenBalance(tokens),
    blocker: mintProblem ?? (isFrozen(tokens) ? new PortalError('source_account_frozen') : null),
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
