import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Answer, reply, replyError, startTestNode } from '../../test/harness/test-node.ts'
import { connectRpc } from './connect-rpc.ts'
import { describeConnectionFault } from './node-fault.ts'
import { RpcUnavailableError } from './solana-rpc.ts'

const ONCE = { timeoutMs: 5_000, retries: 0 }

/** Returns the message of a node's failure to answer its genesis hash. */
async function wordsFrom(url: string): Promise<string> {
  const error = await connectRpc(url, ONCE)
    .genesisHash()
    .catch((error: unknown) => error)
  expect(error).toBeInstanceOf(RpcUnavailableError)
  return (error as RpcUnavailableError).message
}

const says =
  (message: string, code = -32097): Answer =>
  (call, response) =>
    replyError(call, response, code, message)

test.each<[string, Answer]>([
  ['the connection broke off', (_call, response) => response.destroy()],
  ['it answered HTTP 502', (_call, response) => response.writeHead(502).end('<html>Bad Gateway</html>')],
  ['it answered HTTP 429', (_call, response) => response.writeHead(429).end()],
  [
    'it answered HTTP 401: it says "Invalid API key"',
    (_call, response) => response.writeHead(401).end('{"error":{"message":"Invalid API key"}}'),
  ],
  ['it answered with a web page', (_call, response) => response.end('<!doctype html><p>Welcome')],
  ['it did not answer in JSON-RPC', (_call, response) => response.end('Welcome')],
  ['it did not answer in JSON-RPC', (_call, response) => response.end('null')],
  ['it did not answer in JSON-RPC', (_call, response) => response.end('')],
  ['it answered a different request', (call, response) => reply({ ...call, id: 'x' }, response, '"g"')],
  ['it says "Node is behind by 42 slots"', says('Node is behind by 42 slots', -32005)],
  [
    'it says "Too many requests"',
    (_call, response) => response.end('{"error":{"code":429,"message":"Too many requests"},"id":null}'),
  ],
  // Kit's own words for these two are an exception of its own and a template.
  ['it says "limit"', says('limit', -32002)],
  ['it says "Node is unhealthy"', says('Node is unhealthy', -32005)],
  ['it says "one line"', says('one\r\n\tline\u0000\u202e')],
  ['it says "bold"', says('<b onclick="x()">bold</b><script src=x>')],
  [`it says "${'a'.repeat(199)}…"`, says('a'.repeat(300))],
  ['it answered with error -32097', says('<br>')],
  ['it answered with an error', ({ id }, response) => response.end(`{"id":"${id}","error":{}}`)],
])('%s', async (words, answer) => {
  const { url } = await startTestNode(answer)
  expect(await wordsFrom(url)).toBe(words)
})

test('it did not answer within 0.3 s', async () => {
  const { url } = await startTestNode(() => {})
  const ask = connectRpc(url, { timeoutMs: 300, retries: 0 }).genesisHash()
  await expect(ask).rejects.toThrow(/^it did not answer within 0.3 s$/)
})

describe('where no node answers', () => {
  test('the connection was refused', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    expect(await wordsFrom(`http://127.0.0.1:${port}`)).toBe('the connection was refused')
    expect(await wordsFrom(`http://localhost:${port}`)).toBe('the connection was refused')
  })

  test('its name can not be resolved', async () => {
    expect(await wordsFrom('http://no-such-host.invalid')).toBe('its name can not be resolved')
  })

  test.each([
    ['EAI_AGAIN', 'its name can not be resolved'],
    ['EHOSTUNREACH', 'no network leads to it'],
    ['UND_ERR_CONNECT_TIMEOUT', 'it did not answer in time'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is not valid'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is not valid'],
    ['UND_ERR_SOCKET', 'the connection broke off'],
  ])('%s is put into words', (code, words) => {
    expect(describeConnectionFault(new TypeError('fetch failed', { cause: codeOf(code) }))).toBe(words)
  })

  test('no secure connection to it can be made', async () => {
    const { url } = await startTestNode(() => {})
    expect(await wordsFrom(url.replace('http:', 'https:'))).toBe('no secure connection to it can be made')
  })

  test('it does not speak HTTP', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await wordsFrom(`http://127.0.0.1:${port}`)).toBe('it does not speak HTTP')
  })

  test('its URL is not valid', async () => {
    expect(await wordsFrom('no url')).toBe('its URL is not valid')
  })
})

test('a key of the URL is never shown, in any part of it and even when the node repeats it', async () => {
  const keys = ['path-key-1234', 'query-key-1234', 'user-name-1234', 'pass word 1234']
  const { url, calls } = await startTestNode(says(`You are ${keys.join(', ')} on v2`))
  const withKeys = new URL(`${url}/v2/path-key-1234?api-key=query-key-1234`)
  withKeys.username = 'user-name-1234'
  withKeys.password = 'pass word 1234'

  const rpc = connectRpc(withKeys.href, ONCE)
  const error = await rpc.genesisHash().catch((error: unknown) => error)
  expect(error).toMatchObject({
    message: 'it says "You are …, …, …, … on v2"',
    nodeName: new URL(url).host,
  })
  expect(rpc.name).toBe(new URL(url).host)
  expect(calls[0]?.headers.authorization).toBe(`Basic ${btoa('user-name-1234:pass word 1234')}`)
})

function codeOf(code: string): Error {
  return Object.assign(new Error('of the library'), { code })
}
