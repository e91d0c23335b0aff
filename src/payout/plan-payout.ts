import type { Address } from '@solana/kit'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Run } from '#domain/run.ts'
import type { Sender } from '#domain/sender.ts'
import type { Approval } from '#solana/approval.ts'
import type { Mint } from '#solana/mint.ts'
import type { Recipient } from '#solana/recipients.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import type { Clock } from './clock.ts'
import { type EstimateTerms, estimatePayout, type PayoutEstimate } from './estimate-payout.ts'
import { type FirstBlockhash, readSigningBlockhash, type SigningTerms } from './nodes/blockhash-source.ts'
import type { SlotPace } from './nodes/slot-pace.ts'
import { type OwedPayments, runPayments } from './owed-payments.ts'
import {
  isDelegated,
  type PayingAccount,
  payingAccount,
  type SourceFunds,
  sourceFunds,
} from './paying-account.ts'
import { judgePayment } from './send/judge-payment.ts'
import type { RecipientCache } from './send/look-up-recipients.ts'
import { findMintProblem, pinnedMint } from './send/mint-pin.ts'

interface PlanningParts {
  store: Store
  rpc: SolanaRpc
  recipients: RecipientCache
  /** The pace of the slots of the sender's cluster. */
  slots: Pick<SlotPace, 'slotMs' | 'refresh'>
  /** Reads what should be as new as possible and be verified by the last check of the genesis hash. */
  readLast?: (() => Promise<void>) | undefined
  /** Ends the look-up early: its reason is thrown. */
  signal?: AbortSignal | undefined
}

/** What a plan takes of a start: the payments that go ahead of the rest, and how many recipients are looked up at most. */
export type PlanTerms = Pick<EstimateTerms, 'canary' | 'maxLookUps'>

/** The cost of the next run, and the wallet's balances. */
export interface PayoutPlan {
  mint: Mint
  estimate: PayoutEstimate
  /** Fees and rent, and what the wallet itself has to keep. */
  neededLamports: bigint
  walletLamports: bigint
  /** The account that is paid from, and what the wallet can move out of it. */
  source: PayingAccount
  funds: SourceFunds
  /** What its owner has to approve for the run; null where the wallet is the owner, or the allowance suffices. */
  approval: Approval | null
  /** The wallet's other token account with the most tokens, where too few lie in its own that is paid from. */
  elsewhere: { tokenAccount: Address; baseUnits: bigint } | null
  /** The error for which nothing at all can be paid from this wallet just now. */
  blocker: PortalError | null
}

/**
 * Reads what is owed and the wallet as a run started now, with that canary, would find them, looking up `maxLookUps` recipients
 * at most. To be called in a verified read: the node's cluster is not checked before. Throws
 * OtherClusterError or RpcUnavailableError.
 */
export async function planPayout(
  { store, rpc, recipients, slots, readLast, signal }: PlanningParts,
  sender: Sender,
  payments: OwedPayments,
  { canary, maxLookUps }: PlanTerms,
): Promise<PayoutPlan> {
  slots.refresh()
  const genesisHash = sender.genesisHash
  const walletAddress = sender.walletAddress
  const mint = pinnedMint(sender)
  const source = payingAccount(sender)
  const pace = await store.runs.latestPace(walletAddress, genesisHash)
  const [mintProblem, [wallet = null, tokens = null]] = await Promise.all([
    findMintProblem(rpc, sender.mintAddress, sender),
    rpc.accounts([walletAddress, source.sourceTokenAccount]),
  ])
  const estimate = await estimatePayout(payments, {
    rpc,
    genesisHash,
    mint,
    recipients,
    paidSince: (sinceMs) => store.ledger.paidSince({ genesisHash, mintAddress: mint.address }, sinceMs),
    walletAddress,
    sourceTokenAccount: source.sourceTokenAccount,
    batchSize: sender.batchSize,
    delayMs: sender.delayMs,
    canary,
    priceCap: sender.priorityFeeCap,
    pace,
    slotMs: slots.slotMs,
    maxLookUps,
    readLast,
    signal,
  })
  const funds = sourceFunds(tokens, source)
  const lacks = funds.spendableBaseUnits < estimate.neededBaseUnits
  const approval = neededApproval(source, funds, mint, estimate.neededBaseUnits)
  return {
    mint,
    source,
    funds,
    approval,
    elsewhere: lacks && !isDelegated(source) ? await tokensElsewhere(rpc, source, mint) : null,
    estimate,
    neededLamports: estimate.feeLamports + estimate.rentLamports + estimate.keptLamports,
    walletLamports: wallet?.lamports ?? 0n,
    blocker: mintProblem ?? sourceProblem(source, funds),
  }
}

