const TOKEN_KEY = 'ferry-admin-token'

/** Marks, for all tabs, that the server has ended the session. */
const ENDED_KEY = 'ferry-admin-session-ended'

const listeners = new Set<() => void>()

/** Reads the admin token that this browser holds; null while signed out. */
export function getToken(): string | null {
  return localStorage.getItem(TOKEN_KEY)
}

/** Stores a token; null removes it. */
export function setToken(token: string | null): void {
  localStorage.removeItem(ENDED_KEY)
  keep(token)
}

/** Forgets a token that the server no longer accepts, unless another has taken its place meanwhile. */
export function endSession(refused: string | null): void {
  if (getToken() !== refused) return
  // First: the other tabs hear of the token.
  localStorage.setItem(ENDED_KEY, 'true')
  keep(null)
}

/** True when the server ended the session, and not the person who had signed in. */
export function hasSessionEnded(): boolean {
  return localStorage.getItem(ENDED_KEY) !== null
}

function keep(token: string | null): void {
  if (token === null) localStorage.removeItem(TOKEN_KEY)
  else localStorage.setItem(TOKEN_KEY, token)
  for (const listener of listeners) listener()
}

/** Listens to changes of the token, also from other tabs: signing out in one signs out all. */
export function subscribeToToken(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
