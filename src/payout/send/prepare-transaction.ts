import type { SendingWallet } from '#payout/paying-account.ts'
import {
  type ChainErrorExplanation,
  explainFailure,
  lookAtSource,
  type PayingSource,
} from '#payout/settle/explain-chain-error.ts'
import { computeUnitLimit, MAX_COMPUTE_UNITS } from '#solana/fees.ts'
import type { Packable } from '#solana/packing.ts'
import {
  composeUnsignedPayout,
  type PayoutTransaction,
  type PayoutTransfer,
  transferOfInstruction,
} from '#solana/payout-transaction.ts'
import { type LatestBlockhash, RpcUnavailableError, type Simulation } from '#solana/solana-rpc.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'
import type { UnsignedTransaction } from '#solana/unsigned-transaction.ts'
import { memoOf } from './memo.ts'

export type PayableTransfer = PayoutTransfer & Packable & { id: number }

export interface Unpayable {
  transferId: number
  reason: string
  /** The chain rejected it for a reason that is not known to be the recipient's. */
  unexplained: boolean
}

export interface SimulationTerms {
  format: TransactionFormat
  blockhash: LatestBlockhash
  /** The price offered for a compute unit, in micro-lamports. */
  price: bigint
}

/** A transaction that was simulated, and is to be signed with the limit that it needs. */
export interface SimulatedTransaction {
  /** The attempt's, once it is signed. */
  id: string
  format: TransactionFormat
  transfers: readonly PayableTransfer[]
  computeUnitLimit: number
}

type TransactionOutcome =
  | { kind: 'simulated'; transaction: SimulatedTransaction }
  | ({ kind: 'unpayable' } & Unpayable)
  | { kind: 'isolated'; transferIds: number[] }
  /** Rejected in v1, for a reason that may lie in the format. */
  | { kind: 'formatRejected' }
  /** Not answered in v1. */
  | { kind: 'formatUnanswered' }
  | { kind: 'blocked'; words: string }

/** Simulates a transaction of these transfers. Signs nothing. */
export async function prepareTransaction(
  wallet: SendingWallet,
  transfers: readonly PayableTransfer[],
  terms: SimulationTerms,
): Promise<TransactionOutcome> {
  const { format } = terms
  const id = wallet.newAttemptId()
  const mostUnits = { id, format, transfers, computeUnitLimit: MAX_COMPUTE_UNITS }
  const unsigned = composeUnsignedPayout(payoutOf(wallet, mostUnits, terms))
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
  return { kind: 'simulated', transaction: { id, format, transfers, computeUnitLimit: units } }
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

function sourceOf({ signer, mint, sourceOwner, sourceTokenAccount }: SendingWallet): PayingSource {
  return {
    walletAddress: signer.address,
    sourceOwner,
    tokenProgram: mint.tokenProgram,
    sourceTokenAccount,
  }
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

/** Describes the transaction of an attempt: simulated and signed, it is the same but for its limit of compute units. */
export function payoutOf(
  wallet: SendingWallet,
  { id, format, transfers, computeUnitLimit }: SimulatedTransaction,
  { blockhash, price }: Pick<SimulationTerms, 'blockhash' | 'price'>,
): PayoutTransaction {
  return {
    format,
    sender: wallet.signer,
    mint: wallet.mint,
    sourceTokenAccount: wallet.sourceTokenAccount,
    transfers,
    memo: memoOf(id),
    blockhash: blockhash.blockhash,
    lastValidBlockHeight: blockhash.lastValidBlockHeight,
    computeUnitLimit,
    microLamportsPerComputeUnit: price,
  }
}
