import type { z } from 'zod'
import {
  BULK_SENDER_LIMITS,
  type BulkSenderConfigBody,
  bulkSenderConfigBody,
} from '#api-schema/bulk-sender.ts'
import {
  STANDALONE_SENDER_LIMITS,
  type StandaloneConfigBody,
  standaloneConfigBody,
} from '#api-schema/standalone-sender.ts'
import type { SenderKind } from '#domain/sender.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'

/** The title and the sentence of a toast. */
type Told = Record<'title' | 'description', string>

/** What differs between the places where a sender is configured. Texts are the specification's. */
export interface SenderPlace {
  kind: SenderKind
  schema: z.ZodType<BulkSenderConfigBody, StandaloneConfigBody>
  limits: typeof BULK_SENDER_LIMITS | typeof STANDALONE_SENDER_LIMITS
  /** An empty number means the usual one. Otherwise it is an error. */
  emptyIsUsual: boolean
  /** It takes the public node of a cluster and the usual pace, and starts empty: it never changes what is saved. */
  isByCluster: boolean
  hasTestKeys: boolean
  submitText: string
  busyText: string
  /** The title of the toast once it is saved. */
  saved: string
  failure(error: Error): Told
}

const standalone = {
  kind: 'standalone',
  schema: standaloneConfigBody,
  limits: STANDALONE_SENDER_LIMITS,
  emptyIsUsual: true,
  hasTestKeys: false,
  submitText: 'Save Configuration',
  busyText: 'Saving...',
  saved: 'Configuration Saved',
} as const

export const SENDER_PLACES: Record<SenderKind | 'mainnet', SenderPlace> = {
  bulk: {
    kind: 'bulk',
    schema: bulkSenderConfigBody,
    limits: BULK_SENDER_LIMITS,
    emptyIsUsual: false,
    isByCluster: false,
    hasTestKeys: true,
    submitText: 'Configure Bulk Sender',
    busyText: 'Configuring...',
    saved: 'Configuration Successful',
    failure(error) {
      if (error instanceof ApiError) {
        return { title: 'Configuration Failed', description: failureSentence(error) }
      }
      const message = error instanceof TypeError ? error.message : ''
      return { title: 'Configuration Error', description: message || 'Unknown error' }
    },
  },
  standalone: {
    ...standalone,
    isByCluster: false,
    failure: failureOr('Failed to configure standalone bulk sender'),
  },
  mainnet: {
    ...standalone,
    isByCluster: true,
    failure: failureOr('Failed to save mainnet configuration'),
  },
}

function failureOr(fallback: string) {
  return (error: Error): Told => ({
    title: 'Configuration Failed',
    description: errorSentence(error, fallback),
  })
}
