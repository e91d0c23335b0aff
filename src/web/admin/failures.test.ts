import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#web/lib/api-client.ts'
import { errorSentence, failureSentence } from './failures.ts'

test.each([
  ["the portal's own sentence", '{"error":"No such claim.","code":"unknown_claim"}', 'No such claim.'],
  ["the fallback for a proxy's page", '<html><body><h1>Bad gateway</h1></body></html>', 'Failed'],
])('shows %s', (_, body, words) => {
  expect(errorSentence(new ApiError(502, 'Bad Gateway', body), 'Failed')).toBe(words)
})

test.each([
  [new ApiError(409, 'Conflict', '{"error":"It runs already."}'), 'It runs already.'],
  [new ApiError(502, 'Bad Gateway', '<html><h1>Bad gateway</h1></html>'), 'HTTP 502: Bad Gateway'],
  [new ApiError(502, '', '<h1>Bad gateway</h1>'), 'HTTP 502'],
  [new TypeError('Failed to fetch'), 'Network error occurred. Please try again.'],
  [z.object({ count: z.number() }).safeParse({}).error, 'An unknown error occurred.'],
  [new Error(''), 'An unknown error occurred.'],
])('neither a page of a proxy nor the words of a library are a sentence: %o', (error, sentence) => {
  expect(failureSentence(error)).toBe(sentence)
})
