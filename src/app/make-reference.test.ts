import { expect, test } from 'vitest'
import { makeReference } from './make-reference.ts'

test('references are written in three groups, and none comes twice', () => {
  const references = Array.from({ length: 5_000 }, makeReference)
  expect(new Set(references).size).toBe(5_000)
  for (const reference of references)
    expect(reference).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)
})
