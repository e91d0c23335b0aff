import { generateKeyPairSigner } from '@solana/kit'
import { beforeEach, expect, test } from 'vitest'
import type { BaseUnits } from '#domain/amounts.ts'
import type { Transfer } from '#domain/transfer.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '#solana/mint.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { nodeWith, randomAddress } from '../../../test/harness/sample-accounts.ts'
import { BatchPipeline } from './batch-pipeline.ts'
import { SignedPayments } from './signed-payments.ts'

const BATCH = 4
const RECIPIENTS = Array.from({ length: 20 }, freshSolanaAddress)

const signer = await generateKeyPairSigner()
const mint = {
  address: randomAddress(),
  decimals: 9,
  tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
  tokenAccountBytes: 170,
  extensions: [],
}
const terms = {
  batchSize: BATCH,
  mayGoAhead: true,
  clearedSlot: 0,
  format: 'v0' as const,
  price: 1_000n,
  blockhash: { blockhash: randomAddress(), lastValidBlockHeight: 150, contextSlot: 1 },
}

let nowMs = 0
let simulations = 0
let bankSlot = 0
let genesisHash = 'genesis'
let looks = 0
let objections = new Map<number, string>()
let held: number[] = []
beforeEach(() => {
  nowMs = 0
  simulations = 0
  bankSlot = 0
  genesisHash = 'genesis'
  looks = 0
  objections = new Map()
  held = []
})

const empty = nodeWith({})
const node: SolanaRpc = {
  ...empty,
  genesisHash: async () => genesisHash,
  accounts: async (addresses, { minContextSlot = 0 } = {}) => {
    looks += 1
    nowMs += 1
    if (bankSlot < minContextSlot) throw new RpcUnavailableError('its bank is an old one')
    return empty.accounts(addresses)
  },
  simulate: async () => {
    simulations += 1
    return { error: null, failedInstruction: null, logs: [], computeUnits: 1_000 }
  },
}

/** Opens it with a node that has just shown its cluster, where `isConfirmed` is true. */
function open(delayMs = 0, isConfirmed = false): BatchPipeline {
  const clock = { now: () => nowMs, monotonicMs: () => nowMs, sleep: async () => {} }
  const reader = new FailoverRpc({ senders: [node], second: null, genesisHash: 'genesis', clock })
  if (isConfirmed) reader.confirm(node, nowMs)
  const wallet = {
    signer,
    mint,
    reader,
    genesisHash: 'genesis',
    sourceOwner: signer.address,
    sourceTokenAccount: randomAddress(),
    priorityFeeCap: 1_000,
    newAttemptId: () => 'an-attempt-of-this-test',
  }
  const journal = { holdUnverified: async ({ id }: { id: number }) => void held.push(id) }
  const authorization = { check: async () => objections }
  const signed = new SignedPayments()
  return new BatchPipeline({ store: { journal } as never, wallet, authorization, signed, clock }, delayMs)
}

function queuedTransfers(): Transfer[] {
  return RECIPIENTS.map(
    (recipient, index) =>
      ({ id: index + 1, recipient, baseUnits: 1n as BaseUnits, packLimit: null }) as Transfer,
  )
}

const idsOf = (rows: readonly Transfer[] = []) => rows.map(({ id }) => id)

test('the next two batches are simulated while the first is waited for, and wait for nothing then', async () => {
  const [ahead, queued] = [open(), queuedTransfers()]
  const first = await ahead.next(queued, terms)
  expect(idsOf(first?.transfers)).toEqual([1, 2, 3, 4])
  await expect.poll(() => simulations).toBe(3)
  const second = await ahead.next(queued.slice(BATCH), terms)
  expect(idsOf(second?.transfers)).toEqual([5, 6, 7, 8])
  await expect.poll(() => simulations).toBe(4)
})

test('the last batch takes in what those before it left out', async () => {
  const [ahead, queued] = [open(), queuedTransfers().slice(0, 2 * BATCH)]
  await ahead.next(queued, terms)
  const rest = queued.slice(BATCH - 1)
  expect(idsOf((await ahead.next(rest, { ...terms, batchSize: 5 }))?.transfers)).toEqual([4, 5, 6, 7, 8])
})

