import { expect, test } from 'vitest'
import { ERROR_CODES } from '#domain/portal-error.ts'
import { ALL_ENDPOINTS } from './endpoints.ts'
import { errorCodesOf } from './error.ts'

test('each endpoint is declared once', () => {
  const routes = ALL_ENDPOINTS.map(({ method, path }) => `${method} ${path}`)
  expect(routes.length).toBeGreaterThan(40)
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([])
})

test('every code of the catalogue is named by an endpoint', () => {
  const named = new Set<string>(ALL_ENDPOINTS.flatMap(errorCodesOf))
  expect(ERROR_CODES.filter((code) => !named.has(code))).toEqual([])
})

test.each(ALL_ENDPOINTS)('$method $path names no code twice', (endpoint) => {
  const codes = errorCodesOf(endpoint)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})
