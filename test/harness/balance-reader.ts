import type { Address } from '@solana/kit'
import type { Mint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { tokenBalance } from '#solana/token-account.ts'

/** Reads the base units that a node shows in a wallet's token account of the mint. */
export function balanceReader(
  rpc: Pick<SolanaRpc, 'accounts'>,
  mint: Pick<Mint, 'address' | 'tokenProgram'>,
): (owner: string) => Promise<bigint> {
  return async (owner) => {
    const [account] = await rpc.accounts([await associatedTokenAccount(mint, owner as Address)])
    return tokenBalance(account ?? null)
  }
}
