import { z } from 'zod'
import type { Block, ChainView } from './block-chain.ts'
import { invalidParams, RPC_ERROR_CODES, RpcError } from './rpc-error.ts'
import {
  addressSchema,
  type ContextConfig,
  contextBlock,
  contextFields,
  defineMethod,
  type RpcMethods,
  withContext,
} from './rpc-method.ts'
import type { RpcNode } from './rpc-node.ts'
import type { LandedTransaction } from './transaction-history.ts'
import { TRANSACTION_ENCODINGS, transactionJson } from './transaction-json.ts'
import { decodeWireTransaction } from './wire-transaction.ts'

const MAX_STATUSES = 256
const MAX_SIGNATURES = 1000

/** A node remembers statuses for this many slots below its finalized slot; for the rest it searches its history. */
const RECENT_STATUS_SLOTS = 300

const statusesConfig = z.object({ searchTransactionHistory: z.boolean().nullish() }).nullish()

const signaturesConfig = z
  .object({
    ...contextFields,
    before: z.string().nullish(),
    until: z.string().nullish(),
    limit: z.number().int().nullish(),
  })
  .nullish()

const transactionConfig = z
  .object({
    commitment: contextFields.commitment,
    encoding: z.enum(TRANSACTION_ENCODINGS).nullish(),
    maxSupportedTransactionVersion: z.number().int().nonnegative().nullish(),
  })
  .nullish()

/** Methods about the status and history of transactions. */
export const historyMethods: RpcMethods = {
  getSignatureStatuses: defineMethod(
    z.tuple([z.array(z.string()), statusesConfig.optional()]),
    ([signatures, config], node) => {
      if (signatures.length > MAX_STATUSES)
        throw invalidParams(`Too many inputs provided; max ${MAX_STATUSES}`)
      const { chain, history, index } = node
      const oldestRecentSlot = chain.at('finalized').slot - RECENT_STATUS_SLOTS
      const statuses = signatures.map((signature) => {
        const recent = history.find(signature)
        if (recent && recent.block.slot >= oldestRecentSlot && recent.block.slot <= chain.tip.slot)
          return statusJson(recent, chain)
        const indexed = config?.searchTransactionHistory ? index.find(signature) : undefined
        return indexed && isStored(indexed, chain.tip, node) ? statusJson(indexed, chain) : null
      })
      return withContext(chain.tip, statuses)
    },
  ),

  getSignaturesForAddress: defineMethod(
    z.tuple([addressSchema, signaturesConfig.optional()]),
    ([address, config], node) => {
      const { chain, index } = node
      const newest = settledBlock(chain, config)
      const limit = config?.limit ?? MAX_SIGNATURES
      if (limit < 1 || limit > MAX_SIGNATURES) throw invalidParams(`Invalid limit; max ${MAX_SIGNATURES}`)
      const before = config?.before ? index.find(config.before) : undefined
      if (config?.before && !before) return []
      const until = config?.until ? index.find(config.until) : undefined
      return index
        .naming(address)
        .filter(
          (landed) =>
            isStored(landed, newest, node) &&
            (!before || landed.sequence < before.sequence) &&
            (!until || landed.sequence > until.sequence),
        )
        .slice(-limit)
        .reverse()
        .map(({ signature, block, err, memo }) => ({
          signature,
          slot: block.slot,
          err,
          memo,
          blockTime: block.blockTimeSeconds,
          confirmationStatus: chain.commitmentOf(block.slot),
        }))
    },
  ),

  getTransaction: defineMethod(
    z.tuple([z.string(), transactionConfig.optional()]),
    ([signature, config], node) => {
      const newest = settledBlock(node.chain, config)
      const landed = node.index.find(signature)
      if (!landed || !isStored(landed, newest, node)) return null
      requireSupportedVersion(landed, config?.maxSupportedTransactionVersion)
      return transactionJson(landed, config?.encoding ?? 'json')
    },
  ),
}

/** True when the node has the transaction's block, no newer than the given one. */
function isStored({ block }: LandedTransaction, newest: Block, { firstAvailableSlot }: RpcNode): boolean {
  return block.slot <= newest.slot && block.slot >= firstAvailableSlot
}

function statusJson({ block, err }: LandedTransaction, chain: ChainView) {
  const confirmationStatus = chain.commitmentOf(block.slot)
  return {
    slot: block.slot,
    confirmations: confirmationStatus === 'finalized' ? null : chain.tip.height - block.height,
    err,
    status: err === null ? { Ok: null } : { Err: err },
    confirmationStatus,
  }
}

/** Returns the block for a request of history, which must be at least confirmed. Throws RpcError when less is asked for. */
function settledBlock(chain: ChainView, config: ContextConfig | null | undefined): Block {
  if (config?.commitment === 'processed')
    throw invalidParams('Method does not support commitment below `confirmed`')
  return contextBlock(chain, config)
}

function requireSupportedVersion(landed: LandedTransaction, max: number | null | undefined): void {
  const { version } = decodeWireTransaction(landed.bytes).message
  if (version === 'legacy' || version <= (max ?? -1)) return
  throw new RpcError(
    RPC_ERROR_CODES.unsupportedTransactionVersion,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  )
}
