import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from './api-client.ts'
import { failureSentence } from './failure-sentence.ts'

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
