import type { Address } from '@solana/kit'
import {
  type BroadcastOutcome,
  type HistoryEntry,
  RpcUnavailableError,
  type SignatureStatus,
  type SolanaRpc,
  type TransactionRecord,
} from '#solana/solana-rpc.ts'
import type { FaultInjector } from './fault-injector.ts'
import { accountState } from './model-accounts.ts'
import {
  BLOCKHASH_LIFE,
  CONFIRMED_AFTER_SLOTS,
  FINALIZED_AFTER_SLOTS,
  type LandedTransaction,
  type ModelChain,
} from './model-chain.ts'
import { readModelTransaction } from './model-transaction.ts'
import type { NodeFaults } from './node-faults.ts'
import type { VirtualTime } from './virtual-time.ts'

/*
 * The model's assumptions, and the possible faults of a node, are listed in
 * docs/decisions/021-what-the-simulation-takes-for-granted.md: add a new assumption there.
 */

/** The chain behind a node's URL. */
export interface ModelCluster {
  genesisHash: string
  chain: ModelChain
}

export interface ModelNodeParts {
  /** Its own cluster, and another one that its URL leads to at times. */
  cluster: ModelCluster
  otherCluster: ModelCluster
  spells: NodeFaults
  faults: FaultInjector
  slotMs: number
  /** True while it simulates v1 transactions. */
  simulatesV1(): boolean
  time: VirtualTime
}

/** The slots that a node's status cache reaches back without its index (agave, MAX_RECENT_BLOCKHASHES). */
const RECENT_SLOTS = 300

const HISTORY_PAGE = 1000

const HANG_MS = 30_000

const NOT_SERVED = 'Method not found'

/** The state that one request reads: one cluster, one bank, one index. */
interface View extends ModelCluster {
  tipSlot: number
  finalizedSlot: number
  /** The newest and the oldest slot in its index. */
  indexSlot: number
  oldestSlot: number
  /** It has no recent cache. */
  hasIndexAlone: boolean
}

