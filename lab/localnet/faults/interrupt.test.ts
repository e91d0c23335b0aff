import {
  createSolanaRpc,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
} from '@solana/kit'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startLocalnet } from '#lab/localnet/start-localnet.ts'
import { forAllTests } from '../../../test/harness/for-tests.ts'
import { memoInstruction, openTestWallet, type TestWallet } from '../../../test/harness/test-wallet.ts'
import type { FaultPlanInput } from './fault-plan.ts'

type Rules = NonNullable<FaultPlanInput['rules']>
type Rule = Rules[number]

let wallet: TestWallet
let memos = 0

const localnet = forAllTests(() => startLocalnet({ slotMs: null }))
beforeAll(async () => {
  wallet = await openTestWallet(localnet)
})
beforeEach(() => localnet.faults.use({ seed: 1 }))

function use(...rules: Rules) {
  localnet.faults.use({ seed: 1, rules })
}

async function post(method: string, ...params: unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(localnet.url, { method: 'POST', body })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const KINDS: { name: string; rule: Rule; answer: unknown }[] = [
  { name: 'drop', rule: { kind: 'drop', probability: 1 }, answer: 'no answer' },
  { name: 'timeout', rule: { kind: 'timeout', probability: 1, holdMs: 30 }, answer: 'no answer' },
  { name: 'rateLimit', rule: { kind: 'rateLimit', probability: 1 }, answer: { status: 429 } },
  { name: '500', rule: { kind: 'serverError', probability: 1, status: 500 }, answer: { status: 500 } },
  { name: '502', rule: { kind: 'serverError', probability: 1, status: 502 }, answer: { status: 502 } },
  { name: '503', rule: { kind: 'serverError', probability: 1, status: 503 }, answer: { status: 503 } },
  {
    name: 'garbage',
    rule: { kind: 'garbage', probability: 1 },
    answer: { status: 200, text: expect.stringMatching(/^<!doctype html>/) },
  },
  { name: 'hang', rule: { kind: 'hang', probability: 1, holdMs: 30 }, answer: 'no answer' },
  {
    name: 'a limit in the body',
    rule: { kind: 'limitInBody', probability: 1 },
    answer: { status: 200, text: expect.stringMatching(/"code":429,"message":"Too many requests"/) },
  },
  {
    name: 'an RPC error',
    rule: { kind: 'rpcError', probability: 1, error: 'internalError' },
    answer: { status: 200, text: expect.stringContaining('-32603') },
  },
]

describe.each(KINDS)('$name', ({ rule, answer }) => {
  test.each(['before', 'after'] as const)('%s a transaction was handed on', async (when) => {
    memos += 1
    const { wire, signature } = await wallet.sign([memoInstruction(`${memos}`)])
    const counted = localnet.faults.status().counts[rule.kind] ?? 0
    use({ ...rule, when } as Rule)
    const answered = await post('sendTransaction', wire, { encoding: 'base64', skipPreflight: true }).catch(
      () => 'no answer',
    )
    expect(answered).toEqual(typeof answer === 'string' ? answer : expect.objectContaining(answer))
    expect(localnet.cluster.history.find(signature) !== undefined).toBe(when === 'after')
    expect(localnet.faults.status().counts[rule.kind]).toBe(counted + 1)
  })
})

test.each([{ retryAfterSeconds: 7 }, {}])('HTTP 429 has the Retry-After of the rule: %o', async (config) => {
  use({ kind: 'rateLimit', probability: 1, ...config })
  const { headers } = await post('getSlot')
  expect(headers.get('retry-after')).toBe(config.retryAfterSeconds?.toString() ?? null)
})

test.each(['before', 'after'] as const)('a delay %s the request lasts as long as it should', async (when) => {
  use({ kind: 'delay', probability: 1, when, delayMs: { min: 60, max: 60 } })
  const startedMs = performance.now()
  const answer = post('getSlot', { commitment: 'processed' })
  const slotAtFirst = localnet.cluster.chain.tip.slot
  setTimeout(localnet.tick, 30)
  const { text } = await answer
  expect(performance.now() - startedMs).toBeGreaterThan(55)
  expect(JSON.parse(text).result).toBe(when === 'after' ? slotAtFirst : localnet.cluster.chain.tip.slot)
})

test.each([
  { error: 'nodeBehind', code: SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY },
  {
    error: 'minContextSlotNotReached',
    code: SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  },
  { error: 'blockNotAvailable', code: SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE },
  { error: 'internalError', code: SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR },
  {
    error: 'blockhashNotFound',
    code: SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  },
] as const)('a client understands $error', async ({ error, code }) => {
  use({ kind: 'rpcError', probability: 1, error })
  const thrown: unknown = await createSolanaRpc(localnet.url)
    .getSlot()
    .send()
    .catch((reason: unknown) => reason)
  expect(isSolanaError(thrown, code)).toBe(true)
  if (isSolanaError(thrown, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE))
    expect(isSolanaError(thrown.cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)).toBe(true)
})

test('occurs in periods: all of one or none of it', async () => {
  use({ kind: 'garbage', probability: 0.5, forSlots: 10 })
  const spells = new Map<number, Set<boolean>>()
  for (let slots = 0; slots < 120; slots += 1) {
    const spell = Math.floor(localnet.cluster.chain.tip.slot / 10)
    const triggered = (await post('getSlot')).text.includes('<html>')
    spells.set(spell, (spells.get(spell) ?? new Set()).add(triggered))
    localnet.tick()
  }
  expect([...spells.values()].every((seen) => seen.size === 1)).toBe(true)
  expect(new Set([...spells.values()].flatMap((seen) => [...seen])).size).toBe(2)
})

test('a limit in the body lets as many requests through in a second as it is given', async () => {
  let nowMs = 10_000
  const limited = await startLocalnet({ slotMs: null, nowMs: () => nowMs })
  const rule = {
    kind: 'limitInBody',
    probability: 1,
    requestsPerSecond: 3,
    code: -32005,
    message: 'slow',
  } as const
  limited.faults.use({ seed: 1, rules: [rule] })
  const ask = async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot' })
    const response = await fetch(limited.url, { method: 'POST', body })
    return ((await response.json()) as { error?: object }).error ?? 'answered'
  }
  const refused = { code: -32005, message: 'slow' }
  const answers = []
  for (let asked = 0; asked < 5; asked += 1) answers.push(await ask())
  expect(answers).toEqual(['answered', 'answered', 'answered', refused, refused])
  nowMs += 1000
  expect(await ask()).toBe('answered')
  await limited.close()
})
