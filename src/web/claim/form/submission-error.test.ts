import { describe, expect, test } from 'vitest'
import { en } from '#web/claim/language/en.ts'
import { loadAllTexts } from '#web/claim/language/languages.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { submissionErrorDetail } from './SubmissionFoot.tsx'
import { allocationErrorText, submissionErrorText } from './submission-error.ts'

const allEnglish = await loadAllTexts('en')
const de = await loadAllTexts('de')

const answer = (code: string, context?: Record<string, string>) =>
  JSON.stringify({ error: 'Its own sentence.', code, requestId: 'x409', context })

test.each<[Error, string, string]>([
  [new ApiError(403, 'Forbidden', answer('claims_closed')), 'Its own sentence.', 'Its own sentence.'],
  // The request id of this one holds "409": the status counts, not the text.
  [
    new ApiError(400, 'Bad Request', answer('bad_signature')),
    'Invalid claim data or signature verification failed',
    'Its own sentence.',
  ],
  [
    new ApiError(400, 'Bad Request', answer('sol_zero_key')),
    'Invalid claim data or signature verification failed',
    allEnglish.errors.sol_zero_key,
  ],
  [new ApiError(502, 'Bad Gateway', '<html>'), 'Failed to submit claim', en.form.noAnswer],
])('%s is told as: %s', (error, toast, detail) => {
  expect(submissionErrorText(error, en)).toBe(toast)
  expect(submissionErrorDetail(error, allEnglish)).toBe(detail)
})

test('the texts are German for a reader of German', () => {
  const closed = new ApiError(403, 'Forbidden', answer('claims_closed'))
  expect(submissionErrorText(closed, de)).toBe(de.errors.claims_closed)
  expect(submissionErrorDetail(closed, de)).toBe(de.errors.claims_closed)
})

test('a changed holder list has its own text, for a look-up and for a claim', () => {
  const changed = new ApiError(503, '', answer('holder_list_changed'))
  expect(submissionErrorText(changed, en)).toBe('Its own sentence.')
  expect(allocationErrorText(changed, en)).toBe('Its own sentence.')
  expect(allocationErrorText(changed, de)).toBe(de.errors.holder_list_changed)
  expect(allocationErrorText(new ApiError(500, '', answer('internal')), en)).toBe(en.allocation.failed)
  expect(allocationErrorText(null, en)).toBe(en.allocation.failed)
})

test('that too many wallets are being checked is said as it is', () => {
  const error = new ApiError(503, '', answer('wallet_checks_busy'))
  expect(submissionErrorText(error, en)).toBe('Its own sentence.')
  expect(submissionErrorText(error, de)).toContain('in einer Minute')
})

describe('errors of contract wallets have their own texts', () => {
  const named = { chainName: 'Here', otherChainName: 'There' }

  test.each([
    ['contract_wallet', 400],
    ['no_contract_on_chain', 400],
    ['contract_on_other_chain', 400],
    ['contract_checked_elsewhere', 400],
    ['evm_rpc_unreachable', 503],
    ['evm_rpc_wrong_chain', 503],
  ])('%s', (code, status) => {
    const error = new ApiError(status, '', answer(code, named))
    expect(submissionErrorText(error, en)).toBe('Its own sentence.')
    const german = submissionErrorText(error, de)
    expect(german).toContain('Here')
    expect(german).toBe(submissionErrorDetail(error, de))
    // Without the error's context the server's own sentence is shown.
    expect(submissionErrorText(new ApiError(status, '', answer(code)), de)).toBe('Its own sentence.')
  })
})

describe('an error of which more or less is known', () => {
  const detail = (code: string, context?: Record<string, string>) =>
    submissionErrorDetail(new ApiError(400, '', answer(code, context)), de)

  test.each(['bad_signature', 'wrong_message'])('%s names the site to open, where it is known', (code) => {
    const named = detail(code, { publicUrl: 'https://claim.example' })
    expect(named).toContain('Öffnen Sie https://claim.example und signieren Sie')
    expect(detail(code, {})).toMatch(/signieren Sie/i)
    expect(detail(code, {})).not.toMatch(/öffnen|undefined|[{}]/i)
    expect(detail(code)).toBe('Its own sentence.')
  })

  test('a list that was replaced names the amounts, where they differ', () => {
    expect(detail('list_replaced', { was: '5', is: '{was}$&' })).toContain('von 5 auf {was}$& geändert')
    expect(detail('list_replaced', { was: '5', is: '5' })).toContain('Die Liste der Inhaber wurde ersetzt')
    expect(detail('list_replaced')).toBe('Its own sentence.')
  })
})
