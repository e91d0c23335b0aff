import type { Address, EncodedAccount } from '@solana/kit'
import type { Block, ChainView } from './block-chain.ts'
import type { Cluster, Landing } from './cluster.ts'
import type { Faucet } from './faucet.ts'
import type { TransactionHistory } from './transaction-history.ts'
import type { WireTransaction } from './wire-transaction.ts'

/** The result of submitting a transaction to a node. `deferred`: it has not reached the cluster, and may never. */
export type Submission = Landing | { kind: 'deferred' }

/** One node behind the URL, while it answers one request. Nodes differ: they lag, prune and have faults. */
export interface RpcNode {
  cluster: Cluster
  faucet: Faucet
  genesisHash: string
  /** The chain up to the node's newest block. */
  chain: ChainView
  /** The source of recent statuses. It may have more than the chain does. */
  history: Pick<TransactionHistory, 'find'>
  /** The source of older statuses and of address histories: another store, which may be behind the chain. */
  index: Pick<TransactionHistory, 'find' | 'naming'>
  /** The oldest slot whose block the node still has. */
  firstAvailableSlot: number
  /** Reads accounts as of the end of the block. */
  accountsAt(block: Block): (address: Address) => EncodedAccount | null
  /** Returns the block whose hash is answered as the latest, as of the given block. */
  blockForLifetime(asOf: Block): Block
  /** Hands a transaction on to the leader. */
  submit(wire: WireTransaction): Submission
  /** Called for each transaction that it has simulated. */
  simulated(wire: WireTransaction): void
}

/** Creates a node that is up to date, complete and correct. */
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
