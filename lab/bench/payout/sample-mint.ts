import type { Address } from '@solana/kit'
import { MINT_DECIMALS } from '#lab/environment/environment.ts'
import { TOKEN_PROGRAM } from '#lab/localnet/token-state.ts'
import { type Mint, tokenAccountBytesOf } from '#solana/mint.ts'

/** A mint of the older token program, as the localnet's. */
export function sampleMint(address: Address): Mint {
  return {
    address,
    decimals: MINT_DECIMALS,
    tokenProgram: TOKEN_PROGRAM,
    tokenAccountBytes: tokenAccountBytesOf(TOKEN_PROGRAM),
    extensions: [],
  }
}
