import { useState } from 'react'
import { useIsLive } from '#web/claim/page-data.ts'
import { readStored, store } from '#web/lib/browser-storage.ts'

const KEY = 'ferry-elsewhere'
const ENTERING = 'entering'

/** The account of a reader who signs without connecting a wallet. A reload keeps it. */
export interface Elsewhere {
  /** Its address is being entered. */
  isEntering: boolean
  /** Null until it was entered. */
  account: string | null
  begin(): void
  enter(account: string): void
  leave(): void
}

export function useElsewhere(): Elsewhere {
  const [stored, setStored] = useState(() => readStored('visit', KEY))
  // The page's HTML was drawn before it was known.
  const kept = useIsLive() ? stored : null

  function keep(next: string | null) {
    store('visit', KEY, next)
    setStored(next)
  }

  const isEntering = kept === ENTERING
  return {
    isEntering,
    account: isEntering ? null : kept,
    begin: () => keep(ENTERING),
    enter: keep,
    leave: () => keep(null),
  }
}
