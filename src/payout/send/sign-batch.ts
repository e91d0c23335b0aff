import type { AttemptKind } from '#domain/attempt.ts'
import type { SigningBlockhash } from '#payout/nodes/blockhash-source.ts'
import type { SendingWallet } from '#payout/paying-account.ts'
import { transactionFeeLamports } from '#solana/fees.ts'
import { createdAccounts } from '#solana/packing.ts'
import { type SignedTransaction, signPayout } from '#solana/payout-transaction.ts'
import type { LatestBlockhash } from '#solana/solana-rpc.ts'
import type { NewAttempt } from '#store/database/schema.ts'
import type { PlannedAttempt } from '#store/payouts/journal.ts'
import { type PayableTransfer, payoutOf, type SimulatedTransaction } from './prepare-transaction.ts'

export interface BatchTerms {
  runId: number
  fence: number
  blockhash: SigningBlockhash
  /** The price offered for a compute unit, in micro-lamports. */
  price: bigint
  nowMs: number
  /** True of a token account that a transaction before these creates, though none has shown it yet. */
  isCreated(tokenAccount: string): boolean
}

export interface SignedAttempt extends PlannedAttempt {
  /** The token accounts whose rent is booked for it. */
  creates: readonly string[]
}

/**
 * Signs transactions that were simulated, each with the limit that it needs. Sends nothing. Of those that would create the same
 * token account, the rent is the first one's: the others find it there.
 */
export function signBatch(
  wallet: SendingWallet,
  simulated: readonly SimulatedTransaction[],
  terms: BatchTerms,
): Promise<SignedAttempt[]> {
  const booked = new Set<string>()
  return Promise.all(
    simulated.map((transaction) => {
      const creates = [...createdAccounts(transaction.transfers)].filter(
        (account) => !booked.has(account) && !terms.isCreated(account),
      )
      for (const account of creates) booked.add(account)
      return signTransaction(wallet, transaction, creates, terms)
    }),
  )
}

async function signTransaction(
  wallet: SendingWallet,
  transaction: SimulatedTransaction,
  creates: readonly string[],
  terms: BatchTerms,
): Promise<SignedAttempt> {
  const { id, transfers, computeUnitLimit } = transaction
  const { signature, wireBytes } = await signPayout(payoutOf(wallet, transaction, terms))
  return {
    transfers: transfers.map(({ id, wallet: recipient, baseUnits }) => ({ id, recipient, baseUnits })),
    creates,
    attempt: newAttempt(wallet, terms, {
      id,
      kind: 'payment',
      signature,
      wireBytes,
      baseUnits: outflowOf(transfers, wallet),
      feeLamports: transactionFeeLamports(computeUnitLimit, terms.price),
      rentLamports: BigInt(creates.length) * terms.blockhash.accountRentLamports,
    }),
  }
}

/** Sums what leaves the source account: a payment to the sending wallet itself comes back into it. */
function outflowOf(transfers: readonly PayableTransfer[], { sourceTokenAccount }: SendingWallet): bigint {
  return transfers
    .filter(({ tokenAccount }) => tokenAccount !== sourceTokenAccount)
    .reduce((sum, { baseUnits }) => sum + baseUnits, 0n)
}

interface Signed extends SignedTransaction {
  id: string
  kind: AttemptKind
  /** The base units that leave the source account if it lands without error. */
  baseUnits: bigint
  feeLamports: bigint
  rentLamports: bigint
}

/** Makes the journal's row of a signed transaction. */
export function newAttempt(
  wallet: SendingWallet,
  {
    runId,
    fence,
    blockhash,
    nowMs,
  }: { runId: number; fence: number; blockhash: LatestBlockhash; nowMs: number },
  { id, kind, signature, wireBytes, baseUnits, feeLamports, rentLamports }: Signed,
): NewAttempt {
  return {
    id,
    runId,
    kind,
    state: 'journaled',
    signature,
    wireBytes: Buffer.from(wireBytes),
    blockhash: blockhash.blockhash,
    lastValidBlockHeight: blockhash.lastValidBlockHeight,
    contextSlot: blockhash.contextSlot,
    walletAddress: wallet.signer.address,
    sourceTokenAccount: wallet.sourceTokenAccount,
    genesisHash: wallet.genesisHash,
    fence,
    journaledAtMs: nowMs,
    resolvedAtMs: null,
    heldAtMs: null,
    slot: null,
    baseUnits,
    feeLamports,
    rentLamports,
    error: null,
  }
}
