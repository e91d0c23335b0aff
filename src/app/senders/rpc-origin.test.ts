import { expect, test } from 'vitest'
import { rpcOrigin } from './rpc-origin.ts'

test.each([
  ['https://node.example/v2/key-in-the-path', 'https://node.example'],
  ['https://node.example/?api-key=key-in-the-query', 'https://node.example'],
  ['https://user:key@node.example:8443/x#key', 'https://node.example:8443'],
  ['https://node.example:443', 'https://node.example'],
  ['http://127.0.0.1:8899/', 'http://127.0.0.1:8899'],
])('of %s only %s is shown', (url, origin) => {
  expect(rpcOrigin(url)).toBe(origin)
})
