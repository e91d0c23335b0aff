import { createSolanaRpcFromTransport } from '@solana/kit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answer, reply, replyError, startTestNode } from '../../test/harness/test-node.ts'
import { type FaultKind, NodeFault } from './node-fault.ts'
import {
  createRetryingTransport,
  parseJsonWithBigInts,
  RetryBudget,
  type RpcTransportOptions,
  readRetryAfterMs,
  stringifyJsonWithBigInts,
} from './rpc-transport.ts'

const OPTIONS = { timeoutMs: 10_000, retries: 4, firstRetryMs: 10 }

/** Shortens the timeout of the tests of silence. */
const timeoutFor = (title: string) => (title.includes('silence') ? 300 : OPTIONS.timeoutMs)

/** Connects a node that answers with the given answer. */
async function nodeThat(answer: Answer, options: Partial<RpcTransportOptions> = {}) {
  const { url, calls } = await startTestNode(answer)
  const transport = createRetryingTransport({ url, ...OPTIONS, ...options })
  return { rpc: createSolanaRpcFromTransport(transport), calls }
}

const send = (rpc: Awaited<ReturnType<typeof nodeThat>>['rpc']) =>
  rpc.sendTransaction('AA==' as never, { encoding: 'base64' }).send()

const FAULTS: [string, Answer][] = [
  ['HTTP 429', (_call, response) => response.writeHead(429).end()],
  ['HTTP 503', (_call, response) => response.writeHead(503).end()],
  ['a dropped connection', (_call, response) => response.destroy()],
  ['an answer that breaks off', (_call, response) => dropHalfWay(response)],
  ['silence', () => {}],
  ['half an answer and silence', (_call, response) => response.write('{"jsonrpc"')],
  ['a web page', (_call, response) => response.end('<html>Welcome</html>')],
  ['the answer to another request', ({ id }, response) => response.end(result({ id: `${id}0` }))],
  ['an answer to no request', (_call, response) => response.end(result({}))],
  ['an answer with null for its id', (_call, response) => response.end(result({ id: null }))],
  ['its id as a number', ({ id }, response) => response.end(result({ id: Number(id) }))],
  ['the error of another request', ({ id }, response) => response.end(invalid({ id: `${id}0` }))],
  ['neither result nor error', ({ id }, response) => response.end(`{"jsonrpc":"2.0","id":"${id}"}`)],
  ['another protocol', ({ id }, response) => response.end(`{"id":"${id}","result":7}`)],
  ['a list of answers', ({ id }, response) => response.end(`[${result({ id })}]`)],
  ['the code 429', (call, response) => replyError(call, response, 429, 'Slow down')],
  ['the code -32429', (call, response) => replyError(call, response, -32429, 'Slow down')],
  ['a limit in words', (call, response) => replyError(call, response, -32097, 'Rate limit exceeded')],
  [
    'a limit from a gateway that did not read the id',
    (_call, response) => response.end('{"error":{"code":429,"message":"Too many requests"},"id":null}'),
  ],
  ['a limit as bare text', (_call, response) => response.end('{"error":"too many requests"}')],
  ['an unhealthy node', (call, response) => replyError(call, response, -32005, 'Node is unhealthy')],
  ['a block that is not there yet', (call, response) => replyError(call, response, -32004, 'No block')],
  ['a status that is not there yet', (call, response) => replyError(call, response, -32014, 'No status')],
  ['a node that is behind', (call, response) => replyError(call, response, -32016, 'Minimum context slot')],
  ['storage that is away', (call, response) => replyError(call, response, -32019, 'Storage')],
  ['an internal error', (call, response) => replyError(call, response, -32603, 'Internal error')],
]

function result(message: object): string {
  return JSON.stringify({ jsonrpc: '2.0', result: 8, ...message })
}

function invalid(message: object): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code: -32602, message: 'Invalid params' }, ...message })
}

function dropHalfWay(response: Parameters<Answer>[1]): void {
  response.writeHead(200, { 'content-length': 1_000 })
  response.write('{"jsonrpc"', () => response.destroy())
}

test.each(FAULTS)('a read is tried again after %s', async (title, answer) => {
  const { rpc, calls } = await nodeThat(
    (call, response) => (call.count < 3 ? answer(call, response) : reply(call, response, 7)),
    { timeoutMs: timeoutFor(title) },
  )
  expect(await rpc.getSlot().send()).toBe(7n)
  expect(calls).toHaveLength(3)
})

