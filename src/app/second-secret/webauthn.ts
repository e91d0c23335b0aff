import { z } from 'zod'
import type { PasskeyRegistration } from '#api-schema/second-secret.ts'
import type { Passkey } from '#domain/passkey.ts'

const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,8192}$/)

/** What a passkey answers a challenge with: the JSON of WebAuthn's AuthenticationResponseJSON, as far as it is read. */
const answerShape = z.object({
  id: base64url,
  rawId: base64url,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
  type: z.literal('public-key'),
})
export type PasskeyAnswer = z.infer<typeof answerShape>

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
