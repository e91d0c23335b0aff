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
  const { handleSubmit, watch } = fields.form
  const [privateKey, tokenMintAddress] = watch(['privateKey', 'tokenMintAddress'])
  return (
    <>
      <form onSubmit={handleSubmit(saving.save)} noValidate className="space-y-4">
        <SenderFields {...fields} />
        <Button
          type="submit"
          variant="primary"
          disabled={privateKey === '' || tokenMintAddress === ''}
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
