import type { Sender } from '#domain/sender.ts'
import type { Clock } from '#payout/clock.ts'
import type { LeaseKeeper } from '#payout/lease-keeper.ts'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { compareEnded } from '#payout/records/compare-with-chain.ts'
import type { SignedPayments } from '#payout/send/signed-payments.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import { AttemptSettler } from './settle-attempts.ts'
import { DEFAULT_SETTLING_TERMS } from './status-pace.ts'

/** The interval at which unsettled attempts are examined while no run does. */
const LOOK_EVERY_MS = 30_000

interface BackgroundParts {
  store: Store
  readerOf(sender: Sender): FailoverRpc
  clock: Clock
  leases: LeaseKeeper
  signed: SignedPayments
  onError(error: unknown): void
}

/**
 * Settles attempts that ended runs left unsettled: a hold ends by itself when evidence appears. Signs
 * nothing.
 */
export async function settleInBackground(parts: BackgroundParts, signal: AbortSignal): Promise<void> {
  const { clock } = parts
  const settlers = new Map<string, AttemptSettler>()
  while (!signal.aborted) {
    await clock.sleep(LOOK_EVERY_MS, signal)
    if (signal.aborted) return
    await tolerant(parts, async () => {
      for (const sender of await sendersWithUnsettled(parts.store)) {
        await tolerant(parts, async () => {
          const settler = settlers.get(keyOf(sender)) ?? openSettler(parts, sender)
          settlers.set(keyOf(sender), settler)
          parts.readerOf(sender).compareNodes()
          await settleUnderLease(parts, sender, settler)
        })
      }
      await compareEnded(parts.store, parts.readerOf, clock)
    })
  }
}

/**
 * Continues after an error: it may concern one sender alone, and a node that does not answer now may do so
 * later.
 */
async function tolerant({ onError }: BackgroundParts, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof RpcUnavailableError)) onError(error)
  }
}

/** Finds senders with unsettled attempts on their cluster, unless a run on it is unfinished. */
async function sendersWithUnsettled({ senders, runs, journal }: Store): Promise<Sender[]> {
  const unfinished = await runs.unfinished()
  const unsettled: Sender[] = []
  for (const kind of ['bulk', 'standalone'] as const) {
    const sender = await senders.find(kind)
    if (!sender || unfinished.some((run) => run.genesisHash === sender.genesisHash)) continue
    if ((await journal.unresolved(sender.genesisHash)).length > 0) unsettled.push(sender)
  }
  return unsettled
}

function keyOf({ genesisHash, configuredAtMs }: Sender): string {
  return `${genesisHash} ${configuredAtMs}`
}

function openSettler({ store, readerOf, clock, signed }: BackgroundParts, sender: Sender): AttemptSettler {
  return new AttemptSettler({
    reader: readerOf(sender),
    store,
    clock,
    genesisHash: sender.genesisHash,
    signed,
    terms: DEFAULT_SETTLING_TERMS,
  })
}

async function settleUnderLease(
  { leases }: BackgroundParts,
  sender: Sender,
  settler: AttemptSettler,
): Promise<void> {
  const name = sender.walletAddress
  const fence = await leases.tryAcquire(name)
  if (fence === null) return
  try {
    await leases.renewDuring(name, fence, () => settler.pass())
  } finally {
    await leases.release(name, fence)
  }
}
