import { endpoints } from '#api-schema/endpoints.ts'
import type { StandaloneConfigBody } from '#api-schema/standalone-sender.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { useSaveSender } from '#web/admin/sending/use-save-sender.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { refreshStandalone } from './queries.ts'

/** Sets the standalone sender's wallet. A generic failure is shown where the server gives no reason. */
export function useSaveStandalone(failure: string, onSaved: () => void) {
  return useSaveSender({
    send: (body: StandaloneConfigBody) => adminSend(endpoints.standaloneSender.config, { body }),
    success: 'Configuration Saved',
    failure: (error) => ({
      title: 'Configuration Failed',
      description: errorSentence(error, failure),
    }),
    onSaved,
    refresh: refreshStandalone,
  })
}
