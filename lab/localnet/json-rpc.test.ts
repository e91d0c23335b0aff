import { expect, test } from 'vitest'
import { answerJsonRpc, MislabelledResult, type RpcCall } from './json-rpc.ts'
import { RpcError } from './rpc-error.ts'

const call: RpcCall = async (method, params) => {
  if (method === 'echo') return params
  if (method === 'u64') return 2n ** 64n - 1n
  if (method === 'nothing') return null
  if (method === 'refuse') throw new RpcError(-32016, 'not yet', { contextSlot: 7 })
  if (method === 'mislabel') return new MislabelledResult('other', params)
  throw new Error('a secret of the inside')
}

const answer = (body: string) => answerJsonRpc(body, call, new AbortController().signal)

const request = (method: string, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params: [method] })

test.each([
  { name: 'a result', body: request('echo'), answer: { jsonrpc: '2.0', result: ['echo'], id: 1 } },
  { name: 'a null result', body: request('nothing', 'x'), answer: { jsonrpc: '2.0', result: null, id: 'x' } },
  {
    name: 'an error with its data',
    body: request('refuse'),
    answer: { jsonrpc: '2.0', error: { code: -32016, message: 'not yet', data: { contextSlot: 7 } }, id: 1 },
  },
  {
    name: 'a result under another id',
    body: request('mislabel'),
    answer: { jsonrpc: '2.0', result: ['mislabel'], id: 'other' },
  },
  {
    name: 'a fault without its message',
    body: request('fault'),
    answer: { jsonrpc: '2.0', error: { code: -32603, message: 'Internal error' }, id: 1 },
  },
  {
    name: 'what is no request',
    body: { id: 1, method: 'echo' },
    answer: { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' }, id: null },
  },
  {
    name: 'an empty batch',
    body: [],
    answer: { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' }, id: null },
  },
  {
    name: 'a batch in its order, without its notifications',
    body: [request('echo', 2), { jsonrpc: '2.0', method: 'echo' }, request('nothing', 1)],
    answer: [
      { jsonrpc: '2.0', result: ['echo'], id: 2 },
      { jsonrpc: '2.0', result: null, id: 1 },
    ],
  },
])('answers $name', async ({ body, answer: expected }) => {
  expect(JSON.parse((await answer(JSON.stringify(body))) ?? '')).toEqual(expected)
})

test('answers broken JSON as a parse error', async () => {
  expect(await answer('{"jsonrpc":')).toContain('-32700')
})

test('does not answer a notification', async () => {
  expect(await answer('{"jsonrpc":"2.0","method":"echo"}')).toBeNull()
})

test('writes a u64 exactly', async () => {
  const text = await answer(JSON.stringify(request('u64')))
  expect(text).toContain('"result":18446744073709551615')
})