/** Returns the approval by which the owner would let the wallet pay all of it: one replaces the one before. */
function neededApproval(
  { tokenProgram, sourceTokenAccount, sourceOwner, walletAddress }: PayingAccount,
  { allowanceBaseUnits }: SourceFunds,
  { address, decimals }: Mint,
  neededBaseUnits: bigint,
): Approval | null {
  if (allowanceBaseUnits === null || allowanceBaseUnits >= neededBaseUnits) return null
  return {
    tokenProgram,
    mint: address,
    tokenAccount: sourceTokenAccount,
    owner: sourceOwner,
    delegate: walletAddress,
    baseUnits: neededBaseUnits,
    decimals,
  }
}

/** Returns the error for which nothing can be moved out of the account that is paid from, whatever is under way. */
function sourceProblem(source: PayingAccount, { problem }: SourceFunds): PortalError | null {
  if (!isDelegated(source)) return problem === 'frozen' ? new PortalError('source_account_frozen') : null
  const { sourceTokenAccount: account, sourceOwner: owner } = source
  if (problem === 'frozen') return new PortalError('source_frozen', { account, owner })
  return problem === 'closed' || problem === 'given_away'
    ? new PortalError('not_delegate', { account, owner, problem })
    : null
}

/** A node need not answer it: then the error names no other account. */
async function tokensElsewhere(
  rpc: SolanaRpc,
  { walletAddress, sourceTokenAccount }: PayingAccount,
  mint: Mint,
): Promise<PayoutPlan['elsewhere']> {
  const accounts = await rpc.tokenAccountsOf?.(walletAddress, mint.address).catch((error: unknown) => {
    if (error instanceof RpcUnavailableError) return []
    throw error
  })
  const others = (accounts ?? []).filter(
    ({ tokenAccount, baseUnits }) => tokenAccount !== sourceTokenAccount && baseUnits > 0n,
  )
  return others.toSorted((one, other) => (one.baseUnits < other.baseUnits ? 1 : -1))[0] ?? null
}

/**
 * Returns the error for what the wallet lacks for certain, insufficient_sol, allowance_too_small or insufficient_tokens, with the
 * balance and the estimated need; null where nothing is known to be missing.
 */
export function shortfallOf(plan: PayoutPlan): PortalError | null {
  const { estimate, mint, source, funds, approval, elsewhere, neededLamports, walletLamports } = plan
  if (walletLamports < estimate.leastLamports) {
    return new PortalError('insufficient_sol', { neededLamports, availableLamports: walletLamports })
  }
  const inTokens = (baseUnits: bigint) => formatDecimalUnits(baseUnits, mint.decimals)
  const needed = estimate.neededBaseUnits
  if (approval) {
    const { tokenAccount: account, owner, delegate: wallet } = approval
    const { allowanceBaseUnits, delegate } = funds
    return funds.problem === 'no_delegate'
      ? new PortalError('not_delegate', {
          account,
          owner,
          problem: 'no_delegate',
          wallet,
          delegate,
          needed: inTokens(needed),
        })
      : new PortalError('allowance_too_small', {
          needed: inTokens(needed),
          allowance: inTokens(allowanceBaseUnits ?? 0n),
          missing: inTokens(needed - (allowanceBaseUnits ?? 0n)),
          account,
          wallet,
        })
  }
  if (funds.spendableBaseUnits < needed) {
    return new PortalError('insufficient_tokens', {
      needed: inTokens(needed),
      available: inTokens(funds.spendableBaseUnits),
      missing: inTokens(needed - funds.spendableBaseUnits),
      source: source.sourceTokenAccount,
      owner: isDelegated(source) ? source.sourceOwner : null,
      elsewhere: elsewhere && { account: elsewhere.tokenAccount, amount: inTokens(elsewhere.baseUnits) },
    })
  }
  return null
}

