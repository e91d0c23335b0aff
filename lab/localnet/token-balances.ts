import type { Address, EncodedAccount } from '@solana/kit'
import { readMint, readTokenAccount, type UiTokenAmount, uiTokenAmount } from './token-state.ts'

/** A token account's balance before or after a transaction, as `getTransaction` answers it. */
export interface TokenBalance {
  accountIndex: number
  mint: Address
  owner: Address
  programId: Address
  uiTokenAmount: UiTokenAmount
}

/** Reads the balances of the token accounts among a transaction's accounts, which are in the order of its keys. */
export function tokenBalances(
  accounts: readonly (EncodedAccount | null)[],
  readAccount: (address: Address) => EncodedAccount | null,
): TokenBalance[] {
  const decimalsByMint = new Map<Address, number>()
  function readDecimals(address: Address): number | undefined {
    const mint = readAccount(address)
    return mint ? readMint(mint)?.decimals : undefined
  }
  return accounts.flatMap((account, accountIndex) => {
    const token = account && readTokenAccount(account)
    if (!token) return []
    const decimals = decimalsByMint.get(token.mint) ?? readDecimals(token.mint)
    if (decimals === undefined) return []
    decimalsByMint.set(token.mint, decimals)
    return [
      {
        accountIndex,
        mint: token.mint,
        owner: token.owner,
        programId: account.programAddress,
        uiTokenAmount: uiTokenAmount(token.amount, decimals),
      },
    ]
  })
}
