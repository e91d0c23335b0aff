import {
  type Address,
  type Base64EncodedWireTransaction,
  createSolanaRpcFromTransport,
  getBase64Decoder,
  getBase64Encoder,
  isSolanaError,
  type Signature,
} from '@solana/kit'
import { readAccountKeys } from '#solana/account-keys.ts'
import {
  type AccountState,
  type Cluster,
  ClusterUnreachableError,
  type SignatureStatus,
} from '#solana/cluster.ts'
import { createPatientTransport } from '#solana/rpc-transport.ts'
import { tokenMovements } from '#solana/token-movements.ts'

const ACCOUNTS_PER_REQUEST = 100
const HISTORY_PAGE = 1000

export interface ConnectOptions {
  timeoutMs?: number
  retries?: number
  firstRetryMs?: number
}

/** A cluster behind an RPC node's URL. Nothing is asked until it is used. */
export function connectCluster(url: string, options: ConnectOptions = {}): Cluster {
  const { timeoutMs = 15_000, retries = 4, firstRetryMs = 250 } = options
  const rpc = createSolanaRpcFromTransport(createPatientTransport({ url, timeoutMs, retries, firstRetryMs }))

  return {
    genesisHash: () => reading(rpc.getGenesisHash().send()),

    async latestBlockhash() {
      const { context, value } = await reading(rpc.getLatestBlockhash({ commitment: 'confirmed' }).send())
      return {
        blockhash: value.blockhash,
        lastValidBlockHeight: Number(value.lastValidBlockHeight),
        contextSlot: Number(context.slot),
      }
    },

    async finalizedPosition() {
      const { blockHeight, absoluteSlot } = await reading(
        rpc.getEpochInfo({ commitment: 'finalized' }).send(),
      )
      return { blockHeight: Number(blockHeight), slot: Number(absoluteSlot) }
    },

    async firstAvailableBlock() {
      return Number(await reading(rpc.getFirstAvailableBlock().send()))
    },

    async signatureStatuses(signatures, { searchHistory }) {
      const { context, value } = await reading(
        rpc
          .getSignatureStatuses(signatures as readonly Signature[], {
            searchTransactionHistory: searchHistory,
          })
          .send(),
      )
      const statuses = value.map((status): SignatureStatus | null =>
        status === null
          ? null
          : {
              slot: Number(status.slot),
              commitment: status.confirmationStatus ?? 'processed',
              error: describeChainError(status.err),
            },
      )
      return { contextSlot: Number(context.slot), statuses }
    },

    async historyOf(address, { before, minContextSlot, limit = HISTORY_PAGE }) {
      const entries = await reading(
        rpc
          .getSignaturesForAddress(address, {
            commitment: 'finalized',
            limit,
            minContextSlot: BigInt(minContextSlot),
            ...(before ? { before } : {}),
          })
          .send(),
      )
      return entries.map((entry) => ({
        signature: entry.signature,
        slot: Number(entry.slot),
        memo: entry.memo,
        failed: entry.err !== null,
      }))
    },

    async transaction(signature, mint) {
      const answer = await reading(
        rpc
          .getTransaction(signature as Signature, {
            commitment: 'finalized',
            encoding: 'base64',
            maxSupportedTransactionVersion: 1,
          })
          .send(),
      )
      if (!answer?.meta) return null
      const [wireText] = answer.transaction
      const { err, loadedAddresses, preTokenBalances, postTokenBalances } = answer.meta
      const { signers, accountKeys } = readAccountKeys(fromBase64(wireText), loadedAddresses)
      return {
        slot: Number(answer.slot),
        error: describeChainError(err),
        signers,
        movements: tokenMovements(mint, accountKeys, preTokenBalances ?? [], postTokenBalances ?? []),
      }
    },

    async finalizedAccount(address) {
      const { context, value } = await reading(
        rpc.getAccountInfo(address, { commitment: 'finalized', encoding: 'base64' }).send(),
      )
      return { contextSlot: Number(context.slot), account: value === null ? null : accountState(value) }
    },

    async accounts(addresses) {
      const pages: Address[][] = []
      for (let start = 0; start < addresses.length; start += ACCOUNTS_PER_REQUEST) {
        pages.push(addresses.slice(start, start + ACCOUNTS_PER_REQUEST))
      }
      const answers = await Promise.all(
        pages.map((page) =>
          reading(rpc.getMultipleAccounts(page, { commitment: 'confirmed', encoding: 'base64' }).send()),
        ),
      )
      return answers.flatMap(({ value }) =>
        value.map((account) => (account === null ? null : accountState(account))),
      )
    },

    async rentLamports(dataBytes) {
      return reading(rpc.getMinimumBalanceForRentExemption(BigInt(dataBytes)).send())
    },

    async recentPriorityFees(addresses) {
      const fees = await reading(rpc.getRecentPrioritizationFees(addresses).send())
      return fees.map((fee) => BigInt(fee.prioritizationFee))
    },

    async simulate({ wireBytes }) {
      const { value } = await reading(
        rpc
          .simulateTransaction(toBase64(wireBytes), {
            commitment: 'confirmed',
            encoding: 'base64',
            sigVerify: false,
            replaceRecentBlockhash: true,
          })
          .send(),
      )
      return {
        error: describeChainError(value.err),
        failedInstruction: failedInstruction(value.err),
        logs: value.logs ?? [],
        computeUnits: Number(value.unitsConsumed ?? 0n),
      }
    },

    async broadcast(attempt) {
      try {
        await rpc
          .sendTransaction(toBase64(attempt.wire_bytes), {
            encoding: 'base64',
            // It was simulated before it was signed; a second look by the node could only delay it.
            skipPreflight: true,
            // Even so: some providers route by it, and it must match the commitment of the blockhash.
            preflightCommitment: 'confirmed',
            maxRetries: 0n,
            minContextSlot: BigInt(attempt.context_slot),
          })
          .send()
        return { accepted: true }
      } catch (error) {
        return { accepted: false, error: describeFault(error) }
      }
    },
  }
}

function accountState(account: {
  owner: Address
  lamports: bigint
  executable: boolean
  data: readonly [string, 'base64']
}): AccountState {
  const { owner, lamports, executable, data } = account
  return { owner, lamports, executable, data: fromBase64(data[0]) }
}

async function reading<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw new ClusterUnreachableError(describeFault(error), { cause: error })
  }
}

function describeFault(error: unknown): string {
  if (isSolanaError(error)) return error.message
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** The chain's error as JSON text: it is compared, stored and put into words, never computed with. */
function describeChainError(error: unknown): string | null {
  if (error === null || error === undefined) return null
  return JSON.stringify(error, (_key, value) => (typeof value === 'bigint' ? Number(value) : value))
}

function failedInstruction(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('InstructionError' in error)) return null
  const { InstructionError: detail } = error as { InstructionError: unknown }
  return Array.isArray(detail) ? Number(detail[0]) : null
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(getBase64Encoder().encode(text))
}

function toBase64(bytes: Uint8Array): Base64EncodedWireTransaction {
  return getBase64Decoder().decode(bytes) as Base64EncodedWireTransaction
}
