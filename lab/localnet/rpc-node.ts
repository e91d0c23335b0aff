import type { Address, EncodedAccount } from '@solana/kit'
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
  /** Where the node looks recent statuses up. It may show more than the chain does. */
  history: Pick<TransactionHistory, 'find'>
  /** Where it looks up what is older, and what names an address: another store, which may be behind the chain. */
  index: Pick<TransactionHistory, 'find' | 'naming'>
  /** The oldest slot that the node still has the blocks of. */
  firstAvailableSlot: number
  /** Reads accounts as the node shows them at the end of the block. */
  accountsAt(block: Block): (address: Address) => EncodedAccount | null
  /** The block whose hash is handed out to somebody who asks for the newest one, as of the given block. */
  blockForLifetime(asOf: Block): Block
  /** Hands a transaction on to the leader. */
  submit(wire: WireTransaction): Submission
  /** Is told of each transaction that it has simulated. */
  simulated(wire: WireTransaction): void
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
    index: history,
    firstAvailableSlot: 0,
    accountsAt: (block) => cluster.accountsAt(block),
    blockForLifetime: (asOf) => asOf,
    submit: (wire) => cluster.land(wire),
    simulated: () => {},
  }
}
