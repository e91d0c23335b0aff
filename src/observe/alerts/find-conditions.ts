import { formatDecimalUnits } from '#domain/amounts.ts'
import type { Run } from '#domain/run.ts'
import type { Sender, SenderKind } from '#domain/sender.ts'
import type { ObservedPortal } from '#observe/observed-portal.ts'
import type { Condition } from './condition.ts'

/** A run that waits no longer than this goes on by itself, mostly: a node answers again, or a start is waited out. */
export const WAITING_AFTER_MS = 3 * 60_000

const KINDS = ['bulk', 'standalone'] as const satisfies SenderKind[]

/** Finds what is wrong with the payments by the records. Throws StoreUnavailableError. */
export async function findConditions(
  { store }: Pick<ObservedPortal, 'store'>,
  nowMs: number,
): Promise<Condition[]> {
  const conditions = await holdConditions(store)
  for (const kind of KINDS) {
    const run = await store.runs.latest({ sender: kind })
    conditions.push(...(run ? runConditions(run, nowMs) : []))
    const sender = await store.senders.find(kind)
    conditions.push(...(sender ? await recordsConditions(store, sender) : []))
  }
  return conditions
}

async function holdConditions(store: ObservedPortal['store']): Promise<Condition[]> {
  if ((await store.figures.heldPayments()) === 0) return []
  const payments = new Map<string, number>()
  const add = (wallet: string, count: number) => payments.set(wallet, (payments.get(wallet) ?? 0) + count)
  for (const { attempt, transfers } of await store.holds.list()) add(attempt.walletAddress, transfers.length)
  for (const { walletAddress } of await store.holds.listUnsigned()) add(walletAddress, 1)
  return Array.from(payments, ([wallet, count]) => ({
    key: `hold:${wallet}`,
    words: `${countOf(count)} from the wallet ${wallet} ${count === 1 ? 'is' : 'are'} on hold. Nothing more is sent for ${count === 1 ? 'it' : 'them'}. Look at the holds in the panel: each says what is known, and how it can be settled.`,
  }))
}

function runConditions(
  { id, sender, state, message, waitingSinceMs, walletAddress }: Run,
  nowMs: number,
): Condition[] {
  const run = `Run ${id} from the wallet ${walletAddress}`
  if (state === 'failed') {
    return [
      {
        key: `run_failed:${sender}`,
        words: `${run} has failed. ${message ?? ''} Remedy that, then start a new run: what was paid is not paid again.`,
      },
    ]
  }
  const isUnfinished = state === 'running' || state === 'stopping'
  if (!isUnfinished || waitingSinceMs === null || nowMs - waitingSinceMs < WAITING_AFTER_MS) return []
  return [
    {
      key: `run_waiting:${sender}`,
      words: `${run} has been waiting for ${Math.floor((nowMs - waitingSinceMs) / 60_000)} minutes. ${message ?? ''} It goes on by itself once it can; the panel shows the sender's nodes.`,
    },
  ]
}

async function recordsConditions(store: ObservedPortal['store'], sender: Sender): Promise<Condition[]> {
  const behind = await store.recordsBehind.find(sender)
  if (!behind) return []
  const { walletAddress, mintDecimals } = sender
  const amount = formatDecimalUnits(behind.baseUnits, mintDecimals)
  const words =
    behind.payments > 0
      ? `The chain shows ${countOf(behind.payments)} (${amount} tokens) from the wallet ${walletAddress} that the records do not have. Nothing is paid from it: in the panel, take them over from the chain.`
      : `The balance of the wallet ${walletAddress} is not what the records explain. Nothing is paid from it: find out why, then have its sender continue in the panel.`
  return [{ key: `records_behind:${walletAddress}`, words }]
}

function countOf(payments: number): string {
  return payments === 1 ? '1 payment' : `${payments} payments`
}
