import { type ErrorCode, PortalError } from '#domain/portal-error.ts'
import type { Sender } from '#domain/sender.ts'
import { type Mint, readMint, TOKEN_2022_PROGRAM_ADDRESS, tokenAccountBytesOf } from '#solana/mint.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'

/** A mint as it was when its sender was configured. */
export type PinnedMint = Pick<Sender, 'mintAddress' | 'mintDecimals' | 'tokenProgram' | 'mintExtensions'>

/** Returns the pinned mint: amounts are computed with it, even if a node shows another one later. */
export function pinnedMint(pinned: PinnedMint): Mint {
  const { tokenProgram } = pinned
  return {
    address: pinned.mintAddress,
    decimals: pinned.mintDecimals,
    tokenProgram,
    tokenAccountBytes: tokenAccountBytesOf(tokenProgram),
    extensions: pinned.mintExtensions,
  }
}

/** Compares a mint as the chain has it with the pinned one. Throws mint_changed, with every difference. */
export function assertMintPinned(mint: Mint, pinned: PinnedMint): void {
  const differences = differencesOf(mint, pinnedMint(pinned))
  if (differences.length > 0) throw new PortalError('mint_changed', { what: differences.join(', and ') })
}

function differencesOf(now: Mint, before: Mint): string[] {
  const differences: string[] = []
  if (now.address !== before.address)
    differences.push(`its address is now ${now.address} instead of ${before.address}`)
  if (now.tokenProgram !== before.tokenProgram)
    differences.push(
      `it now belongs to the ${programName(now)} program instead of the ${programName(before)} program`,
    )
  if (now.decimals !== before.decimals)
    differences.push(`it now has ${now.decimals} decimals instead of ${before.decimals}`)
  for (const name of without(now.extensions, before.extensions))
    differences.push(`it now has the extension ${name}`)
  for (const name of without(before.extensions, now.extensions))
    differences.push(`it no longer has the extension ${name}`)
  return differences
}

function programName({ tokenProgram }: Mint): string {
  return tokenProgram === TOKEN_2022_PROGRAM_ADDRESS ? 'Token-2022' : 'Token'
}

function without(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name))
}

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
