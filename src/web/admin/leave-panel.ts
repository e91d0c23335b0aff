import type { QueryClient } from '@tanstack/react-query'
import { setToken } from './session.ts'
import { clearUrlState } from './url-state.ts'

/** Forgets the token, the place in the panel and all that was read: this brings back the sign-in form. */
export function leavePanel(queryClient: QueryClient): void {
  setToken(null)
  clearUrlState()
  queryClient.clear()
}
