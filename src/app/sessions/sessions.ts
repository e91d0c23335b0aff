import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds } from '#app/reply-values.ts'
import { actingAs, actingOperator } from '#domain/acting-operator.ts'
import { PortalError } from '#domain/portal-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import type { ListedSession } from '#store/admin-sessions.ts'
import type { Acquaintance } from './sign-in-queue.ts'

const SESSION_MS = 12 * 60 * 60_000

export interface SignIn extends SignInOrigin {
  password: string
}

/** The token and the device's secret are told here and nowhere again. */
interface SignedIn {
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

const WINDOW_MS = 15 * 60_000

/** A person mistypes; a program guesses. */
const MAX_FAILURES = 5

/**
 * Refuses a client whose failures, with the attempts of its own that wait already, are as many as it has. Writes nothing: who guesses
 * shall not keep the database busy. Throws too_many_logins.
 */
async function assertMaySignIn({ store, now, signInQueue }: AppContext, countedAs: string): Promise<void> {
  const nowMs = now()
  const counted = await store.signInFailures.read(countedAs, nowMs)
  const attempts = (counted?.failures ?? 0) + signInQueue.countWaiting(countedAs)
  if (attempts >= MAX_FAILURES) throw tooManyUntil(counted?.endsAtMs ?? nowMs + WINDOW_MS, nowMs)
}

/**
 * Counts an attempt of a client's as failed before its password is looked at, so that a hundred at once are not all let through. Counts
 * are kept in the store, for all servers, and for each client alone: nobody locks another out. Throws too_many_logins.
 */
async function countSignIn({ store, now }: AppContext, countedAs: string): Promise<void> {
  const nowMs = now()
  const terms = { max: MAX_FAILURES, windowMs: WINDOW_MS, nowMs }
  const endsAtMs = await store.signInFailures.count(countedAs, terms)
  if (endsAtMs !== null) throw tooManyUntil(endsAtMs, nowMs)
}

function tooManyUntil(endsAtMs: number, nowMs: number): PortalError {
  const retryAfterSeconds = Math.max(Math.ceil((endsAtMs - nowMs) / 1000), 1)
  return new PortalError('too_many_logins', { retryAfterSeconds })
}

/** Renewed with each sign-in. */
export const DEVICE_MS = 90 * 24 * 60 * 60_000

const DEVICE_BYTES = 32
const DEVICE = /^[A-Za-z0-9_-]{43}$/

/** What a sign-in shows of its origin. */
export interface SignInOrigin {
  clientAddress: string
  /** The secret that this device got at an earlier sign-in; it opens nothing. */
  device: string | null
  /** Its User-Agent, as it says. */
  userAgent: string
}

/**
 * Tells how well a client is known, and under which name its failures are counted: a known device has a count of its own, so that no
 * guesses of others, even from the same address, keep it from signing in.
 */
async function recogniseClient(
  app: AppContext,
  { clientAddress, device }: Omit<SignInOrigin, 'userAgent'>,
): Promise<{ known: Acquaintance; countedAs: string }> {
  const { store, now } = app
  const isKnown = (hash: string) => store.knownClients.isKnown(hash, now())
  const deviceHash = device !== null && DEVICE.test(device) ? hashOf(app, 'device', device) : null
  if (deviceHash && (await isKnown(deviceHash))) return { known: 'device', countedAs: deviceHash }
  const known = (await isKnown(hashOf(app, 'address', clientAddress))) ? 'address' : 'none'
  return { known, countedAs: clientAddress }
}

/** Remembers a client that has signed in. Returns its device's secret. */
async function rememberClient(app: AppContext, origin: SignInOrigin, known: Acquaintance): Promise<string> {
  const { store, now } = app
  const device =
    known === 'device' && origin.device !== null
      ? origin.device
      : randomBytes(DEVICE_BYTES).toString('base64url')
  const terms = { nowMs: now(), endsAtMs: now() + DEVICE_MS }
  await store.knownClients.remember(hashOf(app, 'device', device), terms)
  await store.knownClients.remember(hashOf(app, 'address', origin.clientAddress), terms)
  return device
}

/** Keyed: the database shows neither addresses nor devices, and who can write to it alone makes none known. */
function hashOf({ seals }: AppContext, kind: 'device' | 'address', value: string): string {
  return seals.make({ kind: 'known_client', fields: [[kind, value]] })
}

/** The first that a User-Agent names: most name others too, which they are made to look like. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Says which browser a User-Agent claims to be, for a person who looks through the sessions: "Firefox on Linux". */
export function describeBrowser(userAgent: string): string {
  const nameIn = (marks: typeof BROWSERS) => marks.find(([mark]) => mark.test(userAgent))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser === undefined) return 'No browser'
  return system === undefined ? browser : `${browser} on ${system}`
}

/** Use is written down at most this often, so that reading does not make the database write. */
const NOTED_EVERY_MS = 60_000

/**
 * Throws unauthorized unless the token belongs to a session that was opened with the present password, is not revoked, has not
 * expired, and was used within the idle limit. `isUse` is false where the page asks by itself: that does not prolong it. Returns the
 * session's public id.
 */
export async function checkSession(
  app: AppContext,
  token: string | null,
  { isUse }: { isUse: boolean },
): Promise<string> {
  if (token === null) throw new PortalError('unauthorized')
  const { adminSessions } = app.store
  const tokenHash = sealSessionToken(app, token)
  const session = await adminSessions.find(tokenHash)
  const nowMs = app.now()
  if (session === undefined || nowMs >= session.expiresAtMs) throw new PortalError('unauthorized')
  const unusedMs = nowMs - session.lastUsedAtMs
  if (unusedMs >= app.sessionTerms.idleMs) throw new PortalError('unauthorized')
  if (isUse && unusedMs >= NOTED_EVERY_MS) await noteUse(app, tokenHash, nowMs)
  return sessionIdOf(tokenHash)
}

const ID_CHARACTERS = 12

/** Names a session in lists and records: it opens nothing. */
function sessionIdOf(tokenHash: string): string {
  return tokenHash.slice(0, ID_CHARACTERS)
}

/** A database that takes no writes just now still answers reads. */
async function noteUse({ store }: AppContext, tokenHash: string, nowMs: number): Promise<void> {
  try {
    await store.adminSessions.noteUse(tokenHash, nowMs)
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
  }
}

const TOKEN_BYTES = 32

/** 256 random bits in base64url. */
export function makeSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/**
 * What the store keeps instead of the token. Keyed: who can write to the database, and no more, can not open a session. The password
 * is part of it: with another one no session of before is found.
 */
export function sealSessionToken(
  { seals, sessionTerms }: Pick<AppContext, 'seals' | 'sessionTerms'>,
  token: string,
): string {
  return seals.make({
    kind: 'admin_session',
    fields: [
      ['token', token],
      ['password', sessionTerms.passwordFingerprint],
    ],
  })
}
