import type { Clock } from '#payout/clock.ts'
import { LEASE_TTL_MS } from '#payout/lease-ttl.ts'
import { AttemptSettler, DEFAULT_SETTLING_TERMS } from '#payout/settle-attempts.ts'
import { type Cluster, ClusterUnreachableError } from '#solana/cluster.ts'
import type { SenderRow } from '#store/schema.ts'
import type { Store } from '#store/store.ts'

/** How often what a run left unsettled is looked at while no run does. */
const WATCH_EVERY_MS = 30_000

export interface LeftoverParts {
  store: Store
  connect(rpcUrl: string): Cluster
  secondNode: Cluster | null
  clock: Clock
  holder: string
  onError(error: unknown): void
}

/**
 * Follows what ended runs left behind: transfers on hold leave it by themselves when evidence appears, and what a
 * failed run had under way is settled. Signs nothing.
 */
export async function watchLeftovers(parts: LeftoverParts, signal: AbortSignal): Promise<void> {
  const { clock, onError } = parts
  let watched: { rpcUrl: string; settler: AttemptSettler } | undefined
  while (!signal.aborted) {
    await clock.sleep(WATCH_EVERY_MS, signal)
    if (signal.aborted) return
    try {
      const sender = await senderWithLeftovers(parts.store)
      if (!sender) continue
      if (watched?.rpcUrl !== sender.rpc_url) {
        watched = { rpcUrl: sender.rpc_url, settler: openSettler(parts, sender.rpc_url) }
      }
      await settleUnderLease(parts, sender, watched.settler)
    } catch (error) {
      if (!(error instanceof ClusterUnreachableError)) onError(error)
    }
  }
}

async function senderWithLeftovers(store: Store): Promise<SenderRow | null> {
  const sender = await store.senders.find()
  if (!sender || (await store.runs.unfinished()).length > 0) return null
  const leftovers = await store.journal.unresolved(sender.genesis_hash)
  return leftovers.length > 0 ? sender : null
}

function openSettler({ store, connect, secondNode, clock }: LeftoverParts, rpcUrl: string): AttemptSettler {
  const { journal } = store
  return new AttemptSettler({
    cluster: connect(rpcUrl),
    secondNode,
    journal,
    clock,
    terms: DEFAULT_SETTLING_TERMS,
  })
}

async function settleUnderLease(
  { store, clock, holder }: LeftoverParts,
  sender: SenderRow,
  settler: AttemptSettler,
): Promise<void> {
  const name = sender.wallet_address
  const fence = await store.leases.acquire(name, holder, clock.now(), LEASE_TTL_MS)
  if (fence === null) return
  try {
    await settler.pass(sender.genesis_hash)
  } finally {
    await store.leases.release(name, fence)
  }
}
