import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster, Landing } from '#lab/localnet/cluster.ts'
import {
  minContextSlotNotReached,
  RPC_ERROR_CODES,
  RpcError,
  TransportFault,
} from '#lab/localnet/json-rpc.ts'
import { LaggingChain } from '#lab/localnet/lagging-chain.ts'
import type { RpcNode } from '#lab/localnet/rpc-node.ts'
import { notRun } from '#lab/localnet/svm-runtime.ts'
import { withMintDecimals } from '#lab/localnet/token-state.ts'
import type { LandedTransaction } from '#lab/localnet/transaction-history.ts'
import { preflightFailure } from '#lab/localnet/transaction-methods.ts'
import type { WireTransaction } from '#lab/localnet/wire-transaction.ts'
import type { FaultRule } from './fault-plan.ts'
import type { Mislabelling } from './mislabel.ts'
import { type DrawnFault, within } from './plan-in-force.ts'

interface Delivery {
  slot: number
  wire: WireTransaction
  onLanding: (landing: Landing) => void
}

/** Transactions that are on their way to the cluster. */
export class Deliveries {
  readonly #cluster: Cluster
  #pending: Delivery[] = []

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  /** Lands the transaction when so many slots have passed: with 0 at the next block. It may have expired by then. */
  add(wire: WireTransaction, afterSlots: number, onLanding: Delivery['onLanding'] = () => {}): void {
    this.#pending.push({ slot: this.#cluster.chain.tip.slot + afterSlots, wire, onLanding })
  }

