import type { Run } from '#domain/run.ts'
import { programsOf } from '#solana/programs-of.ts'
import type { ChainFailure, JournaledAttempt } from '#store/journal.ts'
import { type ChainErrorExplanation, explainChainError } from './explain-chain-error.ts'
import type { FailoverRpc } from './failover-rpc.ts'
import { lookAtSource } from './look-at-source.ts'

/** Explains why the chain rejected a transaction, by the program of the instruction that failed. */
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

/** Explains the failure of a journaled transaction that landed. Throws RpcUnavailableError. */
export async function explainLandedFailure(
  reader: FailoverRpc,
  { tokenProgram }: Pick<Run, 'tokenProgram'>,
  { walletAddress, sourceTokenAccount, wireBytes }: JournaledAttempt,
  error: string,
): Promise<ChainFailure> {
  const source = { walletAddress, tokenProgram, sourceTokenAccount }
  const { words, fault } = await lookAtSource(reader, source, explainFailure(error, wireBytes))
  return { reason: words, isSendersFault: fault === 'sender' }
}
