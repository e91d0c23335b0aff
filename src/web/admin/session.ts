const TOKEN_KEY = 'ferry-admin-token'

const listeners = new Set<() => void>()
let ended = false

/** The admin token that this browser holds; null while signed out. */
export function getToken(): string | null {
  return localStorage.getItem(TOKEN_KEY)
}

/** Keeps a token, or with null forgets it. */
export function setToken(token: string | null): void {
  ended = false
  keep(token)
}

/** Forgets a token that the server no longer takes, unless another has taken its place meanwhile. */
export function endSession(refused: string | null): void {
  if (getToken() !== refused) return
  ended = true
  keep(null)
}

/** Whether the server ended the session, and not the person who had signed in. */
export function hasSessionEnded(): boolean {
  return ended
}

function keep(token: string | null): void {
  if (token === null) localStorage.removeItem(TOKEN_KEY)
  else localStorage.setItem(TOKEN_KEY, token)
  for (const listener of listeners) listener()
}

/** Signing out in one tab of the browser signs out the others. */
export function subscribeToToken(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
