import { type FormEvent, useState } from 'react'
import type { Hold } from '#contract/holds.ts'
import { Dialog, DialogButtons } from '#web/admin/Dialog.tsx'
import { isUnproved } from '#web/admin/is-unproved.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSettleHold } from './use-settle-hold.ts'

/** Takes the transaction's own signature as the word that it was found on the chain. */
export function SettlePaidDialog({ hold: { attemptId }, onClose }: { hold: Hold; onClose(): void }) {
  const [signature, setSignature] = useState('')
  const settle = useSettleHold(onClose)
  const tx = signature.trim()

  function submit(event: FormEvent) {
    event.preventDefault()
    settle.mutate({ attemptId, as: 'paid', tx })
  }

  return (
    <Dialog title="Settle as paid" onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <p>The payments count as made and are never sent again.</p>
        <TextField
          label="Transaction signature"
          value={signature}
          onChange={(event) => {
            setSignature(event.target.value)
            settle.reset()
          }}
          maxLength={100}
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          hint="The signature of the transaction on hold, as the explorer shows it finalized."
        />
        {settle.isError && (
          <Notice tone="error">
            <p>{errorSentence(settle.error, settle.error.message)}</p>
          </Notice>
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          {isUnproved(settle.error) && (
            <Button
              variant="danger"
              busy={settle.isPending}
              onClick={() => settle.mutate({ attemptId, as: 'paid', tx, force: true })}
            >
              Settle as paid all the same
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            disabled={tx === ''}
            busy={settle.isPending}
            busyText="Checking..."
          >
            Settle as paid
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
