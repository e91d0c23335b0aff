import { z } from 'zod'
import type { ErrorCode } from '#domain/portal-error.ts'
import { adminEndpoint } from './endpoint.ts'
import { epochSeconds, okResponse } from './primitives.ts'

/** Errors of each endpoint that moves money, or makes it possible: it asks for the second secret. */
export const MONEY_ERRORS = [
  'second_secret_required',
  'second_secret_altered',
  'two_people_needed',
] as const satisfies ErrorCode[]

const PASSWORD_ERRORS = ['invalid_password', 'too_many_logins', 'sign_in_busy'] as const satisfies ErrorCode[]

const NAME_LENGTH = 60
const name = z.string().trim().min(1, 'must not be empty').max(NAME_LENGTH)
const password = z.string().max(1000)
const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,8192}$/)

/** The JSON of WebAuthn's RegistrationResponseJSON, as far as it is read. */
const passkeyRegistration = z.object({
  id: base64url,
  rawId: base64url,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
  type: z.literal('public-key'),
})
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>

const passkeyBody = z.object({
  person: name,
  name,
  password: password.optional().describe('First: answered with `options`'),
  credential: passkeyRegistration.optional().describe('Then: what the browser made by them'),
})

const passkeyResponse = z.object({
  id: z.string().nullable(),
  options: z.unknown().describe('PublicKeyCredentialCreationOptionsJSON, or null'),
})

const removePasskeyBody = z.object({ password })

const secondSecretResponse = z.object({
  state: z
    .enum(['off', 'on', 'altered'])
    .describe('`off` until a passkey is registered; `altered`: changed in the database'),
  twoPeople: z.boolean(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      person: z.string(),
      name: z.string(),
      createdAt: epochSeconds,
      lastUsedAt: epochSeconds.nullable(),
      isSound: z.boolean().describe('As it was registered'),
    }),
  ),
})
export type SecondSecretReply = z.infer<typeof secondSecretResponse>

/** The passkeys that money asks for. */
export const secondSecretEndpoints = {
  secondSecret: adminEndpoint({
    method: 'GET',
    path: '/api/admin/second-secret',
    summary: 'The passkeys that what moves money asks for',
    reply: secondSecretResponse,
    errors: [],
  }),

  registerPasskey: adminEndpoint({
    method: 'POST',
    path: '/api/admin/second-secret/passkeys',
    summary: 'Register a passkey, in two requests',
    body: passkeyBody,
    reply: passkeyResponse,
    errors: [
      ...PASSWORD_ERRORS,
      'second_secret_required',
      'second_secret_altered',
      'two_people_registered',
      'passkey_refused',
      'no_passkey_here',
    ],
  }),

  removePasskey: adminEndpoint({
    method: 'DELETE',
    path: '/api/admin/second-secret/passkeys/:id',
    summary: 'Remove a passkey; with the last one nothing asks for it any more',
    params: z.object({ id: z.string().max(100) }),
    body: removePasskeyBody,
    reply: okResponse,
    errors: [...PASSWORD_ERRORS, 'second_secret_required', 'second_secret_altered', 'no_passkey'],
  }),
}