  /** Lands the transactions that are due, in the order in which they were added. */
  deliverDue(): void {
    const { slot } = this.#cluster.chain.tip
    const due = this.#pending.filter((delivery) => delivery.slot <= slot)
    this.#pending = this.#pending.filter((delivery) => delivery.slot > slot)
    for (const { wire, onLanding } of due) onLanding(this.#cluster.land(wire))
  }
}

/** The rules that come between a request and its answer. */
export type Interruption = Extract<FaultRule, { when: unknown }>

type RpcFault = Extract<Interruption, { kind: 'rpcError' }>['error']

const BEHIND_SLOTS = 42

const WEB_PAGE = '<!doctype html><html><head><title>Just a moment...</title></head><body></body></html>'

/**
 * Applies a rule between a request and its answer: delays it, or throws the TransportFault or the RpcError that is
 * answered instead. `slot` is that of the tip; `signal` is aborted when the client gives up.
 */
export async function interrupt(
  { rule, share }: DrawnFault<Interruption>,
  slot: number,
  signal: AbortSignal,
): Promise<void> {
  switch (rule.kind) {
    case 'delay':
      return sleep(within(rule.delayMs, share))
    case 'timeout':
      await sleep(rule.holdMs)
      throw new TransportFault(null)
    case 'hang':
      await wait(rule.holdMs, undefined, { ref: false, signal }).catch(() => {})
      throw new TransportFault(null)
    case 'drop':
      throw new TransportFault(null)
    case 'rateLimit':
      throw plainFault(429, 'Too many requests', retryAfter(rule.retryAfterSeconds))
    case 'serverError':
      throw plainFault(rule.status, 'upstream error')
    case 'garbage':
      throw new TransportFault({ status: 200, contentType: 'text/html', body: WEB_PAGE })
    case 'limitInBody':
      throw new RpcError(rule.code, rule.message)
    case 'rpcError':
      throw RPC_FAULTS[rule.error](slot)
  }
}

/** Waits without keeping the process alive: a closed localnet can exit at once. */
function sleep(ms: number): Promise<void> {
  return wait(ms, undefined, { ref: false })
}

const RPC_FAULTS: Record<RpcFault, (slot: number) => RpcError> = {
  nodeBehind: () =>
    new RpcError(RPC_ERROR_CODES.nodeUnhealthy, `Node is behind by ${BEHIND_SLOTS} slots`, {
      numSlotsBehind: BEHIND_SLOTS,
    }),
  minContextSlotNotReached: (slot) => minContextSlotNotReached(Math.max(0, slot - BEHIND_SLOTS)),
  blockNotAvailable: (slot) =>
    new RpcError(RPC_ERROR_CODES.blockNotAvailable, `Block not available for slot ${slot}`),
  internalError: () => new RpcError(RPC_ERROR_CODES.internalError, 'Internal error'),
  blockhashNotFound: () => preflightFailure('BlockhashNotFound', notRun('BlockhashNotFound')),
}

function plainFault(status: number, body: string, headers: Record<string, string> = {}): TransportFault {
  return new TransportFault({ status, contentType: 'text/plain', body, headers })
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

/** Returns the node's index as of so many blocks ago. `hidden` is called once when that hides something. */
export function lateIndex(node: RpcNode, behindBlocks: number, hidden: () => void): RpcNode['index'] {
  const newestHeight = node.chain.tip.height - behindBlocks
  let hides = false
  const isIndexed = ({ block }: LandedTransaction) => {
    if (block.height <= newestHeight) return true
    if (!hides) hidden()
    hides = true
    return false
  }
  return {
    find(signature) {
      const landed = node.index.find(signature)
      return landed && isIndexed(landed) ? landed : undefined
    },
    naming: (address) => node.index.naming(address).filter(isIndexed),
  }
}

/** The rules that change a node's data, its answers, or the transactions that it relays. */
export type ResponseFault = Exclude<FaultRule, Interruption | Mislabelling>

interface ResponseFaultTools {
  deliveries: Deliveries
  /** The request's parameters as they came. */
  params: unknown
  /** The tip's slot when the plan came into force. */
  sinceSlot: number
  /** Called when the fault has an effect: a request may be refused before that. */
  triggered(): void
  /** Called when a transaction landed that was sent for simulation only. */
  relayed(): void
}

/** Returns the node with the fault applied. */
export function applyResponseFault(
  node: RpcNode,
  { rule, share }: DrawnFault<ResponseFault>,
  { deliveries, params, sinceSlot, triggered, relayed }: ResponseFaultTools,
): RpcNode {
  switch (rule.kind) {
    case 'swallow':
      return {
        ...node,
        submit() {
          triggered()
          return { kind: 'deferred' }
        },
      }
    case 'landLate':
    case 'duplicate':
      return {
        ...node,
        submit(wire) {
          triggered()
          deliveries.add(wire, within(rule.afterSlots, share))
          return rule.kind === 'duplicate' ? node.submit(wire) : { kind: 'deferred' }
        },
      }
    case 'statusNull':
      if (rule.search !== undefined && rule.search !== searchesHistory(params)) return node
      return { ...node, history: forgetful(node.history, triggered), index: NO_INDEX }
    case 'relaySimulated':
      return {
        ...node,
        simulated(wire) {
          triggered()
          if (node.submit(wire).kind === 'landed') relayed()
        },
      }
    case 'lateIndex': {
      const index = lateIndex(node, within(rule.behindBlocks, share), triggered)
      return { ...node, index, history: rule.indexOnlyStatus ? index : node.history }
    }
    case 'lyingMint':
      return {
        ...node,
        accountsAt: (block) => (address) => {
          const account = node.accountsAt(block)(address)
          const shown = account && withMintDecimals(account, rule.decimals)
          if (shown !== account) triggered()
          return shown
        },
      }
    case 'lag':
      triggered()
      return { ...node, chain: new LaggingChain(node.cluster.chain, within(rule.behindSlots, share)) }
    case 'standStill': {
      triggered()
      const { chain } = node.cluster
      return { ...node, chain: new LaggingChain(chain, chain.tip.slot - sinceSlot) }
    }
    case 'staleBlockhash':
      return {
        ...node,
        blockForLifetime(asOf) {
          triggered()
          const ageBlocks = within(rule.ageBlocks, share)
          return node.chain.newest(ageBlocks + 1)[0] ?? asOf
        },
      }
    case 'wrongCluster':
      triggered()
      return { ...node, genesisHash: rule.genesisHash }
  }
}

function forgetful(history: RpcNode['history'], triggered: () => void): RpcNode['history'] {
  return {
    find(signature) {
      if (history.find(signature)) triggered()
      return undefined
    },
  }
}

const NO_INDEX: RpcNode['index'] = { find: () => undefined, naming: () => [] }

/** The second parameter of `getSignatureStatuses`, which the method itself checks. */
function searchesHistory(params: unknown): boolean {
  const config: unknown = Array.isArray(params) ? params[1] : undefined
  return (
    typeof config === 'object' &&
    config !== null &&
    'searchTransactionHistory' in config &&
    config.searchTransactionHistory === true
  )
}
