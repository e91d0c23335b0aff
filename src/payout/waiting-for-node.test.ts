import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { connectRpc } from '#solana/connect-rpc.ts'
import type { Mint } from '#solana/mint.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import { type Answer, reply, replyError, startTestNode } from '../../test/harness/test-node.ts'
import { type Clock, systemClock } from './clock.ts'
import { BlockhashSource } from './nodes/blockhash-source.ts'
import { FailoverRpc } from './nodes/failover-rpc.ts'
import { describeWait } from './records/restart-barrier.ts'
import { waitingForNode } from './run-until-stopped.ts'

const GENESIS = 'the hash of the right cluster'
const IMPATIENT = { timeoutMs: 1_000, retries: 0 }
const clock: Clock = systemClock
const MINT = { tokenAccountBytes: 165 } as Mint
const NO_TERMS = { blockhash: null }

/** Returns the message of a run that waits for a blockhash from a node. */
async function saidOf(url: string): Promise<string> {
  const senders = [connectRpc(url, IMPATIENT)] as const
  const reader = new FailoverRpc({ senders, second: null, genesisHash: GENESIS, clock })
  const answer = new BlockhashSource({ reader, mint: MINT }, clock, 100, NO_TERMS).latest(null)
  const error = await answer.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof RpcUnavailableError)) throw new Error('The node answered')
  return waitingForNode(error).replace(new URL(url).host, 'NODE')
}

const RENT = {
  owner: 'Sysvar1111111111111111111111111111111111111',
  lamports: 1_009_200,
  executable: false,
  data: [Buffer.alloc(17).toString('base64'), 'base64'],
}

const named =
  (genesisHash: string): Answer =>
  (call, response) => {
    if (call.method === 'getGenesisHash') reply(call, response, JSON.stringify(genesisHash))
    else if (call.method === 'getEpochInfo') reply(call, response, { blockHeight: 50, absoluteSlot: 50 })
    else if (call.method === 'getAccountInfo') reply(call, response, { context: { slot: 50 }, value: RENT })
    else {
      const value = { blockhash: '11111111111111111111111111111111', lastValidBlockHeight: 200 }
      reply(call, response, { context: { slot: 50 }, value })
    }
  }

test.each<[string, string, Answer]>([
  ['hangs', 'it did not answer within 1 s', () => {}],
  ['cuts connections', 'the connection broke off', (_, response) => void response.destroy()],
  ['answers for another cluster', 'it answers for another cluster', named('another hash')],
  ['falls behind', 'its newest blockhash is an old one', named(GENESIS)],
  [
    'says that it is behind',
    'it says "Node is behind by 42 slots"',
    (call, response) => replyError(call, response, -32_005, 'Node is behind by 42 slots'),
  ],
  ['refuses', 'it answered HTTP 403', (_, response) => void response.writeHead(403).end()],
  ['limits', 'it answered HTTP 429', (_, response) => void response.writeHead(429).end()],
  [
    'limits in JSON',
    'it says "Too many requests"',
    (call, response) => replyError(call, response, 429, 'Too many requests'),
  ],
  ['is a web page', 'it answered with a web page', (_, response) => void response.end('<html></html>')],
  [
    'answers as no node does',
    'it did not answer as a Solana node does',
    (call, response) =>
      reply(call, response, call.method === 'getGenesisHash' ? JSON.stringify(GENESIS) : []),
  ],
])('a node that %s is named with its reason', async (_, reason, answer) => {
  const { url } = await startTestNode(answer)
  expect(await saidOf(url)).toBe(`Waiting for the Solana RPC node NODE: ${reason}.`)
})

test('a node that nothing listens at is named with its reason', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  expect(await saidOf(`http://127.0.0.1:${port}`)).toBe(
    'Waiting for the Solana RPC node NODE: the connection was refused.',
  )
})

test('where no node is known, only the reason is given', () => {
  expect(waitingForNode(new RpcUnavailableError('it did not answer in time'))).toBe(
    'Waiting for the Solana RPC node: it did not answer in time.',
  )
})

test.each([
  [1, 400, 'about 10 seconds'],
  [25, 400, 'about 10 seconds'],
  [26, 400, 'about 20 seconds'],
  [112, 400, 'about 50 seconds'],
  [113, 400, 'about a minute'],
  [182, 400, 'about a minute'],
  [300, 400, 'about 2 minutes'],
  [50, 200, 'about 10 seconds'],
  [147, 200, 'about 30 seconds'],
  [300, 200, 'about a minute'],
])('%i blocks of %i ms: %s', (blocks, slotMs, words) => {
  expect(describeWait(blocks * slotMs)).toBe(words)
})
