import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalStateBody } from '#api-schema/portal-state.ts'
import { adminRead, isOwnDoing, openStream } from '#web/admin/admin-send.ts'
import { refresh } from '#web/admin/queries.ts'
import { endSession, getToken } from '#web/admin/session.ts'
import { noteServerTime } from '#web/lib/server-clock.ts'
import { changesBetween } from './changes-between.ts'
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

const NOTHING: LiveState = { state: null, asOf: null, isSilent: false, news: null }

let live = NOTHING
let silence: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function update(change: Partial<LiveState>): void {
  live = { ...live, ...change }
  for (const listener of listeners) listener()
}

function heard(change: Partial<LiveState> & { asOf: number }): void {
  noteServerTime(change.asOf)
  clearTimeout(silence)
  silence = setTimeout(() => update({ isSilent: true }), SILENT_AFTER_MS)
  update({ ...change, isSilent: false })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the state as it is heard. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, () => live)
}

/** Tells whether the server has a standalone sender; true until it is heard. */
export function useHasStandalone(): boolean {
  return useSyncExternalStore(subscribe, () => live.state?.senders.standalone !== null)
}

export function dismissNews(): void {
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
      live = NOTHING
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
    { open: (until) => openStream(events, until), read: (until) => adminRead(whole, until) },
    {
      onState(state) {
        if (signal.aborted) return
        notice(queryClient, live.state, state)
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
  void refresh(
    queryClient,
    changes.flatMap(({ routes }) => routes),
  )
  const words = changes.flatMap((change) => change.words ?? [])
  if (words.length > 0 && !isOwnDoing()) update({ news: { words: words.join(' '), at: now.asOf } })
}
