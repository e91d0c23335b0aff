import { useState } from 'react'
import { useIsLive } from '#web/claim/page-data.ts'
import { readStored, store } from '#web/lib/browser-storage.ts'

const KEY = 'ferry-elsewhere'
const ENTERING = 'entering'

/** The account of a reader who signs without connecting a wallet. A reload keeps it. */
export type Elsewhere = ReturnType<typeof useElsewhere>

export function useElsewhere() {
  const [stored, setStored] = useState(() => readStored('visit', KEY))
  // The page's HTML was drawn before it was known.
  const kept = useIsLive() ? stored : null

  function keep(next: string | null) {
    store('visit', KEY, next)
    setStored(next)
  }

  const isEntering = kept === ENTERING
  return {
    /** Its address is being entered. */
    isEntering,
    /** Null until it was entered. */
    account: isEntering ? null : kept,
    begin: () => keep(ENTERING),
    enter: (account: string) => keep(account),
    leave: () => keep(null),
  }
}
