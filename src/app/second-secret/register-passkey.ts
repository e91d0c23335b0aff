import { randomUUID } from 'node:crypto'
import type { PasskeyRegistration } from '#api-schema/second-secret.ts'
import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/reply-values.ts'
import { checkPassword, type SignIn } from '#app/sessions/sessions.ts'
import { actingOperator } from '#domain/acting-operator.ts'
import { foldPerson } from '#domain/passkey.ts'
import { PortalError } from '#domain/portal-error.ts'
import { sealedRecord } from '#domain/sealed-record.ts'
import type { Store } from '#store/store.ts'
import { haveSendersAsk } from './second-secret.ts'
import {
  challengeOf,
  creationOptions,
  makeChallenge,
  type PasskeyPlace,
  readChallenge,
  verifyRegistration,
} from './webauthn.ts'

interface NewPasskey {
  person: string
  name: string
}

/** Describes the passkeys that are registered. */
export async function describeSecondSecret({ secondSecret }: AppContext) {
  const { all, sound, isAltered } = await secondSecret.passkeys()
  return {
    state: isAltered ? ('altered' as const) : sound.length === 0 ? ('off' as const) : ('on' as const),
    twoPeople: secondSecret.twoPeople,
    passkeys: all.map((passkey) => ({
      id: passkey.id,
      person: passkey.person,
      name: passkey.name,
      createdAt: toEpochSeconds(passkey.createdAtMs),
      lastUsedAt: toEpochSecondsOrNull(passkey.lastUsedAtMs),
      isSound: sound.includes(passkey),
    })),
  }
}

/**
 * Returns what the browser makes a passkey by, once the password and, where one is registered, the second secret were shown. Throws as
 * checkPassword and SecondSecret.demand do, no_passkey_here where the panel has no name, and two_people_registered: with TWO_PEOPLE one
 * alone could register a second time as somebody else.
 */
export async function offerPasskey(
  app: AppContext,
  { person, name }: NewPasskey,
  { confirmedBy, origin }: { confirmedBy: SignIn; origin: string | null },
): Promise<object> {
  const place = placeOf(app, origin)
  await checkPassword(app, confirmedBy)
  const { sound } = await app.secondSecret.passkeys()
  if (app.secondSecret.twoPeople && new Set(sound.map((each) => foldPerson(each.person))).size > 1)
    throw new PortalError('two_people_registered')
  await app.secondSecret.demandOfOne({
    action: 'register_passkey',
    what: `register the passkey "${name}" of ${person}`,
    facts: [person, name, place.origin],
  })
  const challenge = makeChallenge(app.seals, challengedBy({ person, name }, place), app.now())
  return await creationOptions(place, { challenge, person, portal: app.settings.tokenName }, sound)
}

/**
 * Registers the passkey that a browser made. Throws passkey_refused where its answer does not fit, or comes later than two minutes after
 * it was offered.
 */
export async function registerPasskey(
  app: AppContext,
  given: NewPasskey,
  registration: PasskeyRegistration,
  origin: string | null,
): Promise<{ id: string }> {
  const { store, seals, now } = app
  const place = placeOf(app, origin)
  const challenge = challengeOf(registration.response)
  const issued = readChallenge(seals, challengedBy(given, place), challenge, now())
  const made = typeof issued === 'string' ? null : await verifyRegistration(place, registration, challenge)
  if (typeof issued === 'string' || made === null) throw new PortalError('passkey_refused')
  const { counter, ...key } = made
  const passkey = { id: randomUUID(), ...given, ...key, ...place, createdAtMs: now() }
  const isAdded = await store.passkeys.add(
    {
      ...passkey,
      counter,
      lastUsedAtMs: null,
      // What was asked for before it was there is not answered by it.
      answeredAtMs: issued.issuedAtMs,
      seal: seals.make(sealedRecord('passkey', passkey)),
    },
    {
      atMs: now(),
      action: 'register_passkey',
      subject: passkey.id,
      detail: `"${given.name}" of ${given.person}`,
    },
  )
  if (!isAdded) throw new PortalError('passkey_refused')
  await haveSendersAsk(app, true)
  return { id: passkey.id }
}

function challengedBy({ person, name }: NewPasskey, { origin }: PasskeyPlace) {
  const session = actingOperator()?.session
  if (!session) throw new Error('A passkey was registered by nobody')
  return { action: 'new_passkey', facts: [person, name, origin], session }
}

/** Returns where a passkey is registered: at the portal's address, else where the panel is open. Throws no_passkey_here. */
function placeOf({ settings }: AppContext, origin: string | null): PasskeyPlace {
  const url = URL.parse(settings.publicUrl ?? origin ?? '')
  const isName = url !== null && /[a-z]/i.test(url.hostname) && !url.hostname.startsWith('[')
  if (!isName) throw new PortalError('no_passkey_here')
  return { rpId: url.hostname, origin: url.origin }
}

/** Removes a passkey, once password and second secret were shown. Throws as both do, and no_passkey. */
export async function removePasskey(app: AppContext, id: string, confirmedBy: SignIn): Promise<void> {
  await checkPassword(app, confirmedBy)
  const passkey = (await app.secondSecret.passkeys()).all.find((each) => each.id === id)
  if (!passkey) throw new PortalError('no_passkey')
  const { name, person } = passkey
  await app.secondSecret.demandOfOne({
    action: 'remove_passkey',
    what: `remove the passkey "${name}" of ${person}`,
    facts: [id, person, name],
  })
  await dropPasskey(app, id)
}

/** Removes a passkey, and with the last one the second secret. Throws no_passkey. */
export async function dropPasskey(
  portal: Pick<AppContext, 'secrets' | 'now'> & { store: Store },
  id: string,
): Promise<void> {
  const { store, now } = portal
  const passkey = (await store.passkeys.list()).find((each) => each.id === id)
  const isRemoved =
    passkey !== undefined &&
    (await store.passkeys.remove(id, {
      atMs: now(),
      action: 'remove_passkey',
      subject: id,
      detail: `"${passkey.name}" of ${passkey.person}`,
    }))
  if (!isRemoved) throw new PortalError('no_passkey')
  if ((await store.passkeys.list()).length === 0) await haveSendersAsk(portal, false)
}
