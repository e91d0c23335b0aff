import type { Address } from '@solana/kit'
import { batchPerTick } from '#domain/batch-per-tick.ts'
import { assertGenesisHash } from '#payout/with-genesis-check.ts'
import { type AccountState, RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import type { SenderStore } from '#store/senders.ts'

/**
 * The account at an address on the cluster. Not known where no sender is configured, its node's URL does not open, or the node does not
 * answer for that cluster.
 */
export type Destination = { known: true; account: AccountState | null } | { known: false }

export interface DestinationLookup {
  find(address: Address): Promise<Destination>
}

/** The most accounts in one request (Solana JSON-RPC). */
const ACCOUNTS_PER_REQUEST = 100

/** A claimant waits for this: one quick try, and the payout looks again before it pays. */
const TIMEOUT = { timeoutMs: 3_000, retries: 0 }

/**
 * Looks destinations up on the configured sender's cluster: those of one turn of the event loop in one
 * request. The genesis hash is checked at the same time, not before and after: the claimant waits, and the
 * payout looks again.
 */
export function createDestinationLookup(
  senders: Pick<SenderStore, 'find'>,
  connect: (rpcUrl: string, options: typeof TIMEOUT) => SolanaRpc,
): DestinationLookup {
  const find = batchPerTick<Address, Destination>(
    async (addresses) => {
      const sender = await senders.find('bulk')
      const rpcUrl = sender?.rpcUrl ?? null
      if (!sender || rpcUrl === null) return addresses.map(() => ({ known: false }))
      try {
        const node = connect(rpcUrl, TIMEOUT)
        const [accounts] = await Promise.all([
          node.accounts(addresses),
          assertGenesisHash(node, sender.genesisHash),
        ])
        return addresses.map((_, index) => ({ known: true, account: accounts[index] ?? null }))
      } catch (error) {
        if (error instanceof RpcUnavailableError) return addresses.map(() => ({ known: false }))
        throw error
      }
    },
    { maxBatchSize: ACCOUNTS_PER_REQUEST },
  )
  return { find }
}
