import {
  type Address,
  type Base64EncodedWireTransaction,
  createSolanaRpcFromTransport,
  getBase64Decoder,
  getBase64Encoder,
  getF64Decoder,
  getStructDecoder,
  getU64Decoder,
  type Signature,
} from '@solana/kit'
import { NodeFault } from './node-fault.ts'
import { readAccountKeys, tokenMovements } from './read-transaction.ts'
import { createRetryingTransport, type RpcTransportOptions, readEndpoint } from './rpc-transport.ts'
import { type AccountState, RpcUnavailableError, type SignatureStatus, type SolanaRpc } from './solana-rpc.ts'
import { tokenBalance } from './token-account.ts'

/** A node's result is not of the shape that its method has. */
export class MalformedResultError extends Error {
  override name = 'MalformedResultError'
}

/** Reads a slot, a height or a count. */
export function wholeNumber(value: bigint | number): number {
  const number = typeof value === 'bigint' ? Number(value) : value
  if (!Number.isSafeInteger(number)) throw new MalformedResultError('Not a whole number')
  return number
}

/** Reads a list that must have one entry for each item of the request. */
function oneForEach<T>(asked: readonly unknown[], values: readonly T[]): readonly T[] {
  if (values.length !== asked.length) throw new MalformedResultError('Not as many as were asked for')
  return values
}

/**
 * Reads the chain's error as JSON text, null for none: it is compared, stored and put into words, never computed with. A
 * record without the field is malformed: its absence does not prove that there was no error.
 */
function chainErrorText(error: unknown): string | null {
  if (error === undefined) throw new MalformedResultError('Neither an error nor none')
  if (error === null) return null
  return JSON.stringify(error, (_key, value) => (typeof value === 'bigint' ? Number(value) : value))
}

/** Reads which instruction the chain's error is about, where it is about one. */
export function failedInstruction(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('InstructionError' in error)) return null
  const { InstructionError: detail } = error as { InstructionError: unknown }
  return Array.isArray(detail) ? Number(detail[0]) : null
}

interface Base64Account {
  owner: Address
  lamports: bigint
  executable: boolean
  data: readonly [string, 'base64']
}

/** Reads an account, null where there is none. */
export function accountState(account: Base64Account | null): AccountState | null {
  if (account === null) return null
  const { owner, lamports, executable, data } = account
  return { owner, lamports, executable, data: fromBase64(data[0]) }
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(getBase64Encoder().encode(text))
}

function toBase64(bytes: Uint8Array): Base64EncodedWireTransaction {
  return getBase64Decoder().decode(bytes) as Base64EncodedWireTransaction
}

/** The account in which each bank has its rates of rent. */
const RENT_SYSVAR_ADDRESS = 'SysvarRent111111111111111111111111111111111' as Address

/** Each account is charged as if it had so many bytes more (agave, ACCOUNT_STORAGE_OVERHEAD). */
const OVERHEAD_BYTES = 128

const rentDecoder = getStructDecoder([
  ['lamportsPerByte', getU64Decoder()],
  ['exemptionThreshold', getF64Decoder()],
])

/** Computes the lamports that make an account of this size rent-exempt. The threshold is a whole number of years, and 1 since SIMD-0194. */
export function rentExemptLamports(sysvar: AccountState | null, dataBytes: number): bigint {
  if (sysvar === null) throw new MalformedResultError('No rates of rent')
  const { lamportsPerByte, exemptionThreshold } = rentDecoder.decode(sysvar.data)
  return BigInt(OVERHEAD_BYTES + dataBytes) * lamportsPerByte * BigInt(wholeNumber(exemptionThreshold))
}

const ACCOUNTS_PER_REQUEST = 100
const HISTORY_PAGE = 1000

/** Samples of how many slots the node saw, of a minute each. */
const PACE_SAMPLES = 5

export interface ConnectOptions {
  /** What the node is for, which stands behind its host in every message: none where it is a sender's node. */
  role?: string | undefined
  timeoutMs?: number
  retries?: number
  firstRetryMs?: number
  onAsked?: RpcTransportOptions['onAsked']
}

