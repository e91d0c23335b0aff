import type { Address } from '@solana/kit'
import { programsOf } from '#solana/programs-of.ts'
import type { ChainFailure, JournaledAttempt } from '#store/journal.ts'
import type { RunRow } from '#store/schema.ts'
import { type ChainErrorExplanation, explainChainError } from './explain-chain-error.ts'
import type { FailoverRpc } from './failover-rpc.ts'
import { lookAtSource } from './look-at-source.ts'

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

/** Explains the failure of a journaled transaction that landed. Throws RpcUnavailableError. */
export async function explainLandedFailure(
  reader: FailoverRpc,
  { token_program: tokenProgram }: Pick<RunRow, 'token_program'>,
  { wallet_address: walletAddress, source_token_account, wire_bytes }: JournaledAttempt,
  error: string,
): Promise<ChainFailure> {
  const source = { walletAddress, tokenProgram, sourceTokenAccount: source_token_account as Address }
  const { words, fault } = await lookAtSource(reader, source, explainFailure(error, wire_bytes))
  return { reason: words, isSendersFault: fault === 'sender' }
}
