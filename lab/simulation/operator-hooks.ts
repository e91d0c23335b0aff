import type { Clock } from '#payout/clock.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { takeOverPayments } from '#payout/records/unknown-payments.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'

/** The server that an operator works with: it may crash in the middle. */
export interface OperatedServer {
  store: Store
  /** The node that the sender is configured with. */
  node: SolanaRpc
  clock: Clock
}

/** Actions of an operator by use cases above the engine, in modules that the simulation does not import. */
export interface OperatorHooks {
  /** Takes over payments from the chain, once the server says that the records lack them. */
  takeOver(server: OperatedServer): Promise<void>
  /** The operator settles what is on hold. */
  settleHolds(server: OperatedServer): Promise<void>
}

/** Takes over payments that the records lack, and leaves holds to the evidence. */
export const ATTENTIVE_OPERATOR: OperatorHooks = {
  async takeOver({ store, node, clock }) {
    const sender = await store.senders.find('bulk')
    if (!sender) return
    const genesisHash = sender.genesisHash
    const reader = new FailoverRpc({ senders: [node], second: null, genesisHash, clock })
    await takeOverPayments(store, reader, sender, clock.now())
  },
  settleHolds: async () => {},
}
