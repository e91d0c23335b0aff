import { expect, test } from 'vitest'
import { nodeOrigin } from '#domain/sender.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import { askingCluster } from './configured-sender.ts'

const PLAIN = 'The Solana RPC node could not be reached or did not answer as one'

test.each([
  [
    new RpcUnavailableError('it answered HTTP 403', { nodeName: 'rpc.test' }),
    ` (rpc.test: it answered HTTP 403)`,
  ],
  [new RpcUnavailableError('it answers for another cluster'), ''],
])('a node that does not answer is named with its reason: %s', async (error, why) => {
  const asking = askingCluster(() => Promise.reject(error))
  await expect(asking).rejects.toMatchObject({
    code: 'rpc_unreachable',
    message: `${PLAIN}${why}. Check the URL.`,
  })
})

test('any other error is rethrown', async () => {
  const fault = new TypeError('of ours')
  await expect(askingCluster(() => Promise.reject(fault))).rejects.toBe(fault)
})

test.each([
  ['https://node.example/v2/key-in-the-path', 'https://node.example'],
  ['https://node.example/?api-key=key-in-the-query', 'https://node.example'],
  ['https://user:key@node.example:8443/x#key', 'https://node.example:8443'],
  ['https://node.example:443', 'https://node.example'],
  ['http://127.0.0.1:8899/', 'http://127.0.0.1:8899'],
])('of %s only %s is shown', (url, origin) => {
  expect(nodeOrigin(url)).toBe(origin)
})
