import { type Address, getBase64Encoder, lamports } from '@solana/kit'
import { z } from 'zod'
import { type AccountEncoding, accountEncodingFields, accountJson } from './account-json.ts'
import { MAX_BLOCKHASH_AGE_BLOCKS } from './block-chain.ts'
import type { Cluster } from './cluster.ts'
import { AirdropError } from './faucet.ts'
import { invalidParams, RPC_ERROR_CODES, RpcError, signatureVerificationFailure } from './rpc-error.ts'
import {
  addressSchema,
  contextBlock,
  contextFields,
  contextSchema,
  defineMethod,
  type RpcMethods,
  withContext,
} from './rpc-method.ts'
import type { RunReport, Simulation } from './svm-runtime.ts'
import { describeTransactionError, type TransactionErrorJson } from './transaction-error.ts'
import { messageFeeLamports } from './transaction-fee.ts'
import { readWireMessage, readWireTransaction } from './wire-transaction.ts'

// A transaction is base58 by default, as at any node.
const wireEncoding = z.enum(['base58', 'base64']).nullish()

const sendConfig = z
  .object({
    encoding: wireEncoding,
    skipPreflight: z.boolean().nullish(),
    preflightCommitment: contextFields.commitment,
    maxRetries: z.number().int().nonnegative().nullish(),
    minContextSlot: contextFields.minContextSlot,
  })
  .nullish()

const simulateConfig = z
  .object({
    ...contextFields,
    encoding: wireEncoding,
    sigVerify: z.boolean().nullish(),
    replaceRecentBlockhash: z.boolean().nullish(),
    accounts: z
      .object({ addresses: z.array(addressSchema), encoding: accountEncodingFields.encoding })
      .nullish(),
  })
  .nullish()

/** Methods that send, simulate and price transactions, and airdrops. */
export const transactionMethods: RpcMethods = {
  /**
   * With preflight, a transaction that would fail is refused. Without it, the signature is always answered: the transaction
   * lands, lands with an error, or is dropped. `maxRetries` has no effect: the leader always receives it.
   */
  sendTransaction: defineMethod(z.tuple([z.string(), sendConfig.optional()]), ([text, config], node) => {
    const wire = readWireTransaction(text, config?.encoding ?? 'base58')
    const skipPreflight = config?.skipPreflight ?? false
    const block = contextBlock(node.chain, {
      commitment: skipPreflight ? 'processed' : config?.preflightCommitment,
      minContextSlot: config?.minContextSlot,
    })
    if (!skipPreflight) {
      const checks = { verifySignatures: true, replaceBlockhash: false }
      const simulation = node.cluster.simulate(wire, block, checks)
      if (simulation.err !== null) throw preflightFailure(simulation.err, simulation)
    }
    const submission = node.submit(wire)
    if (submission.kind === 'dropped' && submission.err === 'SignatureFailure')
      throw signatureVerificationFailure()
    return wire.signature
  }),

  simulateTransaction: defineMethod(
    z.tuple([z.string(), simulateConfig.optional()]),
    ([text, config], node) => {
      const { chain, cluster } = node
      const wire = readWireTransaction(text, config?.encoding ?? 'base58')
      const verifySignatures = config?.sigVerify ?? false
      const replaceBlockhash = config?.replaceRecentBlockhash ?? false
      if (verifySignatures && replaceBlockhash)
        throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
      const block = contextBlock(chain, config)
      const simulation = cluster.simulate(wire, block, { verifySignatures, replaceBlockhash })
      if (simulation.err === 'SignatureFailure') throw signatureVerificationFailure()
      node.simulated(wire)
      const { blockhash, height } = block
      return withContext(block, {
        ...reportJson(simulation),
        accounts: config?.accounts
          ? accountsAfter(simulation, cluster, config.accounts.addresses, config.accounts.encoding)
          : null,
        fee: messageFeeLamports(wire.message),
        replacementBlockhash: replaceBlockhash
          ? { blockhash, lastValidBlockHeight: height + MAX_BLOCKHASH_AGE_BLOCKS }
          : null,
      })
    },
  ),

  getFeeForMessage: defineMethod(
    z.tuple([z.string(), contextSchema.optional()]),
    ([text, config], { chain }) => {
      const block = contextBlock(chain, config)
      const message = readWireMessage(readBase64(text))
      const isKnown = chain.isBlockhashValid(message.lifetimeToken, block)
      return withContext(block, isKnown ? messageFeeLamports(message) : null)
    },
  ),

  requestAirdrop: defineMethod(
    z.tuple([addressSchema, z.number().int().positive(), contextSchema.optional()]),
    async ([to, amount], { faucet }) => {
      try {
        return await faucet.airdrop(to, lamports(BigInt(amount)))
      } catch (error) {
        if (error instanceof AirdropError) throw new RpcError(RPC_ERROR_CODES.internalError, error.message)
        throw error
      }
    },
  ),
}

function accountsAfter(
  { err, accounts: written }: Simulation,
  { runtime }: Cluster,
  addresses: readonly Address[],
  encoding: AccountEncoding['encoding'],
) {
  return addresses.map((address) => {
    if (err !== null) return null
    const account = written.find((one) => one.address === address) ?? runtime.readAccount(address)
    return account && accountJson(account, { encoding: encoding ?? 'base64' }, runtime.readAccount)
  })
}

/** Makes the error with which preflight refuses a transaction. */
export function preflightFailure(err: TransactionErrorJson, report: RunReport): RpcError {
  if (err === 'SignatureFailure') return signatureVerificationFailure()
  const message = `Transaction simulation failed: ${describeTransactionError(err)}`
  return new RpcError(RPC_ERROR_CODES.preflightFailure, message, {
    ...reportJson(report),
    accounts: null,
  })
}

function reportJson({ err, logs, returnData, unitsConsumed }: RunReport) {
  return { err, innerInstructions: null, logs, returnData, unitsConsumed }
}

function readBase64(text: string): Uint8Array {
  try {
    return new Uint8Array(getBase64Encoder().encode(text))
  } catch {
    throw invalidParams('invalid base64 encoding')
  }
}
