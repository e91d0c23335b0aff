import { beforeEach, describe, expect, test } from 'vitest'
import { ClientLimit } from './limits.ts'
import { RefusalLimit } from './require-admin.ts'

describe('limits', () => {
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
    limit.count('b')
    for (let n = 0; n < 5; n += 1) limit.count('a')
    expect(limit.count('a')).toEqual({ left: -5, endsInMs: 1 })
    nowMs += 1
    expect(limit.count('a')).toEqual({ left: 1, endsInMs: 60_000 })
    nowMs += 59_998
    expect(limit.count('b')).toEqual({ left: 0, endsInMs: 1 })
  })

  test('remembers whoever comes until its window is over', () => {
    limit = new ClientLimit({ max: 2, windowMs: 60_000 }, 1_000, () => nowMs)
    for (let second = 0; second < 300; second++, nowMs += 1_000) {
      limit.count(`client ${second}`)
      if (second >= 59) expect(limit.count(`client ${second - 59}`).left).toBe(0)
    }
  })

  test('remembers as many clients as it is to that asked last, and forgets those that asked long ago', () => {
    for (const client of ['a', 'b', 'c', 'a', 'd', 'e']) limit.count(client)
    expect(limit.count('a').left).toBe(-1)
    expect(limit.count('e').left).toBe(0)
    for (const client of ['f', 'g', 'h']) limit.count(client)
    expect(limit.count('a').left).toBe(-2)
    expect(limit.count('b').left).toBe(1)
  })
})

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
