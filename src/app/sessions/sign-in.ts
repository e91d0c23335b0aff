import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds } from '#app/epoch-seconds.ts'
import { PortalError } from '#domain/portal-error.ts'
import { countSignIn } from './login-throttle.ts'
import { makeSessionToken, sealSessionToken } from './session-token.ts'

const SESSION_MS = 12 * 60 * 60_000

export interface SignIn {
  password: string
  clientAddress: string
}

/** Opens an admin session. The token is told here and nowhere again. Throws invalid_password and too_many_logins. */
export async function signIn(
  app: AppContext,
  { password, clientAddress }: SignIn,
): Promise<{ token: string; expiresAt: number }> {
  const { store, adminPassword, now } = app
  await countSignIn(app, clientAddress)
  if (!(await adminPassword.verify(password))) throw new PortalError('invalid_password')
  await store.signInFailures.forget(clientAddress)

  const token = makeSessionToken()
  const nowMs = now()
  await store.adminSessions.add(sealSessionToken(app, token), nowMs, nowMs + SESSION_MS)
  return { token, expiresAt: toEpochSeconds(nowMs + SESSION_MS) }
}
