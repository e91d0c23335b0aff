import type { FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmMainnet } from './ConfirmMainnet.tsx'
import { SenderFields, type SenderFieldsProps } from './SenderFields.tsx'
import type { SaveSender } from './use-save-sender.ts'

interface SenderFormProps extends SenderFieldsProps {
  saving: SaveSender
  submitText: string
  busyText: string
}

/** Sets the wallet of a sender, once there is a key and a token. */
export function SenderForm({ saving, submitText, busyText, ...fields }: SenderFormProps) {
  const { values, submit } = fields.form

  function saveOrComplain(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = flushSync(submit)
    if (body) saving.save(body)
    else event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }

  return (
    <>
      <form onSubmit={saveOrComplain} noValidate className="space-y-4">
        <SenderFields {...fields} />
        <Button
          type="submit"
          variant="primary"
          disabled={values.privateKey === '' || values.tokenMintAddress === ''}
          busy={saving.isSaving}
          busyText={busyText}
        >
          {submitText}
        </Button>
      </form>
      {saving.question && <ConfirmMainnet {...saving.question} />}
    </>
  )
}
