import { type Address, getBase58Decoder } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { beforeEach, expect, test } from 'vitest'
import { anchorNow, continueWithout } from '#app/payouts/sender-records.ts'
import { ON_THE_SERVER } from '#app/second-secret/second-secret.ts'
import { ANCHOR_CONFIRMATION, continueWords } from '#domain/records-behind.ts'
import type { Run } from '#domain/run.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import { SigningClearance } from '#payout/clearance.ts'
import { systemClock } from '#payout/clock.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { rememberGenesis } from '#payout/nodes/with-genesis-check.ts'
import { runPayout } from '#payout/run-payout.ts'
import { type HistoryEntry, RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { readyToSign } from '../harness/claim-fixture.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { payFromWallet } from '../harness/pay-from-wallet.ts'
import { sampleSender } from '../harness/sample-rows.ts'
import { PAST_BARRIER, prepareSendingEnvironment } from '../harness/sending-environment.ts'
import { finalized, openTestWallet } from '../harness/test-wallet.ts'

/**
 * Tests wallets whose token account has many transactions besides ours. The real localnet has the wallet, its
 * funding and our payments; entries that only mention the account are added to its answers. Taken for granted:
 * a node lists them in the order of their slots, and shows each of them either always or never.
 */

let run: Run
const environment = forEachTest(prepareSendingEnvironment)
beforeEach(async () => {
  await environment.addClaims(5)
  run = await environment.createRun()
})
interface Mentions {
  /** Entries that mention the source account, in these slots. */
  slots: number[]
  /** The time of one getTransaction for them. */
  readMs?: number
  isShown?: boolean
  memo?: string | null
}

/** Adds them to the real node. Counts what is read of them. */
function nodeWith({ slots, readMs = 0, isShown = true, memo = null }: Mentions) {
  const { rpc } = environment
  const name = (index: number) => getBase58Decoder().decode(Buffer.alloc(64, `mention ${index} `))
  const mentions = new Map(
    slots.map((slot, index): [string, HistoryEntry] => {
      const signature = name(index)
      return [signature, { signature, slot, memo, failed: false }]
    }),
  )
  const read: string[] = []
  const node: SolanaRpc = {
    ...rpc,
    async historyOf(address, options) {
      if (options.before !== undefined) return []
      const landed = await rpc.historyOf(address, options)
      return [...landed, ...mentions.values()].sort((one, other) => other.slot - one.slot)
    },
    async transaction(signature, mint) {
      const mention = mentions.get(signature)
      if (!mention) return rpc.transaction(signature, mint)
      read.push(signature)
      await new Promise((done) => setTimeout(done, readMs))
      if (!isShown) return null
      return { slot: mention.slot, error: null, signers: [], memo: null, movements: [], absentBefore: [] }
    },
  }
  return { node, read, mentions }
}

function clearanceBy(node: SolanaRpc, clock = systemClock): SigningClearance {
  const { genesisHash } = environment.wallet
  const reader = new FailoverRpc({ senders: [node], second: null, genesisHash, clock })
  return new SigningClearance({
    store: environment.store,
    wallet: { ...environment.wallet, reader },
    clock,
    barrier: PAST_BARRIER,
    onRefused: () => {},
    preflight: (checked) => readyToSign(checked, environment.wallet),
  })
}

const atOneSlot = (count: number, slot: number) => Array.from({ length: count }, () => slot)

/** The slot in which the account was created and funded. */
async function firstSlot(): Promise<number> {
  const { rpc, wallet } = environment
  const history = async () => rpc.historyOf(wallet.sourceTokenAccount, { minContextSlot: 0 })
  await expect.poll(async () => (await history()).length).toBeGreaterThan(0)
  return (await history())[0]?.slot ?? 0
}

test('a look that fails does not begin at zero: what was read is not read again', {
  timeout: 60_000,
}, async () => {
  const { node, read } = nodeWith({ slots: atOneSlot(40, (await firstSlot()) + 1) })
  let isBroken = true
  const clearance = clearanceBy({
    ...node,
    async transaction(signature, mint) {
      if (isBroken && read.length >= 20) throw new RpcUnavailableError('it hangs')
      return node.transaction(signature, mint)
    },
  })
  await expect(clearance.ask(run)).rejects.toThrow('it hangs')
  const before = read.length
  expect(before).toBeGreaterThanOrEqual(20)
  isBroken = false
  expect(await clearance.ask(run)).toMatchObject({ kind: 'clear' })
  expect(read).toHaveLength(40)
  expect(new Set(read).size).toBe(40)
})

test('in the slot in which the account was created, the node lists another transaction as the oldest', {
  timeout: 60_000,
}, async () => {
  const { node } = nodeWith({ slots: [await firstSlot()] })
  expect(await clearanceBy(node).ask(run)).toMatchObject({ kind: 'clear' })
})

test('while a long history is read, the run says how far it is, never that the node is silent, and a stop ends it', {
  timeout: 60_000,
}, async () => {
  const { node, read } = nodeWith({ slots: atOneSlot(600, (await firstSlot()) + 1), readMs: 200 })
  const parts = await environment.parts({ node })
  const said = new Set<string>()
  const { store } = environment
  const paying = runPayout(run, parts, new AbortController().signal)
  const message = async () => {
    const words = (await store.runs.find(run.id))?.message ?? ''
    said.add(words)
    return words
  }
  await expect.poll(message).toMatch(/: \d+ of 60\d old transactions read\.$/)
  await expect.poll(async () => (await message()) && said.size).toBeGreaterThan(4)
  await store.runs.askToStop(run.id, Date.now())
  const stoppedAtMs = performance.now()
  expect(await paying).toBe('finished')
  expect(performance.now() - stoppedAtMs).toBeLessThan(15_000)
  expect([...said].filter((words) => words.includes('has not answered'))).toEqual([])
  // Reading ends with the run.
  const atEnd = read.length
  expect(atEnd).toBeLessThan(600)
  await new Promise((done) => setTimeout(done, 600))
  expect(read.length).toBeLessThanOrEqual(atEnd + 8)
})

test('while a short history is read for longer than a turn, the node that shows it is not said to be silent', {
  timeout: 60_000,
}, async () => {
  const { node, read } = nodeWith({ slots: atOneSlot(20, (await firstSlot()) + 1), readMs: 1_500 })
  const wrapped = rememberGenesis(node, environment.wallet.genesisHash, systemClock)
  const parts = await environment.parts({ nodes: [wrapped] })
  const paying = runPayout(run, parts, new AbortController().signal)
  const said = new Set<string | null>()
  const state = async () => {
    const { state, message } = (await environment.store.runs.find(run.id)) ?? {}
    said.add(message ?? null)
    return state
  }
  await expect.poll(state, { timeout: 40_000, interval: 100 }).toBe('completed')
  await paying
  expect(read).toHaveLength(20)
  expect([...said].filter((words) => words?.includes('has not answered'))).toEqual([])
})

test('a pruned node lists old transactions and can not show them: an operator types their number and goes on', {
  timeout: 60_000,
}, async () => {
  const { node, read } = nodeWith({ slots: atOneSlot(4, (await firstSlot()) + 1), isShown: false })
  let aheadMs = 0
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs }
  const clearance = clearanceBy(node, clock)
  expect(await clearance.ask(run)).toMatchObject({
    kind: 'wait',
    reason: expect.stringMatching(/lists 4 transactions .* can not show.* archive node.* as the first one/),
  })
  aheadMs += 61_000
  await clearance.ask(run)
  const { store, wallet } = environment
  const { genesisHash, walletAddress, mintAddress } = run
  expect(await store.recordsBehind.find(run)).toMatchObject({ payments: 0, unshown: 4 })
  await store.runs.finish(run.id, 'stopped', null, 1, await leaseOf())

  await store.senders.save(
    sampleSender({ genesisHash, walletAddress, mintAddress, tokenProgram: wallet.mint.tokenProgram }),
  )
  const reader = new FailoverRpc({ senders: [node], second: null, genesisHash, clock: systemClock })
  const portal = { store, payouts: { readerOf: () => reader }, secondSecret: ON_THE_SERVER, now: () => 1 }
  const words = '0 payments and 4 transactions that the node can not show'
  expect(continueWords({ payments: 0, unshown: 4 })).toBe(words)
  await expect(continueWithout(portal, 'bulk', '0 payments')).rejects.toMatchObject({
    code: 'continue_unconfirmed',
    message: expect.stringContaining(words),
  })
  expect(await continueWithout(portal, 'bulk', words)).toEqual({ payments: 0 })
  read.length = 0
  run = await environment.createRun()
  expect(await clearanceBy(node).ask(run)).toMatchObject({ kind: 'clear' })
  expect(read).toEqual([])
})

