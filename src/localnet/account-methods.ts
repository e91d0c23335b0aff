import type { Address } from '@solana/kit'
import { z } from 'zod'
import { type AccountEncoding, accountEncodingFields, accountJson } from './account-json.ts'
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

const MAX_ACCOUNTS = 100

const accountConfig = z.object({ ...contextFields, ...accountEncodingFields }).nullish()

/** What accounts hold. Every commitment sees the newest state, under the slot of the commitment that was asked for. */
export function accountMethods({ chain, runtime }: Cluster): RpcMethods {
  function read(address: Address, encoding: AccountEncoding) {
    const account = runtime.readAccount(address)
    return account && accountJson(account, encoding, runtime.readAccount)
  }

  return {
    getBalance: defineMethod(z.tuple([addressSchema, contextSchema.optional()]), ([address, config]) => {
      const balance = runtime.readAccount(address)?.lamports ?? 0n
      return withContext(contextBlock(chain, config), balance)
    }),
    getAccountInfo: defineMethod(z.tuple([addressSchema, accountConfig.optional()]), ([address, config]) =>
      withContext(contextBlock(chain, config), read(address, config ?? {})),
    ),
    getMultipleAccounts: defineMethod(
      z.tuple([z.array(addressSchema), accountConfig.optional()]),
      ([addresses, config]) => {
        if (addresses.length > MAX_ACCOUNTS)
          throw invalidParams(`Too many inputs provided; max ${MAX_ACCOUNTS}`)
        const values = addresses.map((address) => read(address, config ?? {}))
        return withContext(contextBlock(chain, config), values)
      },
    ),
    getMinimumBalanceForRentExemption: defineMethod(
      z.tuple([z.number().int().nonnegative(), contextSchema.optional()]),
      ([dataBytes]) => runtime.rentExemptLamports(dataBytes),
    ),
  }
}
