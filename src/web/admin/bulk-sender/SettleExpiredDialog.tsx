import { useState } from 'react'
import type { HeldTransaction } from '#api-schema/holds.ts'
import { HOLD_CONFIRMATION } from '#domain/hold-confirmation.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSettleHold } from './use-settle-hold.ts'

/** Asks for words to be typed: if the decision is wrong, the payments are made twice. */
export function SettleExpiredDialog({
  hold: { attemptId },
  onClose,
}: {
  hold: HeldTransaction
  onClose(): void
}) {
  const [words, setWords] = useState('')
  const settle = useSettleHold(onClose)
  const confirm = words.trim()

  return (
    <FormDialog
      title="Settle as not paid"
      onClose={onClose}
      onSubmit={() => settle.mutate({ attemptId, as: 'expired', confirm })}
      error={settle.error && errorSentence(settle.error, 'Failed to settle')}
      submit={{
        text: 'Settle as not paid',
        busyText: 'Checking...',
        busy: settle.isPending,
        disabled: confirm !== HOLD_CONFIRMATION,
        danger: true,
      }}
    >
      <Notice tone="warn">
        <p>The payments are sent again. If the transaction did land, they are paid twice.</p>
      </Notice>
      <TextField
        label={`Type “${HOLD_CONFIRMATION}” to confirm`}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        maxLength={100}
        autoComplete="off"
      />
    </FormDialog>
  )
}