async function leaseOf() {
  const { leases } = await environment.parts()
  const name = run.walletAddress
  return { name, fence: (await leases.tryAcquire(name)) ?? 0 }
}

/** Saves the sender of the run, and ends the run. */
async function configured(node: SolanaRpc) {
  const { store, wallet } = environment
  const { genesisHash, walletAddress, mintAddress } = run
  await store.runs.finish(run.id, 'stopped', null, 1, await leaseOf())
  await store.senders.save(
    sampleSender({ genesisHash, walletAddress, mintAddress, tokenProgram: wallet.mint.tokenProgram }),
  )
  const reader = new FailoverRpc({ senders: [node], second: null, genesisHash, clock: systemClock })
  return { store, payouts: { readerOf: () => reader }, secondSecret: ON_THE_SERVER, now: () => 1 }
}

test('an operator types that no Ferry paid from the wallet: its history so far is not read, and a payment beside it is', {
  timeout: 60_000,
}, async () => {
  const { node, read } = nodeWith({ slots: atOneSlot(300, (await firstSlot()) + 1) })
  const portal = await configured(node)
  await expect(anchorNow(portal, 'bulk', 'yes')).rejects.toMatchObject({ code: 'anchor_unconfirmed' })
  expect(await environment.store.recordsBehind.isUnknown(run)).toBe(true)
  await anchorNow(portal, 'bulk', ANCHOR_CONFIRMATION)
  expect(await environment.store.operatorActions.decisions(9)).toMatchObject([{ action: 'anchor_now' }])
  await expect(anchorNow(portal, 'bulk', ANCHOR_CONFIRMATION)).rejects.toMatchObject({
    code: 'wallet_has_paid',
  })
  run = await environment.createRun()
  expect(await clearanceBy(node).ask(run)).toMatchObject({ kind: 'clear' })
  expect(read).toEqual([])
})