/** Makes a client of one RPC node. Nothing is asked until it is used. */
export function connectRpc(url: string, options: ConnectOptions = {}): SolanaRpc {
  const { timeoutMs = 6_000, retries = 4, firstRetryMs = 250, role, onAsked } = options
  const { name: host } = readEndpoint(url)
  const name = role === undefined ? host : `${host} (${role})`
  let answeredAtMs = Number.NEGATIVE_INFINITY
  const rpc = createSolanaRpcFromTransport(
    createRetryingTransport({
      url,
      timeoutMs,
      retries,
      firstRetryMs,
      onAsked(method, isAnswered) {
        if (isAnswered) answeredAtMs = performance.now()
        onAsked?.(method, isAnswered)
      },
    }),
  )

  /** Asks and reads the answer. One that can not be read counts as no answer. */
  async function reading<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      throw new RpcUnavailableError(wordsOf(error), { nodeName: name, cause: error })
    }
  }

  return {
    name,

    answeredAtMs: () => answeredAtMs,

    genesisHash: () => reading(() => rpc.getGenesisHash().send()),

    latestBlockhash: () =>
      reading(async () => {
        const { context, value } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
        return {
          blockhash: value.blockhash,
          lastValidBlockHeight: wholeNumber(value.lastValidBlockHeight),
          contextSlot: wholeNumber(context.slot),
        }
      }),

    finalizedPosition: () =>
      reading(async () => {
        const { blockHeight, absoluteSlot } = await rpc.getEpochInfo({ commitment: 'finalized' }).send()
        return { blockHeight: wholeNumber(blockHeight), slot: wholeNumber(absoluteSlot) }
      }),

    firstAvailableBlock: () => reading(async () => wholeNumber(await rpc.getFirstAvailableBlock().send())),

    signatureStatuses: (signatures, { searchHistory }) =>
      reading(async () => {
        const { context, value } = await rpc
          .getSignatureStatuses(signatures as readonly Signature[], {
            searchTransactionHistory: searchHistory,
          })
          .send()
        const statuses = oneForEach(signatures, value).map((status): SignatureStatus | null =>
          status === null
            ? null
            : {
                slot: wholeNumber(status.slot),
                commitment: status.confirmationStatus ?? 'processed',
                error: chainErrorText(status.err),
              },
        )
        return { contextSlot: wholeNumber(context.slot), statuses }
      }),

    historyOf: (address, { before, minContextSlot, limit = HISTORY_PAGE }) =>
      reading(async () => {
        const entries = await rpc
          .getSignaturesForAddress(address, {
            commitment: 'finalized',
            limit,
            minContextSlot: BigInt(minContextSlot),
            ...(before ? { before } : {}),
          })
          .send()
        return entries.map((entry) => ({
          signature: entry.signature,
          slot: wholeNumber(entry.slot),
          memo: entry.memo,
          failed: chainErrorText(entry.err) !== null,
        }))
      }),

    transaction: (signature, mint) =>
      reading(async () => {
        const answer = await rpc
          .getTransaction(signature as Signature, {
            commitment: 'finalized',
            encoding: 'base64',
            maxSupportedTransactionVersion: 1,
          })
          .send()
        if (!answer?.meta) return null
        const [wireText] = answer.transaction
        const { err, loadedAddresses, preBalances, preTokenBalances, postTokenBalances } = answer.meta
        const read = readAccountKeys(fromBase64(wireText), loadedAddresses)
        if (read.signature !== signature) throw new MalformedResultError('Another transaction')
        return {
          slot: wholeNumber(answer.slot),
          error: chainErrorText(err),
          signers: read.signers,
          memo: read.memo,
          movements: tokenMovements(mint, read.accountKeys, preTokenBalances ?? [], postTokenBalances ?? []),
          absentBefore: read.accountKeys.filter((_, index) => preBalances[index] === 0n),
        }
      }),

    finalizedAccount: (address) =>
      reading(async () => {
        const { context, value } = await rpc
          .getAccountInfo(address, { commitment: 'finalized', encoding: 'base64' })
          .send()
        return { contextSlot: wholeNumber(context.slot), account: accountState(value) }
      }),

    async accounts(addresses, { maxDataBytes, minContextSlot } = {}) {
      const config = {
        commitment: 'confirmed',
        encoding: 'base64',
        ...(maxDataBytes !== undefined && { dataSlice: { offset: 0, length: maxDataBytes } }),
        ...(minContextSlot !== undefined && { minContextSlot: BigInt(minContextSlot) }),
      } as const
      const pages: Address[][] = []
      for (let start = 0; start < addresses.length; start += ACCOUNTS_PER_REQUEST) {
        pages.push(addresses.slice(start, start + ACCOUNTS_PER_REQUEST))
      }
      const answers = await Promise.all(
        pages.map((page) =>
          reading(async () => {
            const { context, value } = await rpc.getMultipleAccounts(page, config).send()
            // A proxy may leave the option out.
            if (wholeNumber(context.slot) < (minContextSlot ?? 0))
              throw new MalformedResultError('An older bank')
            return oneForEach(page, value).map(accountState)
          }),
        ),
      )
      return answers.flat()
    },

    recentSlotMs: () =>
      reading(async () => {
        const samples = await rpc.getRecentPerformanceSamples(PACE_SAMPLES).send()
        const slots = samples.reduce((sum, sample) => sum + wholeNumber(sample.numSlots), 0)
        const seconds = samples.reduce((sum, sample) => sum + wholeNumber(sample.samplePeriodSecs), 0)
        return slots > 0 ? (seconds * 1_000) / slots : null
      }),

    tokenAccountsOf: (owner, mint) =>
      reading(async () => {
        const config = { commitment: 'confirmed', encoding: 'base64' } as const
        const { value } = await rpc.getTokenAccountsByOwner(owner, { mint }, config).send()
        return value.map(({ pubkey, account }) => ({
          tokenAccount: pubkey,
          baseUnits: tokenBalance(accountState(account)),
        }))
      }),

    // getMinimumBalanceForRentExemption tells no slot: a machine that is behind has the rent of before.
    rent: (dataBytes) =>
      reading(async () => {
        const { context, value } = await rpc
          .getAccountInfo(RENT_SYSVAR_ADDRESS, { commitment: 'confirmed', encoding: 'base64' })
          .send()
        const lamports = rentExemptLamports(accountState(value), dataBytes)
        return { contextSlot: wholeNumber(context.slot), lamports }
      }),

    recentPriorityFees: (addresses) =>
      reading(async () => {
        const fees = await rpc.getRecentPrioritizationFees(addresses).send()
        return fees.map((fee) => BigInt(fee.prioritizationFee))
      }),

    simulate: ({ wireBytes }) =>
      reading(async () => {
        const { value } = await rpc
          .simulateTransaction(toBase64(wireBytes), {
            commitment: 'confirmed',
            encoding: 'base64',
            sigVerify: false,
            replaceRecentBlockhash: true,
          })
          .send()
        return {
          error: chainErrorText(value.err),
          failedInstruction: failedInstruction(value.err),
          logs: value.logs ?? [],
          computeUnits: wholeNumber(value.unitsConsumed ?? 0n),
        }
      }),

    async broadcast(attempt) {
      try {
        await rpc
          .sendTransaction(toBase64(attempt.wireBytes), {
            encoding: 'base64',
            // It was simulated before it was signed; a preflight by the node could only delay it.
            skipPreflight: true,
            // Even so: some providers route by it, and it must match the commitment of the blockhash.
            preflightCommitment: 'confirmed',
            maxRetries: 0n,
            minContextSlot: BigInt(attempt.contextSlot),
          })
          .send()
        return { accepted: true }
      } catch (error) {
        return { accepted: false, error: wordsOf(error) }
      }
    },
  }
}

/** Describes an error. One that is no NodeFault comes from reading an answer that no Solana node gives. */
function wordsOf(error: unknown): string {
  return error instanceof NodeFault ? error.message : 'it did not answer as a Solana node does'
}