test('a recipient is not looked up in a bank before the one that cleared the run: it lacks accounts that were created since', async () => {
  // As a node that stands still answers.
  bankSlot = 99
  await expect(open().next(queuedTransfers(), { ...terms, clearedSlot: 100 })).rejects.toThrow(
    RpcUnavailableError,
  )
  bankSlot = 100
  expect(await open().next(queuedTransfers(), { ...terms, clearedSlot: 100 })).not.toBe(null)
})

test.each([
  ['has just shown its cluster', true],
  ['has not', false],
])(
  'a recipient is not looked up on another cluster by a node that %s: each token account is missing there',
  async (_, isConfirmed) => {
    const ahead = open(0, isConfirmed)
    genesisHash = 'of another cluster'
    await expect(ahead.next(queuedTransfers(), terms)).rejects.toThrow(RpcUnavailableError)
    ahead.clear()
    await expect(ahead.next(queuedTransfers(), terms)).rejects.toThrow(RpcUnavailableError)
  },
)

test('recipients are looked up anew where the node has not shown its cluster soon enough after its answer', async () => {
  const ahead = open(0, true)
  genesisHash = 'of another cluster'
  await expect(ahead.next(queuedTransfers(), terms)).rejects.toThrow(RpcUnavailableError)
  genesisHash = 'genesis'
  const before = looks
  expect(await ahead.next(queuedTransfers(), terms)).toBeNull()
  expect(idsOf((await ahead.next(queuedTransfers(), terms))?.transfers)).toEqual([1, 2, 3, 4])
  expect(looks).toBeGreaterThan(before)
})

test('none is prepared ahead of a long delay, or of a canary', async () => {
  await open(60_000).next(queuedTransfers(), terms)
  await open().next(queuedTransfers(), { ...terms, mayGoAhead: false })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(simulations).toBe(2)
})

test.each([
  ['is paid meanwhile', (row: Transfer) => (row.id === 6 ? [] : [row])],
  [
    'has another recipient',
    (row: Transfer) => [row.id === 6 ? { ...row, recipient: freshSolanaAddress() } : row],
  ],
  ['has another amount', (row: Transfer) => [row.id === 6 ? { ...row, baseUnits: 2n as BaseUnits } : row]],
  ['is to go alone', (row: Transfer) => [row.id === 6 ? { ...row, packLimit: 1 } : row]],
])('a batch is prepared anew where one of its transfers %s', async (_, change) => {
  const [ahead, queued] = [open(), queuedTransfers()]
  await ahead.next(queued, terms)
  const now = queued.slice(BATCH).flatMap(change)
  const second = await ahead.next(now, terms)
  expect(idsOf(second?.transfers)).toEqual([9, 10, 11, 12])
  const third = await ahead.next(
    now.filter(({ id }) => !second?.transfers.some((sent) => sent.id === id)),
    terms,
  )
  expect(third?.transfers).toEqual(now.filter(({ id }) => id < 9 || id > 12).slice(0, BATCH))
})

test.each([
  ['it is old', () => (nowMs += 31_000), terms],
  ['the cluster no longer takes its format', () => {}, { ...terms, format: 'v1' as const }],
  ['it is larger than the next may be', () => {}, { ...terms, batchSize: 2 }],
])('a batch is prepared anew where %s', async (_, happen, then) => {
  const [ahead, queued] = [open(), queuedTransfers()]
  await ahead.next(queued, terms)
  await expect.poll(() => simulations).toBe(3)
  happen()
  const second = await ahead.next(queued.slice(BATCH), { ...then, mayGoAhead: false })
  expect(second?.transfers).toHaveLength(then.batchSize)
  expect(simulations).toBe(4)
})

test('transfers that are not as they were signed are held, and not shown to the node', async () => {
  objections = new Map([[2, 'altered']])
  const first = await open().next(queuedTransfers(), { ...terms, mayGoAhead: false })
  expect(idsOf(first?.transfers)).toEqual([1, 3, 4])
  expect(held).toEqual([2])
})

test('nothing is prepared where nothing may be paid', async () => {
  objections = new Map(queuedTransfers().map(({ id }) => [id, 'altered']))
  expect(await open().next(queuedTransfers(), terms)).toBeNull()
  expect(simulations).toBe(0)
})
