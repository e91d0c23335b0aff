import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyRegistration } from '#api-schema/second-secret.ts'
import type { SecretAsked } from '#web/admin/error-code.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'

/** The passkeys that answer at this address are those of its host name, or of a domain above it. */
export function passkeysHere({ passkeys }: SecretAsked, host = location.hostname): SecretAsked['passkeys'] {
  const [first] = passkeys.filter(({ rpId }) => host === rpId || host.endsWith(`.${rpId}`))
  return passkeys.filter(({ rpId }) => rpId === first?.rpId)
}

/** Has the browser ask for a passkey. Throws PasskeyError. */
export async function answerWithPasskey(asked: SecretAsked): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const passkeys = passkeysHere(asked)
  const optionsJSON = {
    challenge: asked.challenge,
    rpId: passkeys[0]?.rpId ?? '',
    allowCredentials: passkeys.map(({ id }) => ({ id, type: 'public-key' as const })),
    userVerification: 'required' as const,
  }
  return await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyError(sentenceOf(error), { cause: error })
  })
}

/** Has the browser make a passkey. Throws PasskeyError. */
export async function makePasskey(options: unknown): Promise<PasskeyRegistration> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyError(sentenceOf(error), { cause: error })
  })
}

/** The browser gave no passkey. Its message is a sentence for a person. */
class PasskeyError extends Error {
  override name = 'PasskeyError'
}

/** Returns a sentence for an error on the way to a passkey. */
export function passkeySentence(error: unknown): string {
  return error instanceof PasskeyError ? error.message : failureSentence(error)
}

/** By the name of the DOMException: the library's words are for developers. */
function sentenceOf(error: unknown): string {
  if (!('PublicKeyCredential' in globalThis))
    return 'This browser has no passkeys at this address: they want https, or localhost.'
  const name = error instanceof Error ? error.name : ''
  return SENTENCES[name] ?? 'The browser got no answer from a passkey. Try again.'
}

const SENTENCES: Readonly<Record<string, string>> = {
  InvalidStateError: 'This passkey is registered already.',
  SecurityError:
    "The browser gives no passkey to this address. Open the panel at the portal's own, by https.",
  NotSupportedError: 'This device makes no passkeys of the kind that is needed.',
}
