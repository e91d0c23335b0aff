import type { RpcNode } from './rpc-node.ts'
import type { LandedTransaction } from './transaction-history.ts'

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
