import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import { rpcOrigin } from '#app/senders/rpc-origin.ts'
import { unreadableWords } from '#app/senders/sender-key.ts'
import { senderWarnings } from '#app/senders/sender-warnings.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { SenderState } from '#domain/payout-states.ts'
import type { Run } from '#domain/run.ts'
import type { Sender } from '#domain/sender.ts'
import { nodeUrlsOf } from '#domain/sender.ts'

/** Tells the state of whoever the run belongs to. One that waits while it stops is `stopping`: that is what was asked for. */
export function stateOf(run: Run | undefined): SenderState {
  if (!run) return 'ready'
  return run.state === 'running' && run.waitingSinceMs !== null ? 'waiting' : run.state
}

/** Since when a run waits, in epoch seconds; null when it does not, or has ended. */
export function waitingSinceOf(run: Run | undefined): number | null {
  return run?.state === 'running' || run?.state === 'stopping'
    ? toEpochSecondsOrNull(run.waitingSinceMs)
    : null
}

/** Says how a sender stands, from its newest run, its nodes, and what was found out about its records. */
export async function senderState(app: AppContext, sender: Sender | undefined, run: Run | undefined) {
  const { store, payouts, now } = app
  const [counts, behind] = await Promise.all([
    run && store.runs.transferCounts(run.id),
    sender && store.recordsBehind.find(sender),
  ])
  const unsaid = run ? payouts.unsaidWords(run.id) : null
  return {
    state: unsaid !== null && run?.state === 'running' ? 'waiting' : stateOf(run),
    waitingSince: waitingSinceOf(run),
    inFlight: counts?.in_flight ?? 0,
    held: counts?.hold ?? 0,
    message: unsaid ?? run?.message ?? null,
    nodes: sender ? nodeUrlsOf(sender).map(rpcOrigin) : [],
    recordsBehind:
      sender && behind
        ? {
            payments: behind.payments,
            amountUA: formatDecimalUnits(BigInt(behind.baseUnits), sender.mintDecimals),
          }
        : null,
    warnings: sender ? [unreadableWords(app.secrets, sender) ?? [], senderWarnings(app, sender)].flat() : [],
    asOf: toEpochSeconds(now()),
  }
}
