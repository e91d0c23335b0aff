import { beforeEach, expect, test } from 'vitest'
import { ClientLimit } from './limits.ts'

let nowMs = 0
let limit: ClientLimit

beforeEach(() => {
  nowMs = 1_000
  limit = new ClientLimit({ max: 2, windowMs: 60_000 }, 3, () => nowMs)
})

test('counts each client by itself, below 0 where it asked too often', () => {
  expect([limit.count('a').left, limit.count('a').left, limit.count('a').left]).toEqual([1, 0, -1])
  expect(limit.count('b').left).toBe(1)
})

test('a window ends a minute after its first request, however often is asked meanwhile', () => {
  expect(limit.count('a').endsInMs).toBe(60_000)
  nowMs += 59_999
  for (let n = 0; n < 5; n += 1) limit.count('a')
  expect(limit.count('a')).toEqual({ left: -5, endsInMs: 1 })
  nowMs += 1
  expect(limit.count('a')).toEqual({ left: 1, endsInMs: 60_000 })
})

test('remembers as many clients as it is to that asked last, and forgets those that asked long ago', () => {
  for (const client of ['a', 'b', 'c', 'a', 'd', 'e']) limit.count(client)
  expect(limit.count('a').left).toBe(-1)
  expect(limit.count('e').left).toBe(0)
  for (const client of ['f', 'g', 'h']) limit.count(client)
  expect(limit.count('a').left).toBe(-2)
  expect(limit.count('b').left).toBe(1)
})
