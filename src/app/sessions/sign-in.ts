import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds } from '#app/epoch-seconds.ts'
import { PortalError } from '#domain/portal-error.ts'
import { makeSessionToken, sealSessionToken } from './check-session.ts'
import { recogniseClient, rememberClient, type SignInOrigin } from './known-clients.ts'
import { assertMaySignIn, countSignIn } from './login-throttle.ts'
import type { Acquaintance } from './sign-in-queue.ts'

const SESSION_MS = 12 * 60 * 60_000

export interface SignIn extends SignInOrigin {
  password: string
}

/** The token and the device's secret are told here and nowhere again. */
export interface SignedIn {
  token: string
  expiresAt: number
  device: string
}

/**
 * Checks the admin password: at a sign-in, and where a session alone is not enough. All failures of a client count together. Returns how
 * well the client is known. Throws invalid_password, too_many_logins and sign_in_busy.
 */
export async function checkPassword(app: AppContext, { password, ...origin }: SignIn): Promise<Acquaintance> {
  const { store, adminPassword } = app
  const { known, countedAs } = await recogniseClient(app, origin)
  await assertMaySignIn(app, countedAs)
  const client = { address: origin.clientAddress, known, countedAs }
  const isRight = await app.signInQueue.check(client, async () => {
    await countSignIn(app, countedAs)
    return await adminPassword.verify(password)
  })
  if (!isRight) throw new PortalError('invalid_password')
  await store.signInFailures.forget(countedAs)
  return known
}

/** Opens an admin session. Throws as checkPassword does. */
export async function signIn(app: AppContext, { password, ...origin }: SignIn): Promise<SignedIn> {
  const { store, now } = app
  const known = await checkPassword(app, { password, ...origin })
  const token = makeSessionToken()
  const nowMs = now()
  await store.adminSessions.add(sealSessionToken(app, token), nowMs, nowMs + SESSION_MS)
  const device = await rememberClient(app, origin, known)
  return { token, expiresAt: toEpochSeconds(nowMs + SESSION_MS), device }
}

/** Revokes a session's token at once. */
export async function signOut(app: AppContext, token: string): Promise<void> {
  await app.store.adminSessions.revoke(sealSessionToken(app, token))
}

/** Revokes every session's token at once, the caller's own among them. */
export async function signOutEverywhere({ store }: AppContext): Promise<void> {
  await store.adminSessions.revokeAll()
}
