import { expect, test } from 'vitest'
import { nodesOf, nodesWithout } from './use-sender-form.ts'

test.each([
  ['', { rpcUrl: 'https://a' }],
  [' \n\n', { rpcUrl: 'https://a' }],
  ['https://b', { rpcUrl: 'https://a', rpcUrls: ['https://a', 'https://b'] }],
  [' https://b \r\n\nhttps://c\n', { rpcUrl: 'https://a', rpcUrls: ['https://a', 'https://b', 'https://c'] }],
])('further nodes typed as %j', (typed, nodes) => {
  expect(nodesOf(' https://a', typed)).toEqual(nodes)
})

test.each([
  [['https://b'], { rpcUrl: 'https://a/key', rpcUrls: ['https://a/key', 'https://c'] }],
  [['https://a'], { rpcUrl: 'https://b/key', rpcUrls: ['https://b/key', 'https://c'] }],
  [['https://a', 'https://b', 'https://c'], null],
  [['https://d'], null],
])('without the nodes that do not answer: %j', (silent, nodes) => {
  const rpcUrls = ['https://a/key', 'https://b/key', 'https://c']
  expect(nodesWithout({ rpcUrl: 'https://a/key', rpcUrls }, silent)).toEqual(nodes)
})
