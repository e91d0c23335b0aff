import {
  type Address,
  createSignerFromKeyPair,
  createSolanaRpc,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit'
import {
  getApproveCheckedInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getRevokeInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { beforeAll, describe, expect, test } from 'vitest'
import { assertBaseUnits } from '#domain/amounts.ts'
import { prepareEnvironment } from '#lab/environment/environment.ts'
import { makeTreasury } from '#lab/environment/treasury.ts'
import { signInstructions } from '#lab/localnet/send-instructions.ts'
import { startLocalnet } from '#lab/localnet/start-localnet.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { FaultInjector, type FaultKind } from '#lab/simulation/fault-injector.ts'
import { type Fixtures, prepareFixtures } from '#lab/simulation/fixtures.ts'
import { foreignTransactions } from '#lab/simulation/foreign-transactions.ts'
import { type ChainRates, FINALIZED_AFTER_SLOTS, type ModelChain } from '#lab/simulation/model-chain.ts'
import { ModelLedger } from '#lab/simulation/model-ledger.ts'
import { createModelNode } from '#lab/simulation/model-node.ts'
import { madeUpTransaction } from '#lab/simulation/model-transaction.ts'
import { NodeFaults } from '#lab/simulation/node-faults.ts'
import { SOUND_HABITS } from '#lab/simulation/scenario.ts'
import { createCluster, createOtherCluster } from '#lab/simulation/simulated-clusters.ts'
import { SimulatedProcess } from '#lab/simulation/simulated-process.ts'
import { VirtualTime } from '#lab/simulation/virtual-time.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { readMint } from '#solana/mint.ts'
import { type PayoutTransaction, signPayout } from '#solana/payout-transaction.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { readTokenAccount, tokenBalance } from '#solana/token-account.ts'
import type { UnsignedTransaction } from '#solana/unsigned-transaction.ts'
import { finalized } from '../harness/test-wallet.ts'

describe('model faults', () => {
  let fixtures: Fixtures
  beforeAll(async () => {
    fixtures = await prepareFixtures()
  })

  type Rates = Partial<Record<FaultKind, number>>

  /** Creates a node on a chain, and time that passes while it is asked. */
  function stage(rates: Rates, chainRates: Partial<ChainRates> = {}, heldBackSlots?: () => number) {
    const [random, time] = [seededRandom(1), new VirtualTime()]
    const faults = new FaultInjector(random, rates)
    const cluster = createCluster(random, fixtures, {
      rates: () => ({ skippedSlot: 0, fork: 0, relanding: 0, landsV1: true, ...chainRates }),
      onEvent: () => {},
      heldBackSlots,
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

  /** Signs a transfer of five base units to the first recipient. */
  async function signSome({ ask }: Pick<ReturnType<typeof stage>, 'ask'>) {
    const [recipient] = fixtures.recipients
    if (!recipient) throw new Error('There is no recipient')
    const { blockhash, lastValidBlockHeight } = await ask((node) => node.latestBlockhash())
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
    return signPayout(payout)
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
      const { signature, wireBytes } = await signSome(sending)
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

    test('shows a transaction to leaders that hold back every copy of it', async () => {
      const delays = [100, 0]
      const holding = stage({}, {}, () => delays.shift() ?? 0)
      const held = await signSome(holding)
      const before = await holding.ask(balance)
      holding.chain.deliver(held.wireBytes, 0)
      pass(holding.chain, 50)
      holding.chain.deliver(held.wireBytes, 0)
      const other = await signSome(holding)
      holding.chain.deliver(other.wireBytes, 0)
      pass(holding.chain, 5)
      expect([...holding.chain.landed.keys()]).not.toContain(held.signature)
      expect([...holding.chain.landed.keys()]).toContain(other.signature)
      pass(holding.chain, 50 + FINALIZED_AFTER_SLOTS)
      expect(
        [...holding.chain.landed.keys()].filter((signature) => signature === held.signature),
      ).toHaveLength(1)
      expect(await holding.ask(balance)).toBe(before - 10n)
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
})

const STEPS = 60

test('allowances are set, used up, taken back and refused as the token program does', {
  timeout: 120_000,
}, async () => {
  const random = seededRandom(7)
  await using parts = new AsyncDisposableStack()
  const localnet = await startLocalnet({ slotMs: 10, finalizedAfterSlots: 4 })
  const environment = await prepareEnvironment(localnet)
  parts.defer(() => environment.close())
  const { rpcUrl, mint, wallet: owner, walletTokenAccount: source } = environment
  const { delegate } = await makeTreasury(rpcUrl, environment)
  const token = { address: mint, tokenProgram: TOKEN_PROGRAM_ADDRESS }
  const destination = associatedTokenAccount(token, delegate.address)
  const rpc = createSolanaRpc(rpcUrl)
  const node = connectRpc(rpcUrl)
  const sign = async (payer: KeyPairSigner, instruction: Instruction) =>
    signInstructions(payer, (await rpc.getLatestBlockhash().send()).value, [instruction])
  /** Sends what its simulation does not refuse; returns the program's error. */
  async function perform(payer: KeyPairSigner, instruction: Instruction): Promise<string | null> {
    const wire = getBase64EncodedWireTransaction(await sign(payer, instruction))
    const { err } = (await rpc.simulateTransaction(wire, { encoding: 'base64' }).send()).value
    if (err !== null)
      return JSON.stringify(err, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
    await finalized(rpcUrl, await rpc.sendTransaction(wire, { encoding: 'base64' }).send())
    return null
  }
  const create = { payer: owner, ata: destination, owner: delegate.address, mint }
  await perform(owner, getCreateAssociatedTokenIdempotentInstruction(create))

  const ledger = new ModelLedger({ address: mint, decimals: 9 }, [owner.address, delegate.address])
  const made = (slot: number, parts: object) =>
    ledger.execute(
      madeUpTransaction({ signature: '', blockhash: '', signers: [], accounts: [], ...parts }),
      slot,
    ).error
  const accounts = [
    { tokenAccount: source, owner: owner.address },
    { tokenAccount: destination, owner: delegate.address },
  ]
  made(0, { creates: accounts, mints: [{ tokenAccount: source, amount: 10n ** 15n }] })

  const outcomes = new Set<string | null>()
  for (let step = 1; step <= STEPS; step++) {
    const amount = BigInt(random.between(0, 4))
    const by = random.chance(0.75) ? delegate : owner
    const transfer = { source, mint, destination, authority: by, amount, decimals: 9 }
    const approve = (to: Address) =>
      getApproveCheckedInstruction({ source, mint, delegate: to, owner, amount, decimals: 9 })
    const other = owner.address
    const [onChain, inModel] = await random.pick([
      async () => [
        await perform(owner, approve(delegate.address)),
        made(step, { approvals: [{ tokenAccount: source, delegate: delegate.address, amount }] }),
      ],
      async () => [
        await perform(owner, approve(other)),
        made(step, { approvals: [{ tokenAccount: source, delegate: other, amount }] }),
      ],
      async () => [
        await perform(owner, getRevokeInstruction({ source, owner })),
        made(step, { approvals: [{ tokenAccount: source, delegate: null, amount: 0n }] }),
      ],
      ...Array(5).fill(async () => [
        await perform(by, getTransferCheckedInstruction(transfer)),
        made(step, {
          signers: [by.address],
          transfers: [
            {
              source,
              tokenAccount: destination,
              authority: by.address,
              amount,
              decimals: 9,
              instruction: 0,
            },
          ],
        }),
      ]),
    ])()
    expect(inModel, `step ${step}`).toEqual(onChain)
    outcomes.add(onChain)
    const shown = readTokenAccount((await node.accounts([source]))[0] ?? null)
    const { amount: left, delegate: to, delegatedAmount } = shown ?? {}
    const modelled = ledger.accountAt(source, step)
    expect([modelled?.amount, modelled?.delegate, modelled?.delegatedAmount], `step ${step}`).toEqual([
      left,
      to?.__option === 'Some' ? to.value : null,
      delegatedAmount,
    ])
  }
  // Paid, more than is allowed, and no delegate.
  expect(outcomes.size).toBe(3)
})