test.each(FAULTS)('a transaction is sent once, in spite of %s', async (title, answer) => {
  const { rpc, calls } = await nodeThat(answer, { timeoutMs: timeoutFor(title) })
  await expect(send(rpc)).rejects.toThrow()
  // Long enough for a retry.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(calls.map(({ method }) => method)).toEqual(['sendTransaction'])
})

test.each<[string, Answer]>([
  ['HTTP 403', (_call, response) => response.writeHead(403).end()],
  ['parameters that are wrong', ({ id }, response) => response.end(invalid({ id }))],
  ['a history that it does not keep', (call, response) => replyError(call, response, -32011, 'No history')],
])('a read is not tried again after %s', async (_title, answer) => {
  const { rpc, calls } = await nodeThat(answer)
  await expect(rpc.getSlot().send()).rejects.toThrow()
  expect(calls).toHaveLength(1)
})

test.each(FAULTS.slice(0, 3))(
  'with no retries a read is tried once, in spite of %s',
  async (_title, answer) => {
    const { rpc, calls } = await nodeThat(answer, { retries: 0 })
    await expect(rpc.getSlot().send()).rejects.toThrow()
    expect(calls).toHaveLength(1)
  },
)

test.each([301, 302, 303, 307, 308])('a redirect is not followed: HTTP %i', async (status) => {
  const { url, calls } = await startTestNode((call, response) => reply(call, response, '7'))
  const redirecting: Answer = (_call, response) => response.writeHead(status, { location: url }).end()
  const { rpc } = await nodeThat(redirecting, { retries: 0 })
  await expect(rpc.getSlot().send()).rejects.toThrow('it redirects to another address')
  await expect(send(rpc)).rejects.toThrow('it redirects to another address')
  expect(calls).toEqual([])
})

test('a read is tried again as often as configured', async () => {
  const { rpc, calls } = await nodeThat((_call, response) => response.writeHead(502).end(), { retries: 2 })
  await expect(rpc.getSlot().send()).rejects.toThrow()
  expect(calls).toHaveLength(3)
})

test('two equal reads of one moment are two requests', async () => {
  const { rpc, calls } = await nodeThat((call, response) => reply(call, response, call.count))
  const answers = await Promise.all([rpc.getSlot().send(), rpc.getSlot().send()])
  expect(answers.toSorted()).toEqual([1n, 2n])
  expect(calls).toHaveLength(2)
})

test('answers that are exchanged between two requests reach neither', async () => {
  const waiting: Parameters<Answer>[] = []
  const { rpc, calls } = await nodeThat((call, response) => {
    if (call.count > 2) return reply(call, response, call.params[0] === 'a' ? 1 : 2)
    waiting.push([call, response])
    if (waiting.length < 2) return
    const [first, second] = waiting as [Parameters<Answer>, Parameters<Answer>]
    reply(first[0], second[1], 1)
    reply(second[0], first[1], 2)
  })
  const balanceOf = (address: string) => rpc.getMinimumBalanceForRentExemption(address as never).send()
  expect(await Promise.all([balanceOf('a'), balanceOf('b')])).toEqual([1n, 2n])
  expect(calls).toHaveLength(4)
})

