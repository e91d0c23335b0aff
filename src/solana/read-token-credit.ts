import { createSolanaRpcFromTransport, type Signature } from '@solana/kit'
import { ClusterUnreachableError } from '#solana/cluster.ts'
import { createPatientTransport } from '#solana/rpc-transport.ts'

/** A finalized transaction, as far as it concerns one wallet and one token. */
export interface TokenCredit {
  /** The chain's own error in JSON, or null. */
  error: string | null
  /** How many base units the wallet's accounts of the token gained by it, over all of them; negative when they lost. */
  gainedBaseUnits: bigint
}

interface TokenBalance {
  mint: string
  owner?: string | undefined
  uiTokenAmount: { amount: string }
}

/** A person waits for this. */
const PATIENCE = { timeoutMs: 5_000, retries: 1, firstRetryMs: 250 }

/**
 * Looks a transaction up and tells what it moved to a wallet: nothing of no mint. Null when the node knows no such finalized one. Throws
 * ClusterUnreachableError.
 */
export async function readTokenCredit(
  rpcUrl: string,
  signature: Signature,
  wallet: string,
  mint: string | null,
): Promise<TokenCredit | null> {
  const rpc = createSolanaRpcFromTransport(createPatientTransport({ url: rpcUrl, ...PATIENCE }))
  const transaction = await rpc
    .getTransaction(signature, {
      commitment: 'finalized',
      encoding: 'json',
      maxSupportedTransactionVersion: 1,
    })
    .send()
    .catch((error: unknown) => {
      throw new ClusterUnreachableError(error instanceof Error ? error.message : String(error), {
        cause: error,
      })
    })
  if (!transaction?.meta) return null
  const { err, preTokenBalances, postTokenBalances } = transaction.meta
  const held = (balances: readonly TokenBalance[] | undefined) =>
    (balances ?? [])
      .filter((balance) => balance.owner === wallet && balance.mint === mint)
      .reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n)
  return {
    error:
      err === null
        ? null
        : JSON.stringify(err, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    gainedBaseUnits: held(postTokenBalances) - held(preTokenBalances),
  }
}
