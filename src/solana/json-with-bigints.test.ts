import { expect, test } from 'vitest'
import { parseJsonWithBigInts, stringifyJsonWithBigInts } from './json-with-bigints.ts'

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
