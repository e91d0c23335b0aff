import { expect, test } from 'vitest'
import { RefusalLimit } from './require-admin.ts'

test('lasts a minute', () => {
  let nowMs = 0
  const limit = new RefusalLimit(() => nowMs)
  for (let n = 0; n < 120; n++) limit.countRefusal('a')
  expect(limit.isOver('a', null)).toBe(true)
  nowMs = 60_000
  expect(limit.isOver('a', null)).toBe(false)
  limit.countRefusal('a')
  expect(limit.isOver('a', null)).toBe(false)
})

test('remembers a hundred valid tokens, the latest', () => {
  const limit = new RefusalLimit()
  for (let n = 0; n < 120; n++) limit.countRefusal('a')
  for (let n = 0; n <= 100; n++) limit.remember(`token ${n}`)
  expect(limit.isOver('a', 'token 0')).toBe(true)
  expect(limit.isOver('a', 'token 1')).toBe(false)
})
