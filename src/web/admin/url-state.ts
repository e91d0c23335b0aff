import { useIsFetching } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ClaimsFilter } from './queries.ts'

const listeners = new Set<() => void>()

/** The parts of the panel's state in the URL; a missing part has its default. */
export type UrlStatePart =
  | 'tab'
  /** The card of a tab that is to be in view: see useCardInView. */
  | 'card'
  | 'sender'
  | 'run'
  | 'outcome'
  | 'standalone'
  | 'distribution'
  | 'claim'
  | keyof ClaimsFilter

/** Those that tell which view is shown. */
const VIEW_PARTS: readonly UrlStatePart[] = ['tab', 'sender', 'standalone', 'run']

/**
 * Reads the panel's state from the URL's fragment, which no server sees: a reload, a bookmark, the Back button and a new
 * sign-in lead back to it.
 */
export function useUrlState(): (part: UrlStatePart) => string {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return useMemo(() => {
    const parts = new URLSearchParams(hash.slice(1))
    return (part) => parts.get(part) ?? ''
  }, [hash])
}

/**
 * Changes parts of the state; empty ones are left out. A step adds a history entry, which the Back button undoes; one to another view shows
 * its top.
 */
export function changeUrlState(
  change: Partial<Record<UrlStatePart, string>>,
  { step = false }: { step?: boolean } = {},
): void {
  const parts = new URLSearchParams(location.hash.slice(1))
  for (const [part, value] of Object.entries(change)) {
    if (value === '') parts.delete(part)
    else parts.set(part, value)
  }
  go(parts.toString(), step)
  if (step && VIEW_PARTS.some((part) => part in change)) window.scrollTo(0, 0)
}

/** Brings a card into view, once, where the state asks for it: when all that stands above it has been read. */
export function useCardInView(name: string): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null)
  const isAsked = useUrlState()('card') === name
  const isReading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0
  // The tab's queries begin once it is shown.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  useEffect(() => {
    if (!isAsked || !isShown || isReading) return
    card.current?.scrollIntoView()
    changeUrlState({ card: '' })
  }, [isAsked, isShown, isReading])
  return card
}

/** Resets the state to the panel's first view. */
export function clearUrlState(): void {
  go('', false)
}

/** Returns `text` if it is one of `known`, else the first of them. */
export function parseEnum<const T extends string>(known: readonly [T, ...T[]], text: string): T {
  return known.find((value) => value === text) ?? known[0]
}

function go(parts: string, step: boolean): void {
  const hash = parts === '' ? '' : `#${parts}`
  if (hash === location.hash) return
  const url = `${location.pathname}${location.search}${hash}`
  if (step) history.pushState(null, '', url)
  else history.replaceState(null, '', url)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}
