import { expect, test } from 'vitest'
import { de } from '#web/claim/language/de.ts'
import { en } from '#web/claim/language/en.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { WalletError } from '#web/lib/wallet/wallet-error.ts'
import { submissionErrorDetail, submissionErrorText } from './submission-error.ts'

const refusal = (code: string) => JSON.stringify({ error: 'Its own sentence.', code, requestId: 'x409' })

test.each<[Error, string, string]>([
  [
    new ApiError(409, 'Conflict', refusal('already_claimed')),
    'You have already submitted a claim for this address',
    'Its own sentence.',
  ],
  [
    new ApiError(403, 'Forbidden', refusal('no_allocation')),
    'No allocation found for this address',
    'Its own sentence.',
  ],
  [new ApiError(403, 'Forbidden', refusal('claims_closed')), 'Its own sentence.', 'Its own sentence.'],
  // The request id of this one holds "409": the status counts, not the text.
  [
    new ApiError(400, 'Bad Request', refusal('bad_signature')),
    'Invalid claim data or signature verification failed',
    'Its own sentence.',
  ],
  [
    new ApiError(400, 'Bad Request', refusal('sol_zero_key')),
    'Invalid claim data or signature verification failed',
    en.refusals.sol_zero_key,
  ],
  [new ApiError(502, 'Bad Gateway', '<html>'), 'Failed to submit claim', en.form.noAnswer],
  [new WalletError('sign_rejected'), 'Signature request was rejected', 'User rejected signature request'],
  [new WalletError('sign_failed'), 'Failed to submit claim', 'Failed to sign message'],
  [new TypeError('Failed to fetch'), 'Failed to submit claim', en.form.noAnswer],
])('%s is told as: %s', (error, toast, detail) => {
  expect(submissionErrorText(error, en)).toBe(toast)
  expect(submissionErrorDetail(error, en)).toBe(detail)
})

test('a reader of German is told in German', () => {
  const closed = new ApiError(403, 'Forbidden', refusal('claims_closed'))
  expect(submissionErrorText(closed, de)).toBe(de.refusals.claims_closed)
  expect(submissionErrorDetail(closed, de)).toBe(de.refusals.claims_closed)
})