describe('Retry-After', () => {
  const limitedFor = (retryAfter: string, status = 429) =>
    nodeThat((call, response) =>
      call.count < 2
        ? response.writeHead(status, { 'retry-after': retryAfter }).end()
        : reply(call, response, 7),
    )

  test.each([429, 503])('is waited for after HTTP %i', async (status) => {
    const { rpc, calls } = await limitedFor('0.6', status)
    await rpc.getSlot().send()
    expect((calls[1]?.atMs ?? 0) - (calls[0]?.atMs ?? 0)).toBeGreaterThan(590)
  })

  test('delays other requests too', async () => {
    const { rpc, calls } = await limitedFor('0.6')
    const first = rpc.getSlot().send()
    await expect.poll(() => calls.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await Promise.all([first, rpc.getBlockHeight().send()])
    expect((calls[1]?.atMs ?? 0) - (calls[0]?.atMs ?? 0)).toBeGreaterThan(590)
  })

  test('is not waited for without end', async () => {
    const { rpc, calls } = await nodeThat((_call, response) =>
      response.writeHead(429, { 'retry-after': '0.01' }).end(),
    )
    await expect(rpc.getSlot().send()).rejects.toThrow('it answered HTTP 429')
    expect(calls).toHaveLength(9)
  })
})

describe('a node that takes one request in 40 ms', () => {
  const BEARS_EVERY_MS = 40
  const LIMITS = FAULTS.filter(([title]) => /code 429|in words/.test(title))

  test.each(LIMITS)('answers all of 60 together, refusing with %s', async (_title, refuse) => {
    let freeAtMs = 0
    let refused = 0
    const { rpc } = await nodeThat((call, response) => {
      if (call.atMs < freeAtMs) {
        refused += 1
        return refuse(call, response)
      }
      freeAtMs = call.atMs + BEARS_EVERY_MS
      return reply(call, response, 7)
    })
    const answers = await Promise.all(Array.from({ length: 60 }, () => rpc.getSlot().send()))
    expect(answers).toEqual(Array(60).fill(7n))
    // Without a pace they would all be refused again and again.
    expect(refused).toBeLessThan(120)
  })
})

test('a node that answers again is asked faster and faster', async () => {
  const { rpc, calls } = await nodeThat((call, response) =>
    call.count < 2 ? response.writeHead(429).end() : reply(call, response, 7),
  )
  await rpc.getSlot().send()
  await Promise.all(Array.from({ length: 100 }, () => rpc.getSlot().send()))
  const [first, last] = [calls.at(1)?.atMs ?? 0, calls.at(-1)?.atMs ?? 0]
  // It takes 5 s at the distance after the slowdown.
  expect(last - first).toBeLessThan(4_000)
})

test('an unhealthy node is not asked more slowly', async () => {
  const { rpc, calls } = await nodeThat(
    (call, response) =>
      call.count % 2 === 0
        ? reply(call, response, 7)
        : replyError(call, response, -32005, 'Node is unhealthy'),
    { firstRetryMs: 1 },
  )
  const startedAtMs = performance.now()
  for (let read = 0; read < 30; read++) await rpc.getSlot().send()
  expect(calls).toHaveLength(60)
  expect(performance.now() - startedAtMs).toBeLessThan(2_000)
})

describe('the retries of one read', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Counts the retries of one read when each request takes so long to fail. */
  function retriesAfter(
    kind: FaultKind,
    { retries = 4, requestMs = 0, retryAfterMs = 0 } = {},
  ): { count: number; knownAfterMs: number } {
    const budget = new RetryBudget(retries)
    const startedAtMs = performance.now()
    for (let count = 0; ; count++) {
      const leftAtMs = performance.now()
      vi.advanceTimersByTime(requestMs)
      if (!budget.allowsRetry(new NodeFault(kind, 'it failed', { retryAfterMs }), leftAtMs)) {
        return { count, knownAfterMs: performance.now() - startedAtMs }
      }
    }
  }

  test('a passing fault is retried as often as configured', () => {
    expect(retriesAfter('passing', { retries: 4 }).count).toBe(4)
    expect(retriesAfter('passing', { retries: 1 }).count).toBe(1)
  })

  test('a node that hangs for 6 s a request is asked twice', () => {
    expect(retriesAfter('passing', { requestMs: 6_000 })).toEqual({ count: 1, knownAfterMs: 12_000 })
  })

  test('a read that fails slowly is given up in time', () => {
    expect(retriesAfter('passing', { retries: 100, requestMs: 2_900 }).knownAfterMs).toBeLessThan(16_000)
  })

  test('a limit gets more retries', () => {
    expect(retriesAfter('limited').count).toBe(8)
    expect(retriesAfter('limited', { requestMs: 20_000 }).count).toBe(8)
  })

  test('a node may ask for 30 s of waiting in all', () => {
    expect(retriesAfter('limited', { retryAfterMs: 30_000 }).count).toBe(1)
    expect(retriesAfter('limited', { retryAfterMs: 10_000 }).count).toBe(3)
  })

  test('limits and faults are counted apart', () => {
    const budget = new RetryBudget(1)
    const allowsRetry = (kind: FaultKind) =>
      budget.allowsRetry(new NodeFault(kind, 'it failed'), performance.now())
    expect([
      allowsRetry('limited'),
      allowsRetry('limited'),
      allowsRetry('passing'),
      allowsRetry('limited'),
    ]).toEqual(Array(4).fill(true))
    expect(allowsRetry('passing')).toBe(false)
  })

  test('with no retries nothing is tried again', () => {
    expect(retriesAfter('passing', { retries: 0 }).count).toBe(0)
    expect(retriesAfter('limited', { retries: 0 }).count).toBe(0)
  })

  test('a lasting fault, and an error that is no node fault, is not retried', () => {
    expect(retriesAfter('lasting').count).toBe(0)
    expect(new RetryBudget(4).allowsRetry(new Error('of ours'), performance.now())).toBe(false)
  })
})

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
