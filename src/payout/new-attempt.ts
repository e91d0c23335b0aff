import type { AttemptKind } from '#domain/attempt.ts'
import type { SignedTransaction } from '#solana/payout-transaction.ts'
import type { LatestBlockhash } from '#solana/solana-rpc.ts'
import type { NewAttempt } from '#store/schema.ts'
import type { SendingWallet } from './sending-wallet.ts'

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
    slot: null,
    baseUnits,
    feeLamports,
    rentLamports,
    error: null,
  }
}
