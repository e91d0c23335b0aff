import { expect, test } from 'vitest'
import { ApiError } from './api-client.ts'
import { errorSentence } from './error-sentence.ts'

test.each([
  ["the portal's own sentence", '{"error":"No such claim.","code":"unknown_claim"}', 'No such claim.'],
  [
    "operator 19: a proxy's page without its markup",
    '<html><head><title>502</title><style>h1{color:red}</style></head><body><h1>Bad gateway</h1></body></html>',
    '502: Bad gateway',
  ],
  ['plain words as they are', 'a < b', '502: a < b'],
])('shows %s', (_, body, words) => {
  const error = new ApiError(502, 'Bad Gateway', body)
  expect(errorSentence(error, error.message)).toBe(words)
})

test('a page without words is cut', () => {
  const error = new ApiError(500, '', `<p>${'x'.repeat(5000)}</p>`)
  expect(errorSentence(error, error.message).length).toBeLessThanOrEqual(200)
})
