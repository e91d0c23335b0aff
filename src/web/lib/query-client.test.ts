import { expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { queryKeyOf } from './query-client.ts'

const { claim, claims } = endpoints.admin

test('the key of an endpoint is a prefix of the keys of all its queries', () => {
  const all = queryKeyOf(claims)
  const page = queryKeyOf(claims, { query: { sort: 'newest' } })
  const one = queryKeyOf(claim, { params: { id: 'A-1' } })
  expect(page.slice(0, all.length)).toEqual(all)
  expect(one.slice(0, all.length)).toEqual(all)
  expect(queryKeyOf(claim)).toEqual(all)
  expect(one).not.toEqual(queryKeyOf(claim, { params: { id: 'A-2' } }))
  expect(page).not.toEqual(queryKeyOf(claims, { query: { sort: 'oldest' } }))
})
