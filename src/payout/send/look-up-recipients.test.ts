import { type Address, getAddressDecoder } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { expect, test } from 'vitest'
import { OtherClusterError } from '#payout/nodes/with-genesis-check.ts'
import type { Recipient } from '#solana/recipients.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { createRecipientCache, type LookUpTerms, lookUpRecipients } from './look-up-recipients.ts'

const wallets = Array.from({ length: 1_200 }, (_, index) => addressOf(index))

/** Makes a node without accounts, which counts requests, and how many of them there are at once. */
function emptyNode(change: Partial<SolanaRpc> = {}) {
  const seen = { requests: 0, atOnce: 0, most: 0 }
  const node: Partial<SolanaRpc> = {
    genesisHash: async () => 'genesis',
    async accounts(addresses) {
      seen.requests += 1
      seen.atOnce += 1
      seen.most = Math.max(seen.most, seen.atOnce)
      await new Promise((resolve) => setTimeout(resolve, 1))
      seen.atOnce -= 1
      return addresses.map(() => null)
    },
    ...change,
  }
  return { seen, rpc: node as SolanaRpc }
}

const terms = (rpc: SolanaRpc, change: Partial<LookUpTerms> = {}): LookUpTerms => ({
  rpc,
  genesisHash: 'genesis',
  mint: {
    address: addressOf(99_999),
    decimals: 9,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    tokenAccountBytes: 165,
    extensions: [],
  },
  recipients: createRecipientCache({ monotonicMs: () => 0, now: () => 0 }),
  paidSince: async () => new Map(),
  maxFresh: 20_000,
  ...change,
})

test('makes no more than two requests at a time', async () => {
  const { seen, rpc } = emptyNode()
  const found = await lookUpRecipients(wallets, terms(rpc))
  expect(found.size).toBe(1_200)
  expect(seen).toMatchObject({ requests: 24, most: 2 })
})

test('returns all cached recipients, and at most so many others', async () => {
  const { seen, rpc } = emptyNode()
  const common = terms(rpc, { maxFresh: 100 })
  expect([...(await lookUpRecipients(wallets, common)).keys()].sort()).toEqual(wallets.slice(0, 100).sort())
  expect((await lookUpRecipients(wallets, common)).size).toBe(200)
  expect(seen.requests).toBe(4)
})

test('recipients found before the node failed are not requested again', async () => {
  let requests = 0
  const failing = emptyNode({
    async accounts(addresses) {
      requests += 1
      if (requests > 22) throw new RpcUnavailableError('too many requests')
      return addresses.map(() => null)
    },
  })
  const common = terms(failing.rpc)
  await expect(lookUpRecipients(wallets, common)).rejects.toThrow('too many requests')
  const { seen, rpc } = emptyNode()
  expect((await lookUpRecipients(wallets, { ...common, rpc })).size).toBe(1_200)
  expect(seen.requests).toBe(4)
})

test('answers of another cluster are not cached', async () => {
  let asked = 0
  const swapped = emptyNode({ genesisHash: async () => (asked++ === 0 ? 'genesis' : 'other') })
  const common = terms(swapped.rpc)
  await expect(lookUpRecipients(wallets, common)).rejects.toThrow(OtherClusterError)
  const { seen, rpc } = emptyNode()
  await lookUpRecipients(wallets, { ...common, rpc })
  expect(seen.requests).toBe(4)
})

test('the genesis hash is checked even where nothing is requested', async () => {
  const { rpc } = emptyNode({ genesisHash: async () => 'other' })
  await expect(lookUpRecipients([], terms(rpc))).rejects.toThrow(OtherClusterError)
})

test('it ends when its signal is aborted', async () => {
  const stop = new AbortController()
  const { seen, rpc } = emptyNode()
  const looking = lookUpRecipients(wallets, terms(rpc, { signal: stop.signal }))
  stop.abort()
  await expect(looking).rejects.toThrow(stop.signal.reason)
  expect(seen.requests).toBeLessThan(24)
})

/** Makes an address, off the curve or on it. */
function addressOf(index: number): Address {
  const bytes = new Uint8Array(32).fill(7)
  new DataView(bytes.buffer).setUint32(0, index)
  return getAddressDecoder().decode(bytes)
}

const scope = {
  genesisHash: 'genesis',
  mint: { address: 'mint' as Address, tokenProgram: 'program' as Address },
}

const recipient = (wallet: string): Recipient => ({
  payable: true,
  wallet: wallet as Address,
  tokenAccount: `account-of-${wallet}` as Address,
  need: 'missing',
})

test('recipients are cached for ten minutes', () => {
  let nowMs = 5
  const cache = createRecipientCache({ monotonicMs: () => nowMs, now: () => nowMs })
  cache.keep(scope, [recipient('a')])
  nowMs += 10 * 60_000 - 1
  expect(cache.find(scope, 'a' as Address)).toEqual(recipient('a'))
  expect(cache.find(scope, 'b' as Address)).toBeUndefined()
  nowMs += 1
  expect(cache.find(scope, 'a' as Address)).toBeUndefined()
  cache.keep(scope, [recipient('a')])
  expect(cache.find(scope, 'a' as Address)).toEqual(recipient('a'))
})

test('a wallet that was paid since it was looked up has an account, whoever has paid it', async () => {
  let nowMs = 1_000
  const cache = createRecipientCache({ monotonicMs: () => nowMs, now: () => nowMs })
  cache.keep(scope, [recipient('a'), recipient('b'), recipient('closed')])
  nowMs = 2_000
  cache.keep(scope, [recipient('closed')])
  const asked: number[] = []
  const recall = (wallets: string[], paid: [string, number][]) =>
    cache.recall(scope, wallets as Address[], async (sinceMs) => {
      asked.push(sinceMs)
      return new Map(paid as [Address, number][])
    })
  const paid: [string, number][] = [
    ['a', 1_500],
    ['closed', 1_500],
  ]
  const found = await recall(['a', 'b', 'closed', 'unknown'], paid)
  const needs = [...found.values()].map((each) => each.payable && each.need)
  expect(needs).toEqual(['existing', 'missing', 'missing'])
  expect(cache.find(scope, 'a' as Address)).toMatchObject({ need: 'existing' })
  await recall(['a'], [])
  expect(asked).toEqual([1_000])
})

test.each([
  ['cluster', { ...scope, genesisHash: 'other' }],
  ['mint', { ...scope, mint: { ...scope.mint, address: 'other' as Address } }],
  ['token program', { ...scope, mint: { ...scope.mint, tokenProgram: 'other' as Address } }],
])('nothing is cached for another %s', (_, other) => {
  const cache = createRecipientCache({ monotonicMs: () => 0, now: () => 0 })
  cache.keep(scope, [recipient('a')])
  expect(cache.find(other, 'a' as Address)).toBeUndefined()
})

test('of too many, those that were found last are kept', () => {
  const cache = createRecipientCache({ monotonicMs: () => 0, now: () => 0 })
  cache.keep(scope, [recipient('first'), recipient('second')])
  cache.keep(scope, [recipient('first')])
  cache.keep(
    scope,
    Array.from({ length: 99_999 }, (_, index) => recipient(`w${index}`)),
  )
  expect(cache.find(scope, 'second' as Address)).toBeUndefined()
  expect(cache.find(scope, 'first' as Address)).toBeDefined()
})
