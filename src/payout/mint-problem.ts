import { type ErrorCode, PortalError } from '#domain/portal-error.ts'
import { readMint } from '#solana/mint.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { assertMintPinned, type PinnedMint } from './mint-pin.ts'

/** The problems that a mint may have when it is read again. It had none when the sender was configured. */
const MINT_PROBLEMS: readonly ErrorCode[] = ['mint_not_found', 'unsupported_mint', 'mint_changed']

/**
 * Finds the problem of a mint as it is on the chain; null where it is the one that was pinned. Throws
 * RpcUnavailableError.
 */
export async function findMintProblem(
  node: SolanaRpc,
  mintAddress: string,
  pinned: PinnedMint,
): Promise<PortalError | null> {
  try {
    assertMintPinned(await readMint(node, mintAddress), pinned)
    return null
  } catch (error) {
    if (error instanceof PortalError && MINT_PROBLEMS.includes(error.code)) return error
    throw error
  }
}
