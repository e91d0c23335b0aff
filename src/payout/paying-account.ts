import type { Address } from '@solana/kit'
import type { Mint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'

/** The token account that a sending wallet pays from. */
export interface PayingAccount {
  genesisHash: string
  walletAddress: Address
  mintAddress: Address
  sourceTokenAccount: Address
}

/** Derives the account that a configured sender, or a run, pays from. */
export function payingAccount(wallet: {
  genesisHash: string
  walletAddress: Address
  mintAddress: Address
  tokenProgram: Address
}): PayingAccount {
  const mint = { address: wallet.mintAddress, tokenProgram: wallet.tokenProgram } as Mint
  return {
    genesisHash: wallet.genesisHash,
    walletAddress: wallet.walletAddress,
    mintAddress: wallet.mintAddress,
    sourceTokenAccount: associatedTokenAccount(mint, wallet.walletAddress),
  }
}
