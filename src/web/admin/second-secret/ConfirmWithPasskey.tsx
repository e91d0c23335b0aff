import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Dialog } from '#web/admin/Dialog.tsx'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { answerWithPasskey, passkeySentence, passkeysHere } from './ask-browser.ts'
import { firstQuestion, type Question, subscribeToQuestions } from './asked-passkey.ts'

const TITLE = 'Confirm with a passkey'

/** Asks for a passkey before something is done, whatever part of the panel wants it done. */
export function ConfirmWithPasskey() {
  const question = useSyncExternalStore(subscribeToQuestions, firstQuestion)
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
