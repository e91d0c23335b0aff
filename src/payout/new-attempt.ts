import type { SignedTransaction } from '#solana/payout-transaction.ts'
import type { LatestBlockhash } from '#solana/solana-rpc.ts'
import type { AttemptKind, NewAttempt } from '#store/schema.ts'
import type { SendingWallet } from './sending-wallet.ts'

interface Signed extends SignedTransaction {
  id: string
  kind: AttemptKind
  /** What it takes from the source account if it lands without error. */
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
    run_id: runId,
    kind,
    state: 'journaled',
    signature,
    wire_bytes: Buffer.from(wireBytes),
    blockhash: blockhash.blockhash,
    last_valid_block_height: blockhash.lastValidBlockHeight,
    context_slot: blockhash.contextSlot,
    wallet_address: wallet.signer.address,
    source_token_account: wallet.sourceTokenAccount,
    genesis_hash: wallet.genesisHash,
    fence,
    journaled_at_ms: nowMs,
    resolved_at_ms: null,
    slot: null,
    base_units: baseUnits.toString(),
    fee_lamports: feeLamports.toString(),
    rent_lamports: rentLamports.toString(),
    error: null,
  }
}