test('the history shows a payment of a Ferry: it is not settled by words', { timeout: 60_000 }, async () => {
  await firstSlot()
  await payFromWallet(environment, 'ferry:another', [{ to: freshSolanaAddress(), baseUnits: 5n }])
  const portal = await configured(environment.rpc)
  await expect(anchorNow(portal, 'bulk', ANCHOR_CONFIRMATION)).rejects.toMatchObject({
    code: 'records_behind_chain',
  })
  expect(await environment.store.recordsBehind.isUnknown(run)).toBe(true)
})

test('after the words, a payment in an index without memos is still found', { timeout: 60_000 }, async () => {
  await firstSlot()
  const { rpc } = environment
  const forgetful: SolanaRpc = {
    ...rpc,
    historyOf: async (address, options) =>
      (await rpc.historyOf(address, options)).map((entry) => ({ ...entry, memo: null })),
  }
  await anchorNow(await configured(forgetful), 'bulk', ANCHOR_CONFIRMATION)
  await payFromWallet(environment, 'ferry:later', [{ to: freshSolanaAddress(), baseUnits: 5n }])
  run = await environment.createRun()
  expect(await clearanceBy(forgetful).ask(run)).toMatchObject({ kind: 'stop' })
})

test('a flood that moves nothing is not read while the balance is explained, and is read where it is not', {
  timeout: 60_000,
}, async () => {
  await firstSlot()
  const first = await clearanceBy(environment.rpc).ask(run)
  if (first.kind !== 'clear') throw new Error('the run is not cleared')
  await environment.store.runs.finish(run.id, 'stopped', null, 1, await leaseOf())
  run = await environment.createRun()
  const flood = nodeWith({ slots: atOneSlot(300, first.anchor.slot + 1), memo: 'buy now' })
  const second = await clearanceBy(flood.node).ask(run)
  if (second.kind !== 'clear') throw new Error('the run is not cleared')
  expect(flood.read).toEqual([])
  await environment.store.runs.finish(run.id, 'stopped', null, 1, await leaseOf())
  await payFromWallet(environment, 'treasury', [{ to: freshSolanaAddress(), baseUnits: 5n }])
  run = await environment.createRun()
  const after = nodeWith({ slots: atOneSlot(300, second.anchor.slot + 1), memo: 'buy now' })
  expect(await clearanceBy(after.node).ask(run)).toMatchObject({ kind: 'clear' })
  expect(after.read).toHaveLength(300)
})

test('a real node has the wallet in the history of what it signs, and not in that of what strangers do to its account', {
  timeout: 60_000,
}, async () => {
  await firstSlot()
  const { rpc, localnet, wallet } = environment
  const paid = await payFromWallet(environment, 'treasury', [{ to: freshSolanaAddress(), baseUnits: 5n }])
  const stranger = await openTestWallet(localnet)
  const gift = getTransferSolInstruction({
    source: stranger.signer,
    destination: wallet.sourceTokenAccount,
    amount: 1n,
  })
  const given = await finalized(localnet.url, await sendInstructions(localnet.url, stranger.signer, [gift]))
  const listed = async (address: Address) =>
    (await rpc.historyOf(address, { minContextSlot: 0 })).map(({ signature }) => signature)
  await expect.poll(() => listed(wallet.sourceTokenAccount)).toEqual(expect.arrayContaining([paid, given]))
  const signed = await listed(wallet.signer.address)
  expect(signed).toContain(paid)
  expect(signed).not.toContain(given)
})
