import { expect, test } from 'vitest'
import { ApiError } from './api-client.ts'
import { errorSentence } from './error-sentence.ts'

test.each([
  ["the portal's own sentence", '{"error":"No such claim.","code":"unknown_claim"}', 'No such claim.'],
  ["the fallback for a proxy's page", '<html><body><h1>Bad gateway</h1></body></html>', 'Failed'],
])('shows %s', (_, body, words) => {
  expect(errorSentence(new ApiError(502, 'Bad Gateway', body), 'Failed')).toBe(words)
})
