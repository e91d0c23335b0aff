import type { Address } from '@solana/kit'
import { batchPerTick } from '#domain/batch-per-tick.ts'
import type { Sender } from '#domain/sender.ts'
import { assertGenesisHash } from '#payout/with-genesis-check.ts'
import { classifyDestination, DESTINATION_DATA_BYTES, type DestinationKind } from '#solana/destination.ts'
import { type AccountState, RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import type { SenderStore } from '#store/senders.ts'

export interface DestinationLookup {
  /** Finds the kind of an address on the cluster; `unknown` where no node of it answers. */
  find(address: Address): Promise<DestinationKind | 'unknown'>
}

export interface DestinationLookupParts {
  senders: Pick<SenderStore, 'find'>
  /** The node to ask where there is no sender, or its own node's URL does not open. */
  defaultRpcUrl: string
  connect(rpcUrl: string, options: typeof TIMEOUT): SolanaRpc
  nowMs?: () => number
}

/** The most accounts in one request (Solana JSON-RPC). */
export const ACCOUNTS_PER_REQUEST = 100

/** A node is not asked by a crowd one by one: what is asked for meanwhile goes into the next request. */
const MOST_REQUESTS = 8

/** A request without an answer for so long hangs; the node is asked again after the second time. */
const HANGS_MS = 2_000
const LEFT_ALONE_MS = 3_000

/** A claimant waits for this: one quick try, and the payout looks again before it pays. */
const TIMEOUT = { timeoutMs: 3_000, retries: 0 }

/**
 * Looks destinations up on the configured sender's cluster, or, before there is a sender, on the default node's: those of one
 * turn of the event loop in one request, and not more than a few requests at a time. The mint that is paid out is known without a node.
 */
export function createDestinationLookup(parts: DestinationLookupParts): DestinationLookup {
  const { nowMs = () => performance.now() } = parts
  let silentUntilMs = 0

  /** Reads the accounts. A node that lets a request hang is left alone for a while: a crowd would wait for it in turns. */
  async function readUnlessSilent(sender: Sender | undefined, addresses: readonly Address[]) {
    if (nowMs() < silentUntilMs) return null
    const askedAtMs = nowMs()
    const accounts = await readAccounts(parts, sender, addresses)
    if (accounts === null && nowMs() - askedAtMs >= HANGS_MS) silentUntilMs = nowMs() + LEFT_ALONE_MS
    return accounts
  }

  const find = batchPerTick<Address, DestinationKind | 'unknown'>(
    async (addresses) => {
      const sender = await parts.senders.find('bulk')
      const accounts = await readUnlessSilent(sender, addresses)
      return addresses.map((address, index) => {
        if (address === sender?.mintAddress) return 'token_mint'
        return accounts === null ? 'unknown' : classifyDestination(address, accounts[index] ?? null)
      })
    },
    { maxBatchSize: ACCOUNTS_PER_REQUEST, mostUnderWay: MOST_REQUESTS },
  )
  return { find }
}

/**
 * Reads the accounts; null where the node does not answer, or not for the sender's cluster. The genesis hash is checked at
 * the same time, not before and after: the claimant waits, and the payout looks again.
 */
async function readAccounts(
  { connect, defaultRpcUrl }: DestinationLookupParts,
  sender: Sender | undefined,
  addresses: readonly Address[],
): Promise<(AccountState | null)[] | null> {
  const node = connect(sender?.rpcUrl ?? defaultRpcUrl, TIMEOUT)
  try {
    const [accounts] = await Promise.all([
      node.accounts(addresses, { maxDataBytes: DESTINATION_DATA_BYTES }),
      sender && assertGenesisHash(node, sender.genesisHash),
    ])
    return accounts
  } catch (error) {
    if (error instanceof RpcUnavailableError) return null
    throw error
  }
}
