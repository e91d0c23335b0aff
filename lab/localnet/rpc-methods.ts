import type { Address, EncodedAccount } from '@solana/kit'
import type { Mint, Token } from '@solana-program/token'
import { z } from 'zod'
import { type AccountEncoding, accountConfig, accountJson } from './account-json.ts'
import { MAX_BLOCKHASH_AGE_BLOCKS } from './block-chain.ts'
import { historyMethods } from './history-methods.ts'
import {
  addressAndContext,
  addressSchema,
  type ContextConfig,
  contextBlock,
  contextSchema,
  defineMethod,
  invalidParams,
  LOCALNET_VERSION,
  RPC_ERROR_CODES,
  RpcError,
  type RpcMethods,
  withContext,
} from './json-rpc.ts'
import type { RpcNode } from './rpc-node.ts'
import { isTokenProgram, readMint, readTokenAccount, uiTokenAmount } from './token-state.ts'
import { transactionMethods } from './transaction-methods.ts'

const MAX_ACCOUNTS = 100

/** Methods that read accounts at the commitment that is asked for. */
const accountMethods: RpcMethods = {
  getBalance: defineMethod(addressAndContext, ([address, config], node) => {
    const block = contextBlock(node.chain, config)
    return withContext(block, node.accountsAt(block)(address)?.lamports ?? 0n)
  }),
  getAccountInfo: defineMethod(
    z.tuple([addressSchema, accountConfig.optional()]),
    ([address, config], node) => {
      const { block, values } = readAccounts(node, [address], config ?? {})
      return withContext(block, values[0])
    },
  ),
  getMultipleAccounts: defineMethod(
    z.tuple([z.array(addressSchema), accountConfig.optional()]),
    ([addresses, config], node) => {
      if (addresses.length > MAX_ACCOUNTS)
        throw invalidParams(`Too many inputs provided; max ${MAX_ACCOUNTS}`)
      const { block, values } = readAccounts(node, addresses, config ?? {})
      return withContext(block, values)
    },
  ),
  getMinimumBalanceForRentExemption: defineMethod(
    z.tuple([z.number().int().nonnegative(), contextSchema.optional()]),
    ([dataBytes], { cluster }) => cluster.runtime.rentExemptLamports(dataBytes),
  ),
}

function readAccounts(node: RpcNode, addresses: readonly Address[], config: ContextConfig & AccountEncoding) {
  const block = contextBlock(node.chain, config)
  const read = node.accountsAt(block)
  const values = addresses.map((address) => {
    const account = read(address)
    return account && accountJson(account, config, read)
  })
  return { block, values }
}

const SLOTS_PER_EPOCH = 432_000
const PRIORITIZATION_FEE_BLOCKS = 20
const MAX_SAMPLES = 720

const onlyContext = z.tuple([contextSchema.optional()])

/** Methods about the chain itself and its progress. The identity of every node is the faucet's address. */
const chainMethods: RpcMethods = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': LOCALNET_VERSION, 'feature-set': 0 }),
  getGenesisHash: (_params, { genesisHash }) => genesisHash,
  getIdentity: (_params, { faucet }) => ({ identity: faucet.address }),
  getFirstAvailableBlock: (_params, { firstAvailableSlot }) => firstAvailableSlot,
  getSlot: defineMethod(onlyContext, ([config], { chain }) => contextBlock(chain, config).slot),
  getBlockHeight: defineMethod(onlyContext, ([config], { chain }) => contextBlock(chain, config).height),
  getTransactionCount: defineMethod(
    onlyContext,
    ([config], { chain }) => contextBlock(chain, config).transactionCount,
  ),
  getEpochInfo: defineMethod(onlyContext, ([config], { chain }) => {
    const { slot, height, transactionCount } = contextBlock(chain, config)
    return {
      absoluteSlot: slot,
      blockHeight: height,
      epoch: Math.floor(slot / SLOTS_PER_EPOCH),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount,
    }
  }),
  getLatestBlockhash: defineMethod(onlyContext, ([config], { chain, blockForLifetime }) => {
    const block = contextBlock(chain, config)
    const { blockhash, height } = blockForLifetime(block)
    return withContext(block, { blockhash, lastValidBlockHeight: height + MAX_BLOCKHASH_AGE_BLOCKS })
  }),
  isBlockhashValid: defineMethod(
    z.tuple([z.string(), contextSchema.optional()]),
    ([blockhash, config], { chain }) => {
      const block = contextBlock(chain, config)
      return withContext(block, chain.isBlockhashValid(blockhash, block))
    },
  ),
  getRecentPerformanceSamples: defineMethod(
    z.tuple([z.number().int().positive().max(MAX_SAMPLES).optional()]),
    ([count], { cluster }) => cluster.samples.newest(count ?? MAX_SAMPLES),
  ),
  // Mostly idle, now and then a block with a priority fee: an estimator has to cope with both.
  getRecentPrioritizationFees: (_params, { chain }) =>
    chain
      .newest(PRIORITIZATION_FEE_BLOCKS)
      .map(({ slot }) => ({ slot, prioritizationFee: slot % 5 === 0 ? 1000 : 0 })),
}

const filterSchema = z.union([z.object({ mint: addressSchema }), z.object({ programId: addressSchema })])

type ReadAccount = (address: Address) => EncodedAccount | null

/** Methods that read token accounts, mints, and a wallet's token accounts, at the commitment that is asked for. */
const tokenMethods: RpcMethods = {
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

const METHODS: RpcMethods = {
  ...chainMethods,
  ...accountMethods,
  ...tokenMethods,
  ...transactionMethods,
  ...historyMethods,
}

/** Answers any method that the localnet knows, as that node. Throws RpcError. */
export async function answerMethod(method: string, params: unknown, node: RpcNode): Promise<unknown> {
  const answer = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  if (!answer) throw new RpcError(RPC_ERROR_CODES.methodNotFound, 'Method not found')
  return answer(params, node)
}
