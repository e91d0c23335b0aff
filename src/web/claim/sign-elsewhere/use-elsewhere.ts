import { useState } from 'react'
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
  const [kept, setKept] = useState(() => readStored('visit', KEY))

  function keep(next: string | null) {
    store('visit', KEY, next)
    setKept(next)
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
