import {
  BULK_SENDER_LIMITS,
  type BulkSenderConfigBody,
  type BulkSenderStatusResponse,
  bulkSenderConfigBody,
} from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { refreshBulkSender } from '#web/admin/queries.ts'
import { ConfiguredSender } from '#web/admin/sending/ConfiguredSender.tsx'
import { CLUSTER_RPC_URLS } from '#web/admin/sending/cluster-rpc-urls.ts'
import { SenderForm } from '#web/admin/sending/SenderForm.tsx'
import { useSaveSender } from '#web/admin/sending/use-save-sender.ts'
import { useSenderForm } from '#web/admin/sending/use-sender-form.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { makeThrowawayKey } from './throwaway-key.ts'

const WRAPPED_SOL_MINT = 'So11111111111111111111111111111111111111112'

/** The sending wallet and how it sends. The private key leaves the form as soon as the server has it. */
export function ConfigureTab({ status }: { status: BulkSenderStatusResponse }) {
  const form = useSenderForm({ schema: bulkSenderConfigBody, limits: BULK_SENDER_LIMITS, status })
  const saving = useSaveSender({
    send: (body: BulkSenderConfigBody) => adminSend(endpoints.bulkSender.config, { body }),
    success: 'Configuration Successful',
    failure: configurationFailure,
    onSaved: () => form.setValues((saved) => ({ ...saved, privateKey: '', testKey: false })),
    refresh: refreshBulkSender,
  })

  async function fillTestKey(mint?: string) {
    const privateKey = await makeThrowawayKey()
    form.setValues((typed) => ({
      ...typed,
      privateKey,
      testKey: true,
      tokenMintAddress: mint ?? typed.tokenMintAddress,
      rpcUrl: typed.rpcUrl.includes('mainnet') ? CLUSTER_RPC_URLS.devnet : typed.rpcUrl,
    }))
  }

  return (
    <div className="space-y-6">
      {status.configured && <ConfiguredSender status={status} />}
      <SenderForm
        form={form}
        limits={BULK_SENDER_LIMITS}
        isConfigured={status.configured}
        emptyIsUsual={false}
        saving={saving}
        submitText="Configure Bulk Sender"
        busyText="Configuring..."
      />
      <section className="space-y-2 border-t border-line pt-4">
        <h3 className="font-semibold">Try it on devnet</h3>
        <p className="text-13 text-muted">
          Fills the form with a throwaway key made now. It is refused on mainnet. Fund its address before you
          start.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => fillTestKey()}>
            Use Test Key
          </Button>
          <Button size="small" onClick={() => fillTestKey(WRAPPED_SOL_MINT)}>
            Use Test Key and Wrapped SOL
          </Button>
        </div>
      </section>
    </div>
  )
}

/** The texts are the specification's: of a network failure its message. */
function configurationFailure(error: Error): { title: string; description: string } {
  if (error instanceof ApiError) return { title: 'Configuration Failed', description: failureSentence(error) }
  const message = error instanceof TypeError ? error.message : ''
  return { title: 'Configuration Error', description: message || 'Unknown error' }
}
