import type { Address } from '@solana/kit'
import {
  getMintEncoder,
  getTokenEncoder,
  TOKEN_PROGRAM_ADDRESS,
  AccountState as TokenAccountState,
} from '@solana-program/token'
import {
  type AccountState,
  type Cluster,
  ClusterUnreachableError,
  type SignatureStatus,
  type StatusReading,
} from '#solana/cluster.ts'
import type { FaultInjector } from './fault-injector.ts'
import {
  BLOCKHASH_LIFE,
  CONFIRMED_AFTER_SLOTS,
  FINALIZED_AFTER_SLOTS,
  type ModelChain,
} from './model-chain.ts'
import { readModelTransaction } from './model-transaction.ts'
import type { VirtualTime } from './virtual-time.ts'

export interface ModelNodeParts {
  /** Which chain answers just now: a wrong one stands behind the URL at times. */
  chain(): ModelChain
  genesisHash(): string
  faults: FaultInjector
  /** Never denies what it knows and is never out: an independent second node that lies in the same way at the same time proves nothing. */
  honest: boolean
  /** Whether it simulates v1 transactions just now. */
  simulatesV1(): boolean
  time: VirtualTime
  mint: Address
  mintDecimals: number
}

const RECENT_SLOTS = 60

/** The transaction that made and filled the source account, before all payouts. */
const FUNDING = 'the-funding-of-the-source-account'

