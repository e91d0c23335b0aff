import type { Clock } from '#payout/clock.ts'
import { ClusterReader } from '#payout/cluster-reader.ts'
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
  const settlers = new Map<string, AttemptSettler>()
  while (!signal.aborted) {
    await clock.sleep(WATCH_EVERY_MS, signal)
    if (signal.aborted) return
    try {
      for (const sender of await sendersWithLeftovers(parts.store)) {
        const settler = settlers.get(keyOf(sender)) ?? openSettler(parts, sender)
        settlers.set(keyOf(sender), settler)
        await settleUnderLease(parts, sender, settler)
      }
    } catch (error) {
      if (!(error instanceof ClusterUnreachableError)) onError(error)
    }
  }
}

/** Senders on whose cluster something is unsettled, unless a run of theirs is at it. */
async function sendersWithLeftovers({ senders, runs, journal }: Store): Promise<SenderRow[]> {
  const unfinished = await runs.unfinished()
  const left: SenderRow[] = []
  for (const kind of ['bulk', 'standalone'] as const) {
    const sender = await senders.find(kind)
    if (!sender || unfinished.some((run) => run.genesis_hash === sender.genesis_hash)) continue
    if ((await journal.unresolved(sender.genesis_hash)).length > 0) left.push(sender)
  }
  return left
}

function keyOf({ rpc_url, genesis_hash }: SenderRow): string {
  return `${genesis_hash} ${rpc_url}`
}

function openSettler(
  { store, connect, secondNode, clock }: LeftoverParts,
  sender: SenderRow,
): AttemptSettler {
  const cluster = connect(sender.rpc_url)
  return new AttemptSettler({
    cluster,
    secondNode,
    reader: new ClusterReader({
      first: cluster,
      second: secondNode,
      genesisHash: sender.genesis_hash,
      clock,
    }),
    journal: store.journal,
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
