import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds } from '#app/epoch-seconds.ts'
import { actingAs, actingOperator } from '#domain/acting-operator.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { ListedSession } from '#store/admin-sessions.ts'
import { makeSessionToken, sealSessionToken, sessionIdOf } from './check-session.ts'
import { describeBrowser } from './describe-browser.ts'
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

/** Opens an admin session, and records what with. Throws as checkPassword does. */
export async function signIn(app: AppContext, { password, ...origin }: SignIn): Promise<SignedIn> {
  const { store, now } = app
  const known = await checkPassword(app, { password, ...origin })
  const token = makeSessionToken()
  const tokenHash = sealSessionToken(app, token)
  const session = sessionIdOf(tokenHash)
  const [nowMs, browser] = [now(), describeBrowser(origin.userAgent)]
  await actingAs({ session, secondSecret: null, person: null }, () =>
    store.adminSessions.add(
      { tokenHash, createdAtMs: nowMs, expiresAtMs: nowMs + SESSION_MS, browser },
      {
        atMs: nowMs,
        action: known === 'device' ? 'sign_in' : 'sign_in_unknown_browser',
        subject: session,
        detail: browser,
      },
    ),
  )
  const device = await rememberClient(app, origin, known)
  return { token, expiresAt: toEpochSeconds(nowMs + SESSION_MS), device }
}

/** Revokes a session's token at once. */
export async function signOut(app: AppContext, token: string): Promise<void> {
  await revoke(app, sealSessionToken(app, token))
}

/** Revokes every session's token at once, the caller's own among them. */
export async function signOutEverywhere({ store, now }: AppContext): Promise<void> {
  const action = 'end_all_sessions'
  await store.adminSessions.revokeAll({ atMs: now(), action, subject: 'all', detail: '' })
}

/** Lists the sessions that are open, newest first. */
export async function listSessions(app: AppContext) {
  const { store, now, sessionTerms } = app
  const nowMs = now()
  const isOpen = ({ lastUsedAtMs }: ListedSession) => nowMs - lastUsedAtMs < sessionTerms.idleMs
  const own = actingOperator()?.session
  return {
    sessions: (await store.adminSessions.list(nowMs)).filter(isOpen).map((session) => {
      const id = sessionIdOf(session.tokenHash)
      return {
        id,
        browser: session.browser,
        signedInAt: toEpochSeconds(session.createdAtMs),
        lastUsedAt: toEpochSeconds(session.lastUsedAtMs),
        expiresAt: toEpochSeconds(session.expiresAtMs),
        isOwn: id === own,
      }
    }),
  }
}

/** Ends one session at once, by the id that it is listed with. Throws no_session. */
export async function endSession(app: AppContext, id: string): Promise<void> {
  const sessions = await app.store.adminSessions.list(app.now())
  const ended = sessions.find(({ tokenHash }) => sessionIdOf(tokenHash) === id)
  if (!ended) throw new PortalError('no_session')
  await revoke(app, ended.tokenHash)
}

async function revoke({ store, now }: AppContext, tokenHash: string): Promise<void> {
  const subject = sessionIdOf(tokenHash)
  await store.adminSessions.revoke(tokenHash, { atMs: now(), action: 'end_session', subject, detail: '' })
}
