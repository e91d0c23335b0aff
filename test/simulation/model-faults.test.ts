import { createSignerFromKeyPair } from '@solana/kit'
import { beforeAll, describe, expect, test } from 'vitest'
import { assertBaseUnits } from '#domain/amounts.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { FaultInjector, type FaultKind } from '#lab/simulation/fault-injector.ts'
import { type Fixtures, prepareFixtures } from '#lab/simulation/fixtures.ts'
import { foreignTransactions } from '#lab/simulation/foreign-transactions.ts'
import { type ChainRates, FINALIZED_AFTER_SLOTS, type ModelChain } from '#lab/simulation/model-chain.ts'
import { createModelNode } from '#lab/simulation/model-node.ts'
import { NodeFaults } from '#lab/simulation/node-faults.ts'
import { SOUND_HABITS } from '#lab/simulation/scenario.ts'
import { createCluster, createOtherCluster } from '#lab/simulation/simulated-clusters.ts'
import { SimulatedProcess } from '#lab/simulation/simulated-process.ts'
import { VirtualTime } from '#lab/simulation/virtual-time.ts'
import { readMint } from '#solana/mint.ts'
import { type PayoutTransaction, signPayout } from '#solana/payout-transaction.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { tokenBalance } from '#solana/token-account.ts'
import type { UnsignedTransaction } from '#solana/unsigned-transaction.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await prepareFixtures()
})

type Rates = Partial<Record<FaultKind, number>>

/** Creates a node on a chain, and time that passes while it is asked. */
function stage(rates: Rates, chainRates: Partial<ChainRates> = {}) {
  const [random, time] = [seededRandom(1), new VirtualTime()]
  const faults = new FaultInjector(random, rates)
  const cluster = createCluster(random, fixtures, {
    rates: () => ({ skippedSlot: 0, fork: 0, relanding: 0, landsV1: true, ...chainRates }),
    onEvent: () => {},
  })
  const node = createModelNode({
    cluster,
    otherCluster: createOtherCluster(random, fixtures),
    faults,
    time,
    spells: new NodeFaults({ faults, time, isSecond: false, habits: SOUND_HABITS }),
    slotMs: 100,
    simulatesV1: () => false,
  })
  async function ask<T>(question: (node: SolanaRpc) => Promise<T>): Promise<T> {
    let isOver = false
    const answer = question(node).finally(() => {
      isOver = true
    })
    answer.catch(() => {})
    await time.passUntil(() => isOver, 10 * 60_000)
    return answer
  }
  const { chain } = cluster
  return { ask, chain, faults, random, foreign: foreignTransactions(chain, fixtures, random) }
}

function pass(chain: ModelChain, slots: number): void {
  for (let slot = 0; slot < slots; slot++) chain.advance()
}

/** Lands a transfer out of the source account, until it has just become final. */
function landTransfer({ chain, foreign }: Pick<ReturnType<typeof stage>, 'chain' | 'foreign'>): string {
  const transfer = foreign.operatorTransfer()
  chain.submit(transfer, 0)
  pass(chain, FINALIZED_AFTER_SLOTS + 2)
  return transfer.signature
}

const balance = async (node: SolanaRpc) =>
  tokenBalance((await node.finalizedAccount(fixtures.sourceTokenAccount)).account)
const history = async (node: SolanaRpc) =>
  (await node.historyOf(fixtures.sourceTokenAccount, { minContextSlot: 0 })).map((entry) => entry.signature)
const status = (signature: string, searchHistory: boolean) => async (node: SolanaRpc) =>
  (await node.signatureStatuses([signature], { searchHistory })).statuses[0]?.commitment ?? null

