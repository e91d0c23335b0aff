import type { Address } from '@solana/kit'
import { z } from 'zod'
import { MAX_BLOCKHASH_AGE_BLOCKS } from './block-chain.ts'
import type { Cluster } from './cluster.ts'
import {
  contextBlock,
  contextSchema,
  defineMethod,
  LOCALNET_VERSION,
  type RpcMethods,
  withContext,
} from './rpc-method.ts'

const SLOTS_PER_EPOCH = 432_000
const PRIORITIZATION_FEE_BLOCKS = 20

const onlyContext = z.tuple([contextSchema.optional()])

/** What the chain is and how far it has come. `identity` is the address of the one node there is. */
export function chainMethods(cluster: Cluster, identity: Address): RpcMethods {
  const { chain } = cluster
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': LOCALNET_VERSION, 'feature-set': 0 }),
    getGenesisHash: () => cluster.genesisHash,
    getIdentity: () => ({ identity }),
    getFirstAvailableBlock: () => cluster.firstAvailableSlot,
    getSlot: defineMethod(onlyContext, ([config]) => contextBlock(chain, config).slot),
    getBlockHeight: defineMethod(onlyContext, ([config]) => contextBlock(chain, config).height),
    getTransactionCount: defineMethod(
      onlyContext,
      ([config]) => contextBlock(chain, config).transactionCount,
    ),
    getEpochInfo: defineMethod(onlyContext, ([config]) => {
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
    getLatestBlockhash: defineMethod(onlyContext, ([config]) => {
      const block = contextBlock(chain, config)
      const lastValidBlockHeight = block.height + MAX_BLOCKHASH_AGE_BLOCKS
      return withContext(block, { blockhash: block.blockhash, lastValidBlockHeight })
    }),
    isBlockhashValid: defineMethod(z.tuple([z.string(), contextSchema.optional()]), ([blockhash, config]) => {
      const block = contextBlock(chain, config)
      return withContext(block, chain.isBlockhashValid(blockhash, block))
    }),
    // Mostly idle, now and then a block in which somebody paid: an estimator has to cope with both.
    getRecentPrioritizationFees: () =>
      chain
        .newest(PRIORITIZATION_FEE_BLOCKS)
        .map(({ slot }) => ({ slot, prioritizationFee: slot % 5 === 0 ? 1000 : 0 })),
  }
}
