import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/app-context.ts'
import type { Acquaintance } from './sign-in-queue.ts'

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
export async function recogniseClient(
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
export async function rememberClient(
  app: AppContext,
  origin: SignInOrigin,
  known: Acquaintance,
): Promise<string> {
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
