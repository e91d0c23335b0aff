import { z } from 'zod'
import { MAX_BLOCKHASH_AGE_BLOCKS } from './block-chain.ts'
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
const MAX_SAMPLES = 720

const onlyContext = z.tuple([contextSchema.optional()])

/** Methods about the chain itself and its progress. The identity of every node is the faucet's address. */
export const chainMethods: RpcMethods = {
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
