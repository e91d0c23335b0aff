import type { Address, EncodedAccount } from '@solana/kit'
import type { Mint, Token } from '@solana-program/token'
import { z } from 'zod'
import { accountEncodingFields, accountJson } from './account-json.ts'
import type { Cluster } from './cluster.ts'
import { invalidParams } from './rpc-error.ts'
import {
  addressSchema,
  contextBlock,
  contextFields,
  contextSchema,
  defineMethod,
  type RpcMethods,
  withContext,
} from './rpc-method.ts'
import { isTokenProgram, readMint, readTokenAccount, uiTokenAmount } from './token-state.ts'

const addressAndContext = z.tuple([addressSchema, contextSchema.optional()])
const filterSchema = z.union([z.object({ mint: addressSchema }), z.object({ programId: addressSchema })])
const ownerConfig = z.object({ ...contextFields, ...accountEncodingFields }).nullish()

/** Token accounts, mints, and which token accounts a wallet owns. */
export function tokenMethods({ chain, runtime, tokenAccounts }: Cluster): RpcMethods {
  function requireToken(address: Address): Token {
    const account = runtime.readAccount(address)
    if (!account) throw invalidParams('Invalid param: could not find account')
    const token = readTokenAccount(account)
    if (!token) throw invalidParams('Invalid param: not a Token account')
    return token
  }

  function requireMint(address: Address): Mint {
    const account = runtime.readAccount(address)
    if (!account) throw invalidParams('Invalid param: could not find mint')
    const mint = readMint(account)
    if (!mint) throw invalidParams('Invalid param: not a Token mint')
    return mint
  }

  function ownedTokenAccounts(owner: Address, fits: (token: Token, program: Address) => boolean) {
    return tokenAccounts.candidates(owner).flatMap((address): EncodedAccount[] => {
      const account = runtime.readAccount(address)
      const token = account && readTokenAccount(account)
      if (!token || token.owner !== owner) return []
      return fits(token, account.programAddress) ? [account] : []
    })
  }

  return {
    getTokenAccountBalance: defineMethod(addressAndContext, ([address, config]) => {
      const token = requireToken(address)
      const value = uiTokenAmount(token.amount, requireMint(token.mint).decimals)
      return withContext(contextBlock(chain, config), value)
    }),
    getTokenSupply: defineMethod(addressAndContext, ([address, config]) => {
      const mint = requireMint(address)
      return withContext(contextBlock(chain, config), uiTokenAmount(mint.supply, mint.decimals))
    }),
    getTokenAccountsByOwner: defineMethod(
      z.tuple([addressSchema, filterSchema, ownerConfig.optional()]),
      ([owner, filter, config]) => {
        if ('mint' in filter) requireMint(filter.mint)
        else if (!isTokenProgram(filter.programId))
          throw invalidParams('Invalid param: unrecognized Token program id')
        const owned = ownedTokenAccounts(owner, (token, program) =>
          'mint' in filter ? token.mint === filter.mint : program === filter.programId,
        )
        const values = owned.map((account) => ({
          pubkey: account.address,
          account: accountJson(account, config ?? {}, runtime.readAccount),
        }))
        return withContext(contextBlock(chain, config), values)
      },
    ),
  }
}