describe('a node of the model', () => {
  test('has in its bank the transactions that its late index lacks', async () => {
    const late = stage({ lateIndex: 1 })
    const before = await late.ask(balance)
    const signature = landTransfer(late)
    expect(await late.ask(history)).not.toContain(signature)
    expect(await late.ask((node) => node.transaction(signature, fixtures.mint.address))).toBeNull()
    expect(await late.ask(balance)).toBeLessThan(before)
    expect(await late.ask(status(signature, false))).toBe('finalized')
    late.faults.stopFaults()
    expect(await late.ask(history)).toContain(signature)
  })

  test('answers statuses from a late index alone', async () => {
    const late = stage({ indexOnlyStatus: 1 })
    const signature = landTransfer(late)
    expect(await late.ask(status(signature, false))).toBeNull()
    expect(await late.ask(status(signature, true))).toBeNull()
    late.faults.stopFaults()
    expect(await late.ask(status(signature, false))).toBe('finalized')
  })

  test('drops from its recent cache transactions that its index keeps', async () => {
    const honest = stage({})
    const signature = landTransfer(honest)
    pass(honest.chain, 400)
    expect(await honest.ask(status(signature, false))).toBeNull()
    expect(await honest.ask(status(signature, true))).toBe('finalized')
  })

  test('answers a wrong status of a transaction once', async () => {
    const exchanging = stage({ statusExchanged: 1 })
    landTransfer(exchanging)
    const unsent = exchanging.chain.newSignature()
    const told = [await exchanging.ask(status(unsent, true)), await exchanging.ask(status(unsent, true))]
    expect(told).toEqual([expect.any(String), null])
  })

  test('describes the mint with other decimals', async () => {
    const { address, decimals } = fixtures.mint
    const lying = stage({ lyingMint: 1 })
    expect((await lying.ask((node) => readMint(node, address))).decimals).not.toBe(decimals)
    lying.faults.stopFaults()
    expect((await lying.ask((node) => readMint(node, address))).decimals).toBe(decimals)
  })

  test('sends on what it simulates: it lands when it is signed, and only then', async () => {
    const sending = stage({ simulatedSentOn: 1 })
    const [recipient] = fixtures.recipients
    if (!recipient) throw new Error('There is no recipient')
    const { blockhash, lastValidBlockHeight } = await sending.ask((node) => node.latestBlockhash())
    const payout: PayoutTransaction = {
      format: 'v0',
      mint: fixtures.mint,
      sourceTokenAccount: fixtures.sourceTokenAccount,
      sender: await createSignerFromKeyPair(fixtures.keyPair as never),
      transfers: [{ ...recipient, need: 'missing', baseUnits: assertBaseUnits(5n) }],
      memo: 'ferry:shown',
      blockhash,
      lastValidBlockHeight,
      computeUnitLimit: 200_000,
      microLamportsPerComputeUnit: 1n,
    }
    const { signature, wireBytes } = await signPayout(payout)
    // The one signature follows its count.
    const unsigned = wireBytes.slice().fill(0, 1, 65)
    const show = (bytes: Uint8Array) =>
      sending.ask((node) => node.simulate({ wireBytes: bytes } as UnsignedTransaction))
    const before = await sending.ask(balance)

    await show(unsigned)
    pass(sending.chain, FINALIZED_AFTER_SLOTS + 10)
    expect(await sending.ask(balance)).toBe(before)
    await show(wireBytes)
    pass(sending.chain, FINALIZED_AFTER_SLOTS + 10)
    expect(await sending.ask(balance)).toBe(before - 5n)
    expect(await sending.ask(history)).toContain(signature)
  })

  test("rolls back a transaction's movements with its block", async () => {
    const rates = { fork: 0 }
    const forking = stage({}, rates)
    const { chain, foreign } = forking
    const { sourceTokenAccount } = fixtures
    const before = chain.ledger.accountAt(sourceTokenAccount, chain.slot)?.amount
    chain.submit(foreign.operatorTransfer(), 0)
    pass(chain, 1)
    expect(chain.ledger.accountAt(sourceTokenAccount, chain.slot)?.amount).not.toBe(before)
    rates.fork = 1
    const isUndone = () => chain.ledger.accountAt(sourceTokenAccount, chain.slot)?.amount === before
    for (let slot = 0; slot < 20 && !isUndone(); slot++) pass(chain, 1)
    expect(isUndone()).toBe(true)
    expect(chain.abandoned.size).toBe(1)
  })
})

test("a process's wall clock jumps, and its monotonic clock goes on from its own start", async () => {
  const [random, time] = [seededRandom(1), new VirtualTime()]
  const process = new SimulatedProcess({
    time,
    random,
    faults: new FaultInjector(random, { clockJump: 1 }),
    inTurn: (work) => work(),
    callMs: () => 0,
    wallOffsetMs: 7_000,
    onCrash: () => {},
    onStall: () => {},
  })
  const clock = process.clock()
  expect([clock.now() - time.now(), clock.monotonicMs()]).toEqual([7_000, 0])
  let isOver = false
  void clock.sleep(1_000, new AbortController().signal).then(() => {
    isOver = true
  })
  await time.passUntil(() => isOver, 10_000)
  expect(Math.abs(clock.now() - time.now() - 7_000)).toBeGreaterThanOrEqual(60_000)
  expect(clock.monotonicMs()).toBe(1_000)
})
