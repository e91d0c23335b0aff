import { expect, test } from 'vitest'
import { readRetryAfterMs } from './retry-after.ts'

const FAR_CLOCK = 'Tue, 01 Jan 2030 00:00:00 GMT'

test.each<[string, Record<string, string>, number]>([
  ['none', {}, 0],
  ['seconds', { 'retry-after': '7' }, 7_000],
  ['a part of a second', { 'retry-after': '0.25' }, 250],
  ['a date', { 'retry-after': 'Tue, 01 Jan 2030 00:00:09 GMT', date: FAR_CLOCK }, 9_000],
  ['a date that is past', { 'retry-after': 'Mon, 31 Dec 2029 23:59:00 GMT', date: FAR_CLOCK }, 0],
  ['an hour', { 'retry-after': '3600' }, 30_000],
  ['a date in an hour', { 'retry-after': 'Tue, 01 Jan 2030 01:00:00 GMT', date: FAR_CLOCK }, 30_000],
  ['no time at all', { 'retry-after': 'soon' }, 0],
  ['less than nothing', { 'retry-after': '-5' }, 0],
])('Retry-After with %s', (_title, headers, expected) => {
  expect(readRetryAfterMs(new Headers(headers))).toBe(expected)
})

test('a date is measured from the clock of this machine where the node does not send its own', () => {
  const inTenSeconds = new Date(Date.now() + 10_000).toUTCString()
  const waitMs = readRetryAfterMs(new Headers({ 'retry-after': inTenSeconds }))
  expect(waitMs).toBeGreaterThan(7_000)
  expect(waitMs).toBeLessThanOrEqual(10_000)
})