/** Creates an RPC node on the model's chain, with all faults of nodes. */
export function createModelNode(parts: ModelNodeParts): SolanaRpc {
  const { spells, faults, slotMs, simulatesV1, time } = parts

  /** Serves a request: it takes time, and may fail before or after it was answered. */
  async function serve<T>(answer: (view: View) => T): Promise<T> {
    await time.sleep(faults.latencyMs())
    const failure = await drawFailure()
    if (failure !== null) throw new RpcUnavailableError(failure)
    const value = answer(look())
    await time.sleep(faults.latencyMs())
    if (faults.happens('answerLost')) throw new RpcUnavailableError('The model lost the answer')
    if (faults.happens('answersExchanged'))
      throw new RpcUnavailableError('The model answered another request')
    return value
  }

  /** Draws a reason why a request is not served. */
  async function drawFailure(): Promise<string | null> {
    if (spells.isOut()) return 'The model is out'
    if (spells.isRateLimited()) return 'The model limits requests'
    if (faults.happens('unreachable')) return 'The model dropped the request'
    if (!faults.happens('hang')) return null
    await time.sleep(HANG_MS)
    return 'The model hung'
  }

  function look(): View {
    const cluster = spells.isOfOtherCluster() ? parts.otherCluster : parts.cluster
    const { chain } = cluster
    const tipSlot = chain.blockAt(chain.slot - spells.lagSlots(parts.cluster.chain.slot)).slot
    const finalizedSlot = chain.blockAt(tipSlot - FINALIZED_AFTER_SLOTS).slot
    const { lagSlots, isAlone } = spells.index()
    return {
      ...cluster,
      tipSlot,
      finalizedSlot,
      hasIndexAlone: isAlone,
      indexSlot: finalizedSlot - lagSlots,
      oldestSlot: spells.prunedBefore(chain.slot),
    }
  }

  function isIndexed(landed: LandedTransaction | undefined, view: View): landed is LandedTransaction {
    return (
      landed !== undefined &&
      landed.slot <= view.indexSlot &&
      landed.slot >= view.oldestSlot &&
      !spells.denies('historyDenied')
    )
  }

  function recentStatus(signature: string, { chain, tipSlot }: View): SignatureStatus | null {
    const landed = chain.landed.get(signature)
    if (!landed || landed.slot > tipSlot) {
      const ghost = chain.abandoned.get(signature)
      if (!ghost || !faults.happens('ghostStatus')) return null
      return { slot: ghost.slot, commitment: 'confirmed', error: ghost.error }
    }
    return landed.slot > tipSlot - RECENT_SLOTS ? statusOf(landed, tipSlot) : null
  }

  function status(signature: string, searchHistory: boolean, view: View): SignatureStatus | null {
    if (spells.denies('statusDenied')) return null
    const recent = view.hasIndexAlone ? null : recentStatus(signature, view)
    if (recent !== null || !(searchHistory || view.hasIndexAlone)) return recent
    const landed = view.chain.landed.get(signature)
    return isIndexed(landed, view) ? statusOf(landed, view.tipSlot) : null
  }

  /** Returns a status that belongs to a question about another transaction. */
  function statusOfAnother({ chain, tipSlot }: View): SignatureStatus | null {
    const others = chain.landedUpTo(tipSlot)
    const another = others[faults.between(0, others.length - 1)]
    return another ? statusOf(another, tipSlot) : null
  }

  const account = (address: Address, slot: number, { chain }: View) => {
    const { decimals } = chain.ledger.mint
    return accountState(chain.ledger, address, slot, () => (spells.liesAboutMint() ? decimals - 3 : decimals))
  }

  function historyEntry({ transaction, slot, error }: LandedTransaction): HistoryEntry {
    const { signature, memo } = transaction
    const bytes = Buffer.byteLength(memo)
    const isMemoShown = bytes > 0 && !spells.habits.lacksMemos
    return { signature, slot, memo: isMemoShown ? `[${bytes}] ${memo}` : null, failed: error !== null }
  }

  return {
    name: 'model',
    genesisHash: () => serve(({ genesisHash }) => genesisHash),
    latestBlockhash: () =>
      serve(({ chain, tipSlot }) => {
        const stale = faults.happens('staleBlockhash') ? BLOCKHASH_LIFE - 16 : 0
        const block = chain.blockAt(tipSlot - CONFIRMED_AFTER_SLOTS - stale)
        return {
          blockhash: chain.blockhashOf(block),
          lastValidBlockHeight: block.height + BLOCKHASH_LIFE,
          contextSlot: block.slot,
        }
      }),
    finalizedPosition: () =>
      serve(({ chain, finalizedSlot }) => ({
        blockHeight: chain.blockAt(finalizedSlot).height,
        slot: finalizedSlot,
      })),
    firstAvailableBlock: () => serve(({ oldestSlot }) => oldestSlot),
    signatureStatuses: (signatures, { searchHistory }) =>
      serve((view) => {
        const isExchanged = faults.happensOnceTo('statusExchanged', signatures)
        const statuses = signatures.map((signature) =>
          isExchanged ? statusOfAnother(view) : status(signature, searchHistory, view),
        )
        return { contextSlot: view.tipSlot, statuses }
      }),
    historyOf: (address, { before, minContextSlot, limit = HISTORY_PAGE }) =>
      serve((view) => {
        assertReached(view.finalizedSlot, minContextSlot)
        const entries = view.chain
          .landedUpTo(view.indexSlot)
          .filter((landed) => landed.transaction.accounts.includes(address) && isIndexed(landed, view))
          .map(historyEntry)
        // A stable sort by slot keeps each slot's entries as they are.
        entries.reverse()
        if (spells.habits.reversesSlots) entries.reverse().sort((one, other) => other.slot - one.slot)
        const start = before ? entries.findIndex(({ signature }) => signature === before) + 1 : 0
        return before && start === 0 ? [] : entries.slice(start, start + Math.min(limit, HISTORY_PAGE))
      }),
    transaction: (signature, mint) =>
      serve((view) => {
        const landed = view.chain.landed.get(signature)
        if (!isIndexed(landed, view) || landed.slot < spells.shownFrom(view.tipSlot)) return null
        return transactionRecord(landed, mint === view.chain.ledger.mint.address)
      }),
    finalizedAccount: (address) =>
      serve((view) => ({
        contextSlot: view.finalizedSlot,
        account: account(address, view.finalizedSlot, view),
      })),
    accounts: (addresses, { minContextSlot = 0 } = {}) =>
      serve((view) => {
        const slot = view.tipSlot - CONFIRMED_AFTER_SLOTS
        assertReached(slot, minContextSlot)
        return addresses.map((address) => account(address, slot, view))
      }),
    recentSlotMs: () =>
      serve(() => {
        if (spells.habits.refusesSlotLength) throw new RpcUnavailableError(NOT_SERVED)
        return faults.happens('slotLengthLied') ? faults.between(1, 20 * slotMs) : slotMs
      }),
    rent: () =>
      serve(({ chain, tipSlot }) => {
        const contextSlot = tipSlot - CONFIRMED_AFTER_SLOTS
        return { contextSlot, lamports: chain.rentAt(contextSlot) }
      }),
    recentPriorityFees: () =>
      serve(() => {
        if (spells.habits.refusesFees) throw new RpcUnavailableError(NOT_SERVED)
        return []
      }),
    simulate: ({ wireBytes }) =>
      serve(({ chain, tipSlot }) => {
        if (faults.happens('simulatedSentOn')) chain.deliver(wireBytes, faults.deliverySlots())
        const transaction = readModelTransaction(wireBytes)
        if (transaction.format === 'v1' && !simulatesV1()) {
          faults.count('v1Refused')
          return { error: '"UnsupportedVersion"', failedInstruction: null, logs: [], computeUnits: 0 }
        }
        const slot = tipSlot - CONFIRMED_AFTER_SLOTS
        const { error, failedInstruction } = chain.ledger.simulate(transaction, slot)
        return { error, failedInstruction, logs: [], computeUnits: 20_000 }
      }),
    async broadcast(attempt): Promise<BroadcastOutcome> {
      await time.sleep(faults.latencyMs())
      const failure = await drawFailure()
      if (failure !== null) return { accepted: false, error: failure }
      const { chain, tipSlot } = look()
      if (attempt.contextSlot > tipSlot)
        return { accepted: false, error: 'Minimum context slot has not been reached' }
      if (faults.happens('sendRefused')) return { accepted: false, error: 'Blockhash not found' }
      if (!faults.happens('sendSwallowed')) {
        chain.deliver(attempt.wireBytes, faults.deliverySlots())
        if (faults.happens('sendDuplicated')) chain.deliver(attempt.wireBytes, faults.deliverySlots())
      }
      await time.sleep(faults.latencyMs())
      return faults.happens('sendErrorThoughSent')
        ? { accepted: false, error: 'Timeout' }
        : { accepted: true }
    },
  }
}

function statusOf({ slot, error }: LandedTransaction, tipSlot: number): SignatureStatus {
  const depth = tipSlot - slot
  if (depth >= FINALIZED_AFTER_SLOTS) return { slot, commitment: 'finalized', error }
  return { slot, commitment: depth >= CONFIRMED_AFTER_SLOTS ? 'confirmed' : 'processed', error }
}

function transactionRecord(
  { transaction, slot, error, movements, absentBefore }: LandedTransaction,
  isOfMint: boolean,
): TransactionRecord {
  const { signers, memo } = transaction
  return {
    slot,
    error,
    signers,
    absentBefore,
    memo: memo === '' ? null : memo,
    movements: isOfMint ? movements : [],
  }
}

function assertReached(slot: number, minContextSlot: number): void {
  if (slot < minContextSlot) throw new RpcUnavailableError('Minimum context slot has not been reached')
}
