import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalStateBody, SenderInState } from '#api-schema/portal-state.ts'
import { adminRead, isOwnDoing, requestWithToken } from '#web/admin/admin-send.ts'
import { refresh } from '#web/admin/queries.ts'
import { endSession, getToken } from '#web/admin/session.ts'
import { createExternalStore } from '#web/lib/external-store.ts'
import { noteServerTime } from '#web/lib/time.ts'
import { followState } from './follow-state.ts'

/** The state as it was heard last. */
export interface LiveState {
  state: PortalStateBody | null
  /** The moment up to which it holds, in epoch seconds by the server's clock. */
  asOf: number | null
  /** Nothing was heard for some seconds. */
  isSilent: boolean
  /** Something that was done elsewhere, and when it was heard of. */
  news: { words: string; at: number } | null
}

/** Between two of the server's words lies a second. */
const SILENT_AFTER_MS = 4_500

/** Over the page, a note would hide numbers: it goes by itself. */
const NEWS_MS = 30_000

const NOTHING: LiveState = { state: null, asOf: null, isSilent: false, news: null }

const live = createExternalStore(NOTHING)
let silence: ReturnType<typeof setTimeout> | undefined
let newsEnd: ReturnType<typeof setTimeout> | undefined

function update(change: Partial<LiveState>): void {
  live.set({ ...live.get(), ...change })
}

function heard(change: Partial<LiveState> & { asOf: number }): void {
  noteServerTime(change.asOf)
  clearTimeout(silence)
  silence = setTimeout(() => update({ isSilent: true }), SILENT_AFTER_MS)
  update({ ...change, isSilent: false })
}

/** Reads the state as it is heard. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(live.subscribe, live.get)
}

/** Tells whether the server has a standalone sender; true until it is heard. */
export function useHasStandalone(): boolean {
  return useSyncExternalStore(live.subscribe, () => live.get().state?.senders.standalone !== null)
}

function tell(news: LiveState['news']): void {
  clearTimeout(newsEnd)
  newsEnd = setTimeout(dismissNews, NEWS_MS)
  update({ news })
}

export function dismissNews(): void {
  clearTimeout(newsEnd)
  update({ news: null })
}

/** Follows the state for as long as the panel is in sight. */
export function useFollowedState(): void {
  const queryClient = useQueryClient()
  const isInSight = useSyncExternalStore(subscribeToSight, () => document.visibilityState === 'visible')
  useEffect(() => {
    if (!isInSight) return
    const leaving = new AbortController()
    void follow(queryClient, leaving.signal)
    return () => leaving.abort()
  }, [isInSight, queryClient])
  useEffect(
    () => () => {
      clearTimeout(silence)
      clearTimeout(newsEnd)
      live.set(NOTHING)
    },
    [],
  )
}

function subscribeToSight(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function follow(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  const token = getToken()
  const { events, state: whole } = endpoints.admin
  return followState(
    {
      open: (until) => requestWithToken(events, {}, until),
      read: (until) => adminRead(whole, {}, until),
    },
    {
      onState(state) {
        if (signal.aborted) return
        notice(queryClient, live.get().state, state)
        heard({ state, asOf: state.asOf })
      },
      onBeat: (asOf) => heard({ asOf }),
      onSilence: () => update({ isSilent: true }),
      onSessionEnd: () => endSession(token),
    },
    signal,
  )
}

/** Reads again what a change affects, and says so where it was made elsewhere. */
function notice(queryClient: QueryClient, before: PortalStateBody | null, now: PortalStateBody): void {
  const changes = before ? changesBetween(before, now) : []
  if (changes.length === 0) return
  void refresh(queryClient, [...OF_RECORD, ...changes.flatMap(({ routes }) => routes)])
  const words = changes.flatMap((change) => change.words ?? [])
  if (words.length > 0 && !isOwnDoing()) tell({ words: words.join(' '), at: now.asOf })
}

/** Something that changed from one state to the next, in words, and the endpoints whose answers it changes. */
interface StateChange {
  /** Null where it is no decision of a person. */
  words: string | null
  routes: readonly Route[]
}

const { admin, bulkSender, standaloneSender, ledger } = endpoints

/** What was done, and by which passkey. */
const OF_RECORD = [admin.actions, admin.secondSecret]
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
function changesBetween(before: PortalStateBody, now: PortalStateBody): StateChange[] {
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
  // A run moves both with every payment, and nothing is estimated meanwhile.
  if (!run?.running && hasMoved(before.wallet, now.wallet)) {
    changes.push({ words: null, routes: [endpoints[`${kind}Sender`].estimate, bulkSender.estimateSelected] })
  } else if (!run?.running && isOtherNeed(before.need, now.need)) {
    changes.push({ words: null, routes: [bulkSender.estimate] })
  }
  return changes
}

/** What a start would pay is other than it was; it may be as many payments. What an estimate has looked up itself is nothing new to it. */
function isOtherNeed(before: SenderInState['need'], now: SenderInState['need']): boolean {
  if (before === null || now === null) return false
  const of = ({ count, token, leftOut }: typeof now) => JSON.stringify([count, token, leftOut])
  const lookedUp = before.notLookedUp - now.notLookedUp
  return of(before) !== of(now) || lookedUp < 0 || (lookedUp === 0 && before.sol !== now.sol)
}

function hasMoved(before: SenderInState['wallet'], now: SenderInState['wallet']): boolean {
  return before !== null && now !== null && (before.sol !== now.sol || before.token !== now.token)
}