/** The error for which a run may not sign, or the terms that it signs on. */
export type Preflight = { kind: 'blocked'; blocker: PortalError } | { kind: 'ready'; terms: SigningTerms }

/**
 * Looks up every recipient on a run's list before it signs anything, and returns why it can not be paid:
 * as shortfallOf says, the account that is paid from, or a problem of the mint. (Start looks up only a few, to answer at once.) Otherwise it returns the terms to sign on. To be called in a verified read: the
 * node's cluster is not checked before. Throws RpcUnavailableError: what was found is remembered, so that the
 * next try goes on from there.
 */
export async function preflight(
  parts: PlanningParts & { clock: Pick<Clock, 'monotonicMs'> },
  run: Run,
): Promise<Preflight> {
  const { store, rpc, clock } = parts
  const sender = await store.senders.find(run.sender)
  if (!sender) return { kind: 'blocked', blocker: new PortalError('sender_not_configured') }
  // Read before the balance: what is settled in between may have left it already.
  const unresolved = await store.journal.unresolved(run.genesisHash)
  let blockhash: FirstBlockhash | null = null
  const readLast = async () => {
    const askedAtMs = clock.monotonicMs()
    const read = await readSigningBlockhash(rpc, pinnedMint(sender).tokenAccountBytes)
    blockhash = { ...read, askedAtMs }
  }
  // Its canary may be over: what is needed for certain is without one.
  const plan = await planPayout({ ...parts, readLast }, sender, runPayments(store, run), { canary: null })
  // Payments of an earlier run under way may or may not have left the wallet: then the balance decides
  // nothing yet.
  const blocker = plan.blocker ?? (unresolved.length === 0 ? shortfallOf(plan) : null)
  if (blocker) return { kind: 'blocked', blocker }
  return { kind: 'ready', terms: { format: plan.estimate.format, blockhash } }
}

/** Payments in the order in which they are owed, that a balance suffices for, and about what they cost. */
export interface Coverage {
  /** Those among them that can not be made count as well: the limits of a run count them too. */
  payments: number
  payable: number
  baseUnits: bigint
  lamports: bigint
}

/** More than the average understates of the last fee. */
const FEE_RESERVE_LAMPORTS = 110_000n

/**
 * Computes how many of the owed payments the wallet's balances cover, from the first on: each with its share of the estimated fees, and the
 * rent of an account unless the recipient is known to have one; less what the wallet itself keeps. Those known to be unpayable cost nothing.
 */
export async function coverageOf(
  { estimate, walletLamports, funds }: PayoutPlan,
  payments: OwedPayments,
  recipientOf: (wallet: Address) => Recipient | undefined,
): Promise<Coverage> {
  const { accountRentLamports, feeLamports, keptLamports, payableCount } = estimate
  const spendable = walletLamports - keptLamports - FEE_RESERVE_LAMPORTS
  const fee = payableCount === 0 ? 0n : feeLamports / BigInt(payableCount) + 1n
  const opened = new Set<Address>()
  const covered: Coverage = { payments: 0, payable: 0, baseUnits: 0n, lamports: 0n }
  for await (const page of payments) {
    for (const { recipient: wallet, baseUnits, objection } of page) {
      const recipient = recipientOf(wallet)
      if ((objection ?? judgePayment({ baseUnits, recipient })) === null) {
        const hasAccount = recipient?.payable === true && recipient.need === 'existing'
        const isOpen = opened.has(wallet) || hasAccount
        const lamports = covered.lamports + fee + (isOpen ? 0n : accountRentLamports)
        const tokens = covered.baseUnits + baseUnits
        if (lamports > spendable || tokens > funds.spendableBaseUnits) return covered
        opened.add(wallet)
        covered.lamports = lamports
        covered.baseUnits = tokens
        covered.payable += 1
      }
      if (baseUnits > 0n) covered.payments += 1
    }
  }
  return covered
}
