import { expect, test } from 'vitest'
import { parseJsonWithBigInts, readRetryAfterMs, stringifyJsonWithBigInts } from './rpc-transport.ts'

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

test('integers are exact, whatever their size and place', () => {
  const text = '{"a":18446744073709551615,"b":[-7,0,{"c":9007199254740993}]}'
  const value = { a: 18446744073709551615n, b: [-7n, 0n, { c: 9007199254740993n }] }
  expect(parseJsonWithBigInts(text)).toEqual(value)
  expect(stringifyJsonWithBigInts(value)).toBe(text)
})

test('what is no integer stays as it is', () => {
  expect(parseJsonWithBigInts('[1.5,1e-3,"12",true,null]')).toEqual([1.5, 0.001, '12', true, null])
})

test('text that quotes and escapes integers is left alone', () => {
  const value = { words: 'a "12" \\ {"$n":"3"}' }
  expect(parseJsonWithBigInts(JSON.stringify(value))).toEqual(value)
})
