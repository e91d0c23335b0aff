import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { PasskeyRegistration } from '#api-schema/second-secret.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { createExternalStore } from '#web/lib/external-store.ts'
import { Button, Notice } from '#web/ui/basics.tsx'
import { Dialog, FormDialog } from './Dialog.tsx'
import { failureSentence, type SecretAsked } from './failures.ts'

const TITLE = 'Confirm with a passkey'

/** Asks for a passkey before something is done, whatever part of the panel wants it done. */
export function ConfirmWithPasskey() {
  const question = useSyncExternalStore(questions.subscribe, () => questions.get()[0])
  if (!question) return null
  return passkeysHere(question.asked).length === 0 ? (
    <NotHere {...question} />
  ) : (
    <Confirm key={question.asked.challenge} {...question} />
  )
}

function Confirm({ asked, answer, cancel }: Question) {
  const confirmation = useMutation({ mutationFn: () => answerWithPasskey(asked), onSuccess: answer })
  return (
    <FormDialog
      title={TITLE}
      onClose={cancel}
      onSubmit={() => confirmation.mutate()}
      error={confirmation.error && passkeySentence(confirmation.error)}
      submit={{ text: 'Use Passkey', busyText: 'Waiting for the passkey...', busy: confirmation.isPending }}
    >
      {asked.why !== null && <Notice tone="warn">{asked.why} Confirm it again.</Notice>}
      <What asked={asked} />
      <p className="text-muted">Nothing is done before it. It confirms just this, within two minutes.</p>
    </FormDialog>
  )
}

function What({ asked: { what } }: Pick<Question, 'asked'>) {
  return (
    <p className="font-semibold [overflow-wrap:anywhere]">{what.charAt(0).toUpperCase() + what.slice(1)}</p>
  )
}

/** Passkeys belong to a host name. */
function NotHere({ asked, cancel }: Question) {
  const hosts = [...new Set(asked.passkeys.map(({ rpId }) => rpId))].join(' or ')
  return (
    <Dialog title={TITLE} onClose={cancel}>
      <What asked={asked} />
      <p>
        No passkey is registered for {location.hostname}. Nothing was done. Open the panel at {hosts}, and do
        it there.
      </p>
      <p className="text-right">
        <Button onClick={cancel}>Close</Button>
      </p>
    </Dialog>
  )
}

/** The passkeys that answer at this address are those of its host name, or of a domain above it. */
function passkeysHere({ passkeys }: SecretAsked, host = location.hostname): SecretAsked['passkeys'] {
  const [first] = passkeys.filter(({ rpId }) => host === rpId || host.endsWith(`.${rpId}`))
  return passkeys.filter(({ rpId }) => rpId === first?.rpId)
}

/** Has the browser ask for a passkey. Throws PasskeyError. */
async function answerWithPasskey(asked: SecretAsked): Promise<object> {
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

/** What a person is asked to confirm, and what becomes of it. */
interface Question {
  asked: SecretAsked
  answer(secondSecret: object): void
  cancel(): void
}

/** The first is shown, the others wait for it. */
const questions = createExternalStore<readonly Question[]>([])

/** Has a person confirm something with a passkey. Throws an ApiError that says that nothing was done where the person does not. */
export function askForPasskey(asked: SecretAsked): Promise<object> {
  return new Promise((resolve, reject) => {
    const done = () => questions.set(questions.get().filter((each) => each !== question))
    const question: Question = {
      asked,
      answer(secondSecret) {
        done()
        resolve(secondSecret)
      },
      cancel() {
        done()
        const error = 'Nothing was done: it was not confirmed with a passkey.'
        reject(
          new ApiError(403, '', JSON.stringify({ error, code: 'second_secret_required', requestId: '' })),
        )
      },
    }
    questions.set([...questions.get(), question])
  })
}
