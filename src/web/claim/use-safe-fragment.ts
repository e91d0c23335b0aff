import { useEffect, useState } from 'react'
import { useIsLive } from './page-data.ts'

/** The part of the page's address by which the owners of a Safe hand on its claim: `#safe=…`, or null. */
function read(): string | null {
  if (typeof location === 'undefined') return null
  return location.hash.startsWith('#safe=') ? location.hash : null
}

/** Follows that part. An empty one begins such a claim, null ends it. */
export function useSafeFragment(): [string | null, (fragment: string | null) => void] {
  const [fragment, setFragment] = useState(read)
  // The page's HTML was drawn before it was known.
  const isLive = useIsLive()

  useEffect(() => {
    const follow = () => setFragment(read())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])

  function change(next: string | null) {
    if (next === null) history.replaceState(null, '', location.pathname + location.search)
    setFragment(next)
  }

  return [isLive ? fragment : null, change]
}