/** One RPC node before the model's chain, with all the ways in which nodes mislead. */
export function createModelNode(parts: ModelNodeParts): Cluster {
  const { chain, genesisHash, faults, honest, simulatesV1, time, mint, mintDecimals } = parts

  /** Every request takes time, and may fail before or after it was served. */
  async function serve<T>(answer: () => T): Promise<T> {
    await time.sleep(faults.latencyMs())
    if (!honest && faults.isOut()) throw new ClusterUnreachableError('The model is out')
    if (faults.happens('unreachable')) throw new ClusterUnreachableError('The model dropped the request')
    const value = answer()
    await time.sleep(faults.latencyMs())
    if (faults.happens('answerLost')) throw new ClusterUnreachableError('The model lost the answer')
    return value
  }

  const tipSlot = () => Math.max(chain().slot - faults.lagSlots(), 0)

  function statusOf(signature: string, seenSlot: number): SignatureStatus | null {
    const landed = chain().landed.get(signature)
    if (!landed || landed.slot > seenSlot) {
      const ghost = chain().abandoned.get(signature)
      if (!ghost || !faults.happens('ghostStatus')) return null
      return { slot: ghost.slot, commitment: 'confirmed', error: ghost.error }
    }
    const depth = seenSlot - landed.slot
    const commitment =
      depth >= FINALIZED_AFTER_SLOTS
        ? 'finalized'
        : depth >= CONFIRMED_AFTER_SLOTS
          ? 'confirmed'
          : 'processed'
    return { slot: landed.slot, commitment, error: landed.error }
  }

  function accountAt(address: Address): AccountState | null {
    if (address === mint) return tokenProgramAccount(encodeMint(mintDecimals))
    const account = chain().ledger.accounts.get(address)
    if (!account) return null
    return tokenProgramAccount(encodeTokenAccount(mint, account))
  }

  return {
    name: 'model',
    genesisHash: () => serve(genesisHash),
    latestBlockhash: () =>
      serve(() => {
        const stale = faults.happens('staleBlockhash') ? BLOCKHASH_LIFE - 4 : 0
        const block = chain().blockAt(tipSlot() - CONFIRMED_AFTER_SLOTS - stale)
        return {
          blockhash: block.blockhash,
          lastValidBlockHeight: block.height + BLOCKHASH_LIFE,
          contextSlot: block.slot,
        }
      }),
    finalizedPosition: () =>
      serve(() => {
        const slot = tipSlot() - FINALIZED_AFTER_SLOTS
        return { blockHeight: chain().blockAt(slot).height, slot }
      }),
    firstAvailableBlock: () => serve(() => faults.prunedBefore(chain().slot)),
    signatureStatuses: (signatures, { searchHistory }) =>
      serve((): StatusReading => {
        const contextSlot = tipSlot()
        const oldest = searchHistory ? faults.prunedBefore(chain().slot) : contextSlot - RECENT_SLOTS
        const statuses = signatures.map((signature) => {
          if (!honest && faults.happens('statusDenied')) return null
          const status = statusOf(signature, contextSlot)
          return status && status.slot < oldest ? null : status
        })
        return { contextSlot, statuses }
      }),
    historyOf: (_address, { before, minContextSlot }) =>
      serve(() => {
        const slot = tipSlot()
        if (slot - FINALIZED_AFTER_SLOTS < minContextSlot) {
          throw new ClusterUnreachableError('Minimum context slot has not been reached')
        }
        const oldest = faults.prunedBefore(chain().slot)
        const entries = chain()
          .finalized(slot)
          .filter((landed) => landed.slot >= oldest && (honest || !faults.happens('historyDenied')))
          .map(({ transaction, slot, error }) => ({
            signature: transaction.signature,
            slot,
            memo: transaction.memo,
            failed: error !== null,
          }))
          .toReversed()
        const fundingSlot = chain().firstSlot - 1
        if (fundingSlot >= oldest)
          entries.push({ signature: FUNDING, slot: fundingSlot, memo: '', failed: false })
        return before
          ? entries.slice(entries.findIndex(({ signature }) => signature === before) + 1)
          : entries
      }),
    transaction: () => Promise.reject(new Error('The engine does not ask the model for transactions')),
    finalizedAccount: () =>
      Promise.reject(new Error('The engine does not ask the model for finalized state')),
    accounts: (addresses) => serve(() => addresses.map(accountAt)),
    rentLamports: () => serve(() => 1_488_440n),
    recentPriorityFees: () => serve(() => []),
    simulate: ({ wireBytes }) =>
      serve(() => {
        const transaction = readModelTransaction(wireBytes)
        if (transaction.format === 'v1' && !simulatesV1()) {
          faults.count('v1Refused')
          return { error: '"UnsupportedVersion"', failedInstruction: null, logs: [], computeUnits: 0 }
        }
        const { error, failedInstruction, undo } = chain().ledger.execute(transaction)
        chain().ledger.undo(undo)
        return { error, failedInstruction, logs: [], computeUnits: 20_000 }
      }),
    async broadcast(attempt) {
      await time.sleep(faults.latencyMs())
      if (attempt.context_slot > tipSlot())
        return { accepted: false, error: 'Minimum context slot has not been reached' }
      if (faults.happens('sendRefused')) return { accepted: false, error: 'Blockhash not found' }
      if (!faults.happens('sendSwallowed')) {
        chain().deliver(attempt.wire_bytes, faults.deliverySlots())
        if (faults.happens('sendDuplicated')) chain().deliver(attempt.wire_bytes, faults.deliverySlots())
      }
      await time.sleep(faults.latencyMs())
      return faults.happens('sendErrorThoughSent')
        ? { accepted: false, error: 'Timeout' }
        : { accepted: true }
    },
  }
}

function tokenProgramAccount(data: Uint8Array): AccountState {
  return { owner: TOKEN_PROGRAM_ADDRESS, lamports: 1n, executable: false, data }
}

function encodeMint(decimals: number): Uint8Array {
  const bytes = getMintEncoder().encode({
    mintAuthority: null,
    supply: 10n ** 18n,
    decimals,
    isInitialized: true,
    freezeAuthority: null,
  })
  return new Uint8Array(bytes)
}

function encodeTokenAccount(
  mint: Address,
  account: { owner: Address; amount: bigint; frozen: boolean },
): Uint8Array {
  const bytes = getTokenEncoder().encode({
    mint,
    owner: account.owner,
    amount: account.amount,
    delegate: null,
    state: account.frozen ? TokenAccountState.Frozen : TokenAccountState.Initialized,
    isNative: null,
    delegatedAmount: 0n,
    closeAuthority: null,
  })
  return new Uint8Array(bytes)
}
