import { useSaveSender } from '#web/admin/sending/use-save-sender.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { refreshStandalone, STANDALONE_API } from './queries.ts'

/** Gives the standalone sender its wallet. The failure is said where the server gives no reason. */
export function useSaveStandalone(failure: string, onSaved: () => void) {
  return useSaveSender({
    path: `${STANDALONE_API}/config`,
    success: 'Configuration Saved',
    failure: (error) => ({
      title: 'Configuration Failed',
      description: errorSentence(error, failure),
    }),
    onSaved,
    refresh: refreshStandalone,
  })
}
