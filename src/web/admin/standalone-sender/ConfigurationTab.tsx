import {
  STANDALONE_SENDER_LIMITS,
  type StandaloneStatusResponse,
  standaloneConfigBody,
} from '#api-schema/standalone-sender.ts'
import { ConfiguredSender } from '#web/admin/sending/ConfiguredSender.tsx'
import { SenderForm } from '#web/admin/sending/SenderForm.tsx'
import { useSenderForm } from '#web/admin/sending/use-sender-form.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useSaveStandalone } from './use-save-standalone.ts'

/** The wallet that pays the rows of spreadsheets. The key leaves the form as soon as the server has it. */
export function ConfigurationTab({ status }: { status: StandaloneStatusResponse }) {
  const form = useSenderForm({ schema: standaloneConfigBody, limits: STANDALONE_SENDER_LIMITS, status })
  const saving = useSaveStandalone('Failed to configure standalone bulk sender', () =>
    form.setValues((saved) => ({ ...saved, privateKey: '' })),
  )
  return (
    <div className="space-y-6">
      {status.configured ? (
        <ConfiguredSender status={status} />
      ) : (
        <Notice tone="warn" title="Not Configured">
          <p>Save a configuration before you upload a file.</p>
        </Notice>
      )}
      <SenderForm
        form={form}
        limits={STANDALONE_SENDER_LIMITS}
        isConfigured={status.configured}
        emptyIsUsual
        saving={saving}
        submitText="Save Configuration"
        busyText="Saving..."
      />
    </div>
  )
}
