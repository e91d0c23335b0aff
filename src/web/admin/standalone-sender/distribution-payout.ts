import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import type { Payout } from '#web/admin/payout/payout.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { refreshStandalone } from './queries.ts'

/** The payout of what is left of one distribution. */
export function distributionPayout(distributionId: string): Payout {
  const input = { params: { distributionId } }
  return {
    name: 'Distribution',
    start: (confirm) => adminSend(endpoints.standaloneSender.start, { ...input, body: { confirm } }),
    stop: () => adminSend(endpoints.standaloneSender.stop, input),
    failure: (action, error) => ({
      tone: 'error',
      title: `${action} Failed`,
      description: errorSentence(error, `Failed to ${action.toLowerCase()} distribution`),
    }),
    refresh: refreshStandalone,
  }
}
