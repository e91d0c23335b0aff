import { getBase58Decoder, getBase64Decoder } from '@solana/kit'
import { z } from 'zod'
import type { Block, ChainView } from './block-chain.ts'
import {
  addressSchema,
  type ContextConfig,
  contextBlock,
  contextFields,
  defineMethod,
  invalidParams,
  RPC_ERROR_CODES,
  RpcError,
  type RpcMethods,
  withContext,
} from './json-rpc.ts'
import type { RpcNode } from './rpc-node.ts'
import type { LandedTransaction } from './transaction-history.ts'
import { decodeWireTransaction, type WireMessage } from './wire-transaction.ts'

const TRANSACTION_ENCODINGS = ['json', 'base58', 'base64'] as const
type TransactionEncoding = (typeof TRANSACTION_ENCODINGS)[number]

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

/** Writes a landed transaction as `getTransaction` answers it. */
function transactionJson(landed: LandedTransaction, encoding: TransactionEncoding) {
  const { message, transaction } = decodeWireTransaction(landed.bytes)
  const signatures = Object.values(transaction.signatures).map((signature) => base58(signature ?? []))
  return {
    slot: landed.block.slot,
    blockTime: landed.block.blockTimeSeconds,
    meta: metaJson(landed),
    transaction: encodedTransaction(landed.bytes, encoding) ?? { signatures, message: messageJson(message) },
    version: message.version,
  }
}

function encodedTransaction(bytes: Uint8Array, encoding: TransactionEncoding) {
  if (encoding === 'json') return null
  return [encoding === 'base64' ? getBase64Decoder().decode(bytes) : base58(bytes), encoding]
}

function metaJson(landed: LandedTransaction) {
  return {
    computeUnitsConsumed: landed.unitsConsumed,
    err: landed.err,
    fee: landed.feeLamports,
    // A node answers null where it did not record them.
    innerInstructions: null,
    loadedAddresses: { readonly: [], writable: [] },
    logMessages: landed.logs,
    postBalances: landed.postBalances,
    postTokenBalances: landed.postTokenBalances,
    preBalances: landed.preBalances,
    preTokenBalances: landed.preTokenBalances,
    rewards: [],
    status: landed.err === null ? { Ok: null } : { Err: landed.err },
    ...(landed.returnData ? { returnData: landed.returnData } : {}),
  }
}

function messageJson(message: WireMessage) {
  const { header } = message
  return {
    accountKeys: message.staticAccounts,
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    instructions: message.instructions.map(
      ({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
        programIdIndex: programAddressIndex,
        accounts: accountIndices,
        data: base58(data),
        stackHeight: 1,
      }),
    ),
    recentBlockhash: message.lifetimeToken,
    ...(message.version === 0 ? { addressTableLookups: [] } : {}),
  }
}

function base58(bytes: ArrayLike<number>): string {
  return getBase58Decoder().decode(Uint8Array.from(bytes))
}
