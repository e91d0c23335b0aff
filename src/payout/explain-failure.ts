import { type ChainErrorExplanation, explainChainError } from '#payout/explain-chain-error.ts'
import { programsOf } from '#solana/programs-of.ts'
import type { ChainFailure } from '#store/journal.ts'

/** Explains why the chain refused a transaction, by the program of the instruction that failed. */
export function explainFailure(
  error: string,
  wireBytes: Uint8Array,
  logs: readonly string[] = [],
): ChainErrorExplanation {
  return explainChainError(error, {
    logs,
    programOfInstruction: (index) => programsOf(wireBytes)[index] ?? null,
  })
}

/** Explains the failure of a journaled transaction that landed. */
export function explainLandedFailure(error: string, wireBytes: Uint8Array): ChainFailure {
  const { words, blame } = explainFailure(error, wireBytes)
  return { reason: words, isSendersFault: blame === 'sender' }
}
