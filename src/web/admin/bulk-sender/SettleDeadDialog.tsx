import { type FormEvent, useState } from 'react'
import { type Hold, SETTLE_DEAD_WORDS } from '#contract/holds.ts'
import { Dialog, DialogButtons } from '#web/admin/Dialog.tsx'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSettleHold } from './use-settle-hold.ts'

/** Has to be typed out: when it is wrong, the payments are made twice. */
export function SettleDeadDialog({ hold: { attemptId }, onClose }: { hold: Hold; onClose(): void }) {
  const [words, setWords] = useState('')
  const settle = useSettleHold(onClose)
  const confirm = words.trim()

  function submit(event: FormEvent) {
    event.preventDefault()
    settle.mutate({ attemptId, as: 'dead', confirm })
  }

  return (
    <Dialog title="Settle as not paid" onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <Notice tone="warn">
          <p>The payments are sent again. If the transaction did land, they are paid twice.</p>
        </Notice>
        <TextField
          label={`Type “${SETTLE_DEAD_WORDS}” to confirm`}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          maxLength={100}
          autoComplete="off"
        />
        {settle.isError && (
          <Notice tone="error">
            <p>{errorSentence(settle.error, settle.error.message)}</p>
          </Notice>
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="danger"
            disabled={confirm !== SETTLE_DEAD_WORDS}
            busy={settle.isPending}
            busyText="Checking..."
          >
            Settle as not paid
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
