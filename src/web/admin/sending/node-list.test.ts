import { expect, test } from 'vitest'
import { nodesOf } from './node-list.ts'

test.each([
  ['', { rpcUrl: 'https://a' }],
  [' \n\n', { rpcUrl: 'https://a' }],
  ['https://b', { rpcUrl: 'https://a', rpcUrls: ['https://a', 'https://b'] }],
  [' https://b \r\n\nhttps://c\n', { rpcUrl: 'https://a', rpcUrls: ['https://a', 'https://b', 'https://c'] }],
])('further nodes typed as %j', (typed, nodes) => {
  expect(nodesOf(' https://a', typed)).toEqual(nodes)
})
