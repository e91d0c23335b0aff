import { computeUnitLimit, MAX_COMPUTE_UNITS, transactionFeeLamports } from '#solana/fees.ts'
import { countNewTokenAccounts, type Packable } from '#solana/packing.ts'
import {
  composeUnsignedPayout,
  type PayoutTransfer,
  signPayout,
  transferOfInstruction,
} from '#solana/payout-transaction.ts'
import { type LatestBlockhash, RpcUnavailableError, type Simulation } from '#solana/solana-rpc.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'
import type { UnsignedTransaction } from '#solana/unsigned-transaction.ts'
import type { PlannedAttempt } from '#store/journal.ts'
import type { ChainErrorExplanation } from './explain-chain-error.ts'
import { explainFailure } from './explain-failure.ts'
import { lookAtSource, type PayingSource } from './look-at-source.ts'
import { memoOf } from './memo.ts'
import { newAttempt } from './new-attempt.ts'
import type { SendingWallet } from './sending-wallet.ts'

export type PayableTransfer = PayoutTransfer & Packable & { id: number }

export interface Unpayable {
  transferId: number
  reason: string
  /** The chain rejected it for a reason that is not known to be the recipient's. */
  unexplained: boolean
}

export interface TransactionTerms {
  runId: number
  fence: number
  format: TransactionFormat
  accountRentLamports: bigint
  blockhash: LatestBlockhash
  /** The price offered for a compute unit, in micro-lamports. */
  price: bigint
  nowMs: number
}

export type TransactionOutcome =
  | { kind: 'planned'; attempt: PlannedAttempt }
  | ({ kind: 'unpayable' } & Unpayable)
  | { kind: 'isolated'; transferIds: number[] }
  /** Rejected in v1, for a reason that may lie in the format. */
  | { kind: 'formatRejected' }
  /** Not answered in v1. */
  | { kind: 'formatUnanswered' }
  | { kind: 'blocked'; words: string }

/** Simulates a transaction of these transfers and signs it with the limit that it needs. */
export async function prepareTransaction(
  wallet: SendingWallet,
  transfers: readonly PayableTransfer[],
  terms: TransactionTerms,
): Promise<TransactionOutcome> {
  const id = wallet.newAttemptId()
  const { format, blockhash, price } = terms
  const payout = {
    format,
    sender: wallet.signer,
    mint: wallet.mint,
    sourceTokenAccount: wallet.sourceTokenAccount,
    transfers,
    memo: memoOf(id),
    blockhash: blockhash.blockhash,
    lastValidBlockHeight: blockhash.lastValidBlockHeight,
    computeUnitLimit: MAX_COMPUTE_UNITS,
    microLamportsPerComputeUnit: price,
  }
  const unsigned = composeUnsignedPayout(payout)
  const simulation = await simulate(wallet, unsigned, format)
  if (simulation === 'unanswered') return { kind: 'formatUnanswered' }
  if (simulation.error !== null) {
    const explanation = explainFailure(simulation.error, unsigned.wireBytes, simulation.logs)
    // No transfer fails for a reason that may lie in the format alone.
    if (format === 'v1' && explanation.fault === 'unknown') return { kind: 'formatRejected' }
    const failedTransfer = transferOfInstruction({ format, transfers }, simulation.failedInstruction)
    return classifyRejection(
      transfers,
      failedTransfer,
      await lookAtSource(wallet.reader, sourceOf(wallet), explanation),
    )
  }

  const units = computeUnitLimit(simulation.computeUnits)
  const { signature, wireBytes } = await signPayout({ ...payout, computeUnitLimit: units })
  return {
    kind: 'planned',
    attempt: {
      transferIds: transfers.map((transfer) => transfer.id),
      attempt: newAttempt(wallet, terms, {
        id,
        kind: 'payment',
        signature,
        wireBytes,
        baseUnits: outflowOf(transfers, wallet),
        feeLamports: transactionFeeLamports(units, price),
        rentLamports: BigInt(countNewTokenAccounts(transfers)) * terms.accountRentLamports,
      }),
    },
  }
}

/** Sums what leaves the source account: a payment to the sending wallet itself comes back into it. */
function outflowOf(transfers: readonly PayableTransfer[], { sourceTokenAccount }: SendingWallet): bigint {
  return transfers
    .filter(({ tokenAccount }) => tokenAccount !== sourceTokenAccount)
    .reduce((sum, { baseUnits }) => sum + baseUnits, 0n)
}

/**
 * A node that can not read v1 answers an error of its own, not the chain's, and a proxy before it may answer anything or
 * nothing: so for v1, unlike v0, there is no waiting for a better answer. Throws RpcUnavailableError for v0.
 */
async function simulate(
  { reader }: SendingWallet,
  transaction: UnsignedTransaction,
  format: TransactionFormat,
): Promise<Simulation | 'unanswered'> {
  try {
    return await reader.read(
      (node) => node.simulate(transaction),
      ({ error }) => error !== null,
    )
  } catch (error) {
    if (format === 'v1' && error instanceof RpcUnavailableError) return 'unanswered'
    throw error
  }
}

function sourceOf({ signer, mint, sourceTokenAccount }: SendingWallet): PayingSource {
  return { walletAddress: signer.address, tokenProgram: mint.tokenProgram, sourceTokenAccount }
}

function classifyRejection(
  transfers: readonly PayableTransfer[],
  failedTransfer: number | null,
  { words, fault }: ChainErrorExplanation,
): TransactionOutcome {
  if (fault === 'sender') return { kind: 'blocked', words }
  const [only] = transfers
  if (transfers.length === 1 && only) {
    return { kind: 'unpayable', transferId: only.id, reason: words, unexplained: fault === 'unknown' }
  }
  const isolated = failedTransfer === null ? transfers : transfers.slice(failedTransfer, failedTransfer + 1)
  return { kind: 'isolated', transferIds: isolated.map((transfer) => transfer.id) }
}
