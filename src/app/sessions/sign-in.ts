import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds } from '#app/epoch-seconds.ts'
import { PortalError } from '#domain/portal-error.ts'
import { recogniseClient, rememberClient, type SignInOrigin } from './known-clients.ts'
import { assertMaySignIn, countSignIn } from './login-throttle.ts'
import { makeSessionToken, sealSessionToken } from './session-token.ts'

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

/** Opens an admin session. Throws invalid_password, too_many_logins and sign_in_busy. */
export async function signIn(app: AppContext, { password, ...origin }: SignIn): Promise<SignedIn> {
  const { store, adminPassword, now } = app
  const { known, countedAs } = await recogniseClient(app, origin)
  await assertMaySignIn(app, countedAs)
  const client = { address: origin.clientAddress, known, countedAs }
  const isRight = await app.signInQueue.check(client, async () => {
    await countSignIn(app, countedAs)
    return await adminPassword.verify(password)
  })
  if (!isRight) throw new PortalError('invalid_password')
  await store.signInFailures.forget(countedAs)

  const token = makeSessionToken()
  const nowMs = now()
  await store.adminSessions.add(sealSessionToken(app, token), nowMs, nowMs + SESSION_MS)
  const device = await rememberClient(app, origin, known)
  return { token, expiresAt: toEpochSeconds(nowMs + SESSION_MS), device }
}
