import { expect, test } from 'vitest'
import { ApiError } from './api-client.ts'
import { failureSentence } from './failure-sentence.ts'

test.each([
  [new ApiError(409, 'Conflict', '{"error":"It runs already."}'), 'It runs already.'],
  [new ApiError(502, 'Bad Gateway', '<html><h1>Bad gateway</h1></html>'), 'HTTP 502: Bad Gateway'],
  [new ApiError(502, '', '<h1>Bad gateway</h1>'), 'HTTP 502'],
  [new TypeError('Failed to fetch'), 'Failed to fetch'],
  [new Error(''), 'Unknown error'],
])('operator 19: a page of a proxy is no sentence: %o', (error, sentence) => {
  expect(failureSentence(error)).toBe(sentence)
})
