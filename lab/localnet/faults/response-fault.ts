import { LaggingChain } from '#lab/localnet/lagging-chain.ts'
import { lateIndex } from '#lab/localnet/late-index.ts'
import type { RpcNode } from '#lab/localnet/rpc-node.ts'
import { withMintDecimals } from '#lab/localnet/token-state.ts'
import type { Deliveries } from './deliveries.ts'
import type { FaultRule } from './fault-plan.ts'
import type { Interruption } from './interrupt.ts'
import type { Mislabelling } from './mislabel.ts'
import { type DrawnFault, within } from './plan-in-force.ts'

/** The rules that change a node's data, its answers, or the transactions that it relays. */
export type ResponseFault = Exclude<FaultRule, Interruption | Mislabelling>

export interface ResponseFaultTools {
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
      return {
        ...node,
        submit(wire) {
          triggered()
          deliveries.add(wire, within(rule.afterSlots, share))
          return { kind: 'deferred' }
        },
      }
    case 'duplicate':
      return {
        ...node,
        submit(wire) {
          triggered()
          deliveries.add(wire, within(rule.afterSlots, share))
          return node.submit(wire)
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
