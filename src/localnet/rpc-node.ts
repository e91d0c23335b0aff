import type { Block, ChainView } from './block-chain.ts'
import type { Cluster, Landing } from './cluster.ts'
import type { Faucet } from './faucet.ts'
import type { TransactionHistory } from './transaction-history.ts'
import type { WireTransaction } from './wire-transaction.ts'

/** What a node knows of a transaction that was handed to it. `deferred`: the cluster has not seen it, and may never. */
export type Submission = Landing | { kind: 'deferred' }

/** The cluster as one node behind the URL shows it, while it answers one request. Nodes differ: they lag, forget and err. */
export interface RpcNode {
  cluster: Cluster
  faucet: Faucet
  genesisHash: string
  /** As far as the node has followed. */
  chain: ChainView
  /** Where the node looks transactions up. It may show more than the chain does. */
  history: Pick<TransactionHistory, 'find' | 'naming'>
  /** The oldest slot that the node still has the blocks of. */
  firstAvailableSlot: number
  /** The block whose hash is handed out to somebody who asks for the newest one, as of the given block. */
  blockForLifetime(asOf: Block): Block
  /** Hands a transaction on to the leader. */
  submit(wire: WireTransaction): Submission
}

/** A node that is up to date, remembers everything and tells the truth. */
export function honestNode(cluster: Cluster, faucet: Faucet): RpcNode {
  const { genesisHash, chain, history } = cluster
  return {
    cluster,
    faucet,
    genesisHash,
    chain,
    history,
    firstAvailableSlot: 0,
    blockForLifetime: (asOf) => asOf,
    submit: (wire) => cluster.land(wire),
  }
}
