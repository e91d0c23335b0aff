import type { Address, EncodedAccount } from '@solana/kit'
import type { Mint, Token } from '@solana-program/token'
import { z } from 'zod'
import { accountConfig, accountJson } from './account-json.ts'
import { invalidParams } from './rpc-error.ts'
import {
  addressAndContext,
  addressSchema,
  contextBlock,
  defineMethod,
  type RpcMethods,
  withContext,
} from './rpc-method.ts'
import { isTokenProgram, readMint, readTokenAccount, uiTokenAmount } from './token-state.ts'

const filterSchema = z.union([z.object({ mint: addressSchema }), z.object({ programId: addressSchema })])

type ReadAccount = (address: Address) => EncodedAccount | null

/** Methods that read token accounts, mints, and a wallet's token accounts, at the commitment that is asked for. */
export const tokenMethods: RpcMethods = {
  getTokenAccountBalance: defineMethod(addressAndContext, ([address, config], { chain, cluster }) => {
    const block = contextBlock(chain, config)
    const read = cluster.accountsAt(block)
    const token = requireToken(read, address)
    return withContext(block, uiTokenAmount(token.amount, requireMint(read, token.mint).decimals))
  }),
  getTokenSupply: defineMethod(addressAndContext, ([address, config], { chain, cluster }) => {
    const block = contextBlock(chain, config)
    const mint = requireMint(cluster.accountsAt(block), address)
    return withContext(block, uiTokenAmount(mint.supply, mint.decimals))
  }),
  getTokenAccountsByOwner: defineMethod(
    z.tuple([addressSchema, filterSchema, accountConfig.optional()]),
    ([owner, filter, config], { chain, cluster }) => {
      const block = contextBlock(chain, config)
      const read = cluster.accountsAt(block)
      if ('mint' in filter) requireMint(read, filter.mint)
      else if (!isTokenProgram(filter.programId))
        throw invalidParams('Invalid param: unrecognized Token program id')
      const values = cluster.tokenAccounts.candidates(owner).flatMap((pubkey) => {
        const account = read(pubkey)
        const token = account && readTokenAccount(account)
        if (!token || token.owner !== owner) return []
        const fits =
          'mint' in filter ? token.mint === filter.mint : account.programAddress === filter.programId
        return fits ? [{ pubkey, account: accountJson(account, config ?? {}, read) }] : []
      })
      return withContext(block, values)
    },
  ),
}

function requireToken(read: ReadAccount, address: Address): Token {
  const account = read(address)
  if (!account) throw invalidParams('Invalid param: could not find account')
  const token = readTokenAccount(account)
  if (!token) throw invalidParams('Invalid param: not a Token account')
  return token
}

function requireMint(read: ReadAccount, address: Address): Mint {
  const account = read(address)
  if (!account) throw invalidParams('Invalid param: could not find mint')
  const mint = readMint(account)
  if (!mint) throw invalidParams('Invalid param: not a Token mint')
  return mint
}
