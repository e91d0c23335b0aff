import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { WalletError } from '#web/lib/wallet/wallet-error.ts'
import { submissionErrorText } from './submission-error.ts'

const refusal = (code: string) => JSON.stringify({ error: 'Its own sentence.', code, requestId: 'x409' })

test.each<[Error, string]>([
  [
    new ApiError(409, 'Conflict', refusal('already_claimed')),
    'You have already submitted a claim for this address',
  ],
  [new ApiError(403, 'Forbidden', refusal('no_allocation')), 'No allocation found for this address'],
  [new ApiError(403, 'Forbidden', refusal('claims_closed')), 'Its own sentence.'],
  // The request id of this one holds "409": the status counts, not the text.
  [
    new ApiError(400, 'Bad Request', refusal('bad_signature')),
    'Invalid claim data or signature verification failed',
  ],
  [new ApiError(429, 'Too Many Requests', ''), 'Failed to submit claim'],
  [new WalletError('User rejected signature request'), 'Signature request was rejected'],
  [new WalletError('Failed to sign message'), 'Failed to submit claim'],
  [new TypeError('Failed to fetch'), 'Failed to submit claim'],
])('%s is told as: %s', (error, text) => {
  expect(submissionErrorText(error)).toBe(text)
})
