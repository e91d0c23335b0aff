import type { Address } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { Localnet } from '#lab/localnet/start-localnet.ts'
import { readTokenAccount } from '#lab/localnet/token-state.ts'
import type { LandedTransaction } from '#lab/localnet/transaction-history.ts'
import type { Mint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { tokenBalance } from '#solana/token-account.ts'

/** Derives the associated token account of a wallet, under the Token program. */
export async function tokenAccountOf(owner: Address, mint: Address): Promise<Address> {
  const [address] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS })
  return address
}

/** Reads the base units in a token account from the chain itself, past its nodes; 0 where there is none. */
export function tokensIn({ cluster }: Localnet, tokenAccount: Address): bigint {
  const account = cluster.runtime.readAccount(tokenAccount)
  return (account && readTokenAccount(account)?.amount) ?? 0n
}

export function lamportsIn({ cluster }: Localnet, wallet: Address): bigint {
  return cluster.runtime.readAccount(wallet)?.lamports ?? 0n
}

/** Lists the transactions that landed with one of Ferry's memos and name the account, oldest first. */
export function landedWithMemo({ cluster }: Localnet, account: Address): LandedTransaction[] {
  return cluster.history.naming(account).filter(({ memo }) => memo?.includes('ferry:'))
}

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
