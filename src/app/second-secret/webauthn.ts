import { z } from 'zod'
import type { PasskeyRegistration } from '#api-schema/second-secret.ts'
import type { Passkey } from '#domain/passkey.ts'
import type { RecordSeal, SealedRecord } from '#domain/sealed-record.ts'

/** What a challenge is good for: one action with these facts, asked for by this session. */
export interface Challenged {
  action: string
  facts: readonly unknown[]
  session: string
}

/** A person reads what is confirmed, and looks for the passkey. */
const VALID_MS = 120_000

const TIME_BYTES = 8
/** Of a seal, in hex: an HMAC-SHA-256, by which it is compared. */
const MAC_DIGITS = 64

/**
 * Makes a challenge, which is stored nowhere: the time of its issue and a keyed MAC over it and what it is good for, in base64url. It is
 * what a passkey signs.
 */
export function makeChallenge(seals: RecordSeal, challenged: Challenged, issuedAtMs: number): string {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeBigUInt64BE(BigInt(issuedAtMs))
  const mac = seals.make(sealedChallenge(challenged, issuedAtMs)).slice(0, MAC_DIGITS)
  return Buffer.concat([time, Buffer.from(mac, 'hex')]).toString('base64url')
}

/** Returns when a challenge was issued, or why it does not hold: it is for something else, or too old. */
export function readChallenge(
  seals: RecordSeal,
  challenged: Challenged,
  challenge: string,
  nowMs: number,
): { issuedAtMs: number } | 'other' | 'late' {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length < TIME_BYTES) return 'other'
  const issuedAtMs = Number(bytes.readBigUInt64BE())
  const mac = bytes.subarray(TIME_BYTES).toString('hex')
  if (!seals.fits(sealedChallenge(challenged, issuedAtMs), mac)) return 'other'
  return nowMs - issuedAtMs > VALID_MS ? 'late' : { issuedAtMs }
}

function sealedChallenge({ action, facts, session }: Challenged, issuedAtMs: number): SealedRecord {
  return {
    kind: 'challenge',
    fields: [
      ['action', action],
      ['facts', JSON.stringify(facts.map(String))],
      ['session', session],
      ['issuedAtMs', String(issuedAtMs)],
    ],
  }
}

const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,8192}$/)

/** What a passkey answers a challenge with: the JSON of WebAuthn's AuthenticationResponseJSON, as far as it is read. */
const answerShape = z.object({
  id: base64url,
  rawId: base64url,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
  type: z.literal('public-key'),
})
type PasskeyAnswer = z.infer<typeof answerShape>

/** Returns null where it is not the answer of a passkey. */
export function readAnswer(given: unknown): PasskeyAnswer | null {
  return answerShape.safeParse(given).data ?? null
}

/** Returns the challenge that is answered, in base64url; empty where it names none. */
export function challengeOf({ clientDataJSON }: { clientDataJSON: string }): string {
  try {
    return String(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).challenge)
  } catch {
    return ''
  }
}

/** Returns the passkey's count of signatures where it signed the challenge, its user verified, at its origin; else null. */
export async function verifyAnswer(
  { credentialId: id, publicKey, counter, rpId, origin }: Passkey,
  { response, ...answer }: PasskeyAnswer,
  challenge: string,
): Promise<number | null> {
  // Loaded by who needs it: most requests do not.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id, publicKey: Buffer.from(publicKey, 'base64url'), counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws for each thing that does not fit.
    return null
  }
}

/** EdDSA, ES256 and RS256, as COSE numbers them: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]

/** Where a passkey is registered. */
export interface PasskeyPlace {
  rpId: string
  origin: string
}

/** Returns what the browser makes a passkey by: the JSON of WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
export async function creationOptions(
  { rpId }: PasskeyPlace,
  { challenge, person, portal }: { challenge: string; person: string; portal: string },
  registered: readonly Passkey[],
): Promise<object> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return await generateRegistrationOptions({
    rpName: portal,
    rpID: rpId,
    userName: person,
    userDisplayName: person,
    challenge: Buffer.from(challenge, 'base64url'),
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: registered.map(({ credentialId: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** Returns the key of a new passkey whose user was verified; null where the answer does not fit. */
export async function verifyRegistration(
  { rpId, origin }: PasskeyPlace,
  { response, ...registration }: PasskeyRegistration,
  challenge: string,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'> | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...registration, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
  } catch {
    return null
  }
}
