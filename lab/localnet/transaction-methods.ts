import { type Address, getBase64Encoder, lamports } from '@solana/kit'
import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  ComputeBudgetInstruction,
  getSetComputeUnitLimitInstructionDataDecoder,
  getSetComputeUnitPriceInstructionDataDecoder,
  identifyComputeBudgetInstruction,
} from '@solana-program/compute-budget'
import { z } from 'zod'
import { type AccountEncoding, accountEncodingFields, accountJson } from './account-json.ts'
import { MAX_BLOCKHASH_AGE_BLOCKS } from './block-chain.ts'
import type { Cluster } from './cluster.ts'
import { AirdropError } from './faucet.ts'
import {
  addressSchema,
  contextBlock,
  contextFields,
  contextSchema,
  defineMethod,
  invalidParams,
  RPC_ERROR_CODES,
  RpcError,
  type RpcMethods,
  signatureVerificationFailure,
  withContext,
} from './json-rpc.ts'
import type { RunReport, Simulation } from './svm-runtime.ts'
import { describeTransactionError, type TransactionErrorJson } from './transaction-error.ts'
import { readWireMessage, readWireTransaction, type WireMessage } from './wire-transaction.ts'

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

const LAMPORTS_PER_SIGNATURE = 5000n
const MICRO_LAMPORTS_PER_LAMPORT = 1_000_000n
const MAX_COMPUTE_UNITS = 1_400_000n
const DEFAULT_PROGRAM_UNITS = 200_000n
const DEFAULT_BUILTIN_UNITS = 3000n

/** Programs that are part of the runtime itself: their instructions get few compute units by default. */
const BUILTINS = new Set<string | undefined>([
  '11111111111111111111111111111111',
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  'Vote111111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
])

/** Computes the fee of a message in lamports: its signatures and its priority fee. */
function messageFeeLamports(message: WireMessage): bigint {
  const priorityFee = message.priorityFeeLamports ?? instructedPriorityFee(message)
  return BigInt(message.header.numSignerAccounts) * LAMPORTS_PER_SIGNATURE + priorityFee
}

/** Computes the priority fee of a legacy or v0 message from its limit and price. */
function instructedPriorityFee(message: WireMessage): bigint {
  let limitUnits: bigint | undefined
  let microLamportsPerUnit = 0n
  let defaultUnits = 0n
  for (const { programAddressIndex, data = new Uint8Array() } of message.instructions) {
    const program = message.staticAccounts[programAddressIndex]
    defaultUnits += BUILTINS.has(program) ? DEFAULT_BUILTIN_UNITS : DEFAULT_PROGRAM_UNITS
    if (program !== COMPUTE_BUDGET_PROGRAM_ADDRESS) continue
    switch (identifyComputeBudgetInstruction(data)) {
      case ComputeBudgetInstruction.SetComputeUnitLimit:
        limitUnits = BigInt(getSetComputeUnitLimitInstructionDataDecoder().decode(data).units)
        break
      case ComputeBudgetInstruction.SetComputeUnitPrice:
        microLamportsPerUnit = getSetComputeUnitPriceInstructionDataDecoder().decode(data).microLamports
        break
    }
  }
  const units = min(limitUnits ?? defaultUnits, MAX_COMPUTE_UNITS)
  return (units * microLamportsPerUnit + MICRO_LAMPORTS_PER_LAMPORT - 1n) / MICRO_LAMPORTS_PER_LAMPORT
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
