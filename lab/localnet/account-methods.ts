import type { Address } from '@solana/kit'
import { z } from 'zod'
import { type AccountEncoding, accountConfig, accountJson } from './account-json.ts'
import { invalidParams } from './rpc-error.ts'
import {
  addressAndContext,
  addressSchema,
  type ContextConfig,
  contextBlock,
  contextSchema,
  defineMethod,
  type RpcMethods,
  withContext,
} from './rpc-method.ts'
import type { RpcNode } from './rpc-node.ts'

const MAX_ACCOUNTS = 100

/** Methods that read accounts at the commitment that is asked for. */
export const accountMethods: RpcMethods = {
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
