import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalStateBody, SenderInState } from '#api-schema/portal-state.ts'

/** Something that changed from one state to the next, in words, and the endpoints whose answers it changes. */
export interface StateChange {
  /** Null where it is no decision of a person. */
  words: string | null
  routes: readonly Route[]
}

const { admin, bulkSender, standaloneSender, ledger } = endpoints

const OF_CLAIMS = [admin.stats, admin.claims, admin.addressAnalysis]
const OF_LIST = [endpoints.public.portal, admin.addressAnalysis]
const OF_RUNS = [bulkSender.runs, bulkSender.holds, ledger.runPayments, ledger.ledger]
const OF_SENDER = {
  bulk: [bulkSender.status, bulkSender.estimate, ...OF_RUNS],
  standalone: [standaloneSender.status, standaloneSender.distributions, standaloneSender.stats, ...OF_RUNS],
}
const NAMES = { bulk: 'bulk sender', standalone: 'standalone sender' }

const ACTIONS: Record<string, string> = {
  mark_sent: 'A claim was marked sent.',
  mark_sent_forced: 'A claim was marked sent without proof.',
  reject: 'A claim was rejected.',
  reset_claims: 'All claims were reset.',
  settle_hold_paid: 'A transaction on hold was settled as paid.',
  settle_hold_expired: 'A transaction on hold was settled as not paid.',
  take_over: 'Payments were taken over from the chain.',
  anchor_now: "A wallet's history was settled up to now: no Ferry paid from it.",
  continue_without: 'A wallet pays on without payments that the chain shows.',
  acknowledge: 'A transaction was acknowledged.',
  undo_reject: 'A rejection was undone.',
  note: 'A note was added to a claim.',
  delete_distribution: 'A distribution was deleted.',
  pay_again: 'A distribution that was paid before was started.',
  leave_out_repeats: 'A distribution was started without the rows that were paid before.',
  discard_upload: 'An uploaded holder list was discarded.',
  deny_addresses: 'Addresses were put on the deny list.',
  allow_addresses: 'Addresses were taken off the deny list.',
  register_passkey: 'A passkey was registered.',
  remove_passkey: 'A passkey was removed.',
}

/** What these change is compared itself. */
const SEEN_OTHERWISE: readonly string[] = ['change_claim_controls', 'publish_list', 'restore_list']

/** Compares two states, the older first. Claims that came in and payments that were made are no changes: they are what goes on. */
export function changesBetween(before: PortalStateBody, now: PortalStateBody): StateChange[] {
  const changes: StateChange[] = []
  if (before.list?.publishedAt !== now.list?.publishedAt || before.list?.fileHash !== now.list?.fileHash) {
    changes.push({ words: 'The holder list was replaced.', routes: OF_LIST })
  }
  changes.push(...controlChanges(before, now))
  for (const kind of ['bulk', 'standalone'] as const) {
    const [old, sender] = [before.senders[kind], now.senders[kind]]
    if (old && sender) changes.push(...senderChanges(kind, old, sender))
  }
  const action = now.lastAction
  if (action && action.id !== before.lastAction?.id && !SEEN_OTHERWISE.includes(action.action)) {
    const routes = [...OF_CLAIMS, ...OF_SENDER.bulk, endpoints.denyList.list]
    changes.push({ words: ACTIONS[action.action] ?? 'A decision was recorded.', routes })
  }
  return changes
}

function controlChanges(
  { controls: before }: PortalStateBody,
  { controls: now }: PortalStateBody,
): StateChange[] {
  const routes = [admin.claimControls, endpoints.public.portal]
  const changes: StateChange[] = []
  if (before.paused !== now.paused) {
    changes.push({ words: now.paused ? 'Claims were paused.' : 'Claims are accepted again.', routes })
  }
  if (before.claimsOpenAt !== now.claimsOpenAt || before.claimsCloseAt !== now.claimsCloseAt) {
    changes.push({ words: 'The claim window was changed.', routes })
  }
  if (JSON.stringify(before.banner) !== JSON.stringify(now.banner)) {
    changes.push({ words: 'The banner was changed.', routes })
  }
  // It opens and closes by itself.
  if (before.claimsOpen !== now.claimsOpen) changes.push({ words: null, routes })
  return changes
}

function senderChanges(kind: keyof typeof NAMES, before: SenderInState, now: SenderInState): StateChange[] {
  const routes = OF_SENDER[kind]
  const changes: StateChange[] = []
  if (before.configuredAt !== now.configuredAt) {
    changes.push({ words: `The ${NAMES[kind]} was configured.`, routes })
  }
  const [old, run] = [before.run, now.run]
  const what = kind === 'bulk' ? 'bulk send' : 'distribution'
  if (run && run.id !== old?.id) changes.push({ words: `A ${what} was started.`, routes })
  if (run && run.id === old?.id && run.state !== old.state) {
    const words = run.state === 'stopping' ? `The ${what} was asked to stop.` : null
    changes.push({ words, routes: run.running ? routes : [...routes, ...OF_CLAIMS] })
  }
  return changes
}
