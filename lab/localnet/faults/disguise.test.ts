import { type Signature, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND } from '@solana/kit'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Lifetime } from '#lab/localnet/send-instructions.ts'
import { startLocalnet } from '#lab/localnet/start-localnet.ts'
import { forAllTests, forEachTest } from '../../../test/harness/for-tests.ts'
import { startTickedLocalnet } from '../../../test/harness/test-wallet.ts'
import type { FaultPlanInput } from './fault-plan.ts'

describe('disguise', () => {
  const SOL = 1_000_000_000n

  const net = forEachTest(() => startTickedLocalnet(100))

  function use(...rules: NonNullable<FaultPlanInput['rules']>) {
    net.localnet.faults.use({ seed: 1, rules })
  }

  function pay(lifetime?: Lifetime) {
    return net.wallet.sign([net.transfer()], lifetime)
  }

  const statusOf = (signature: Signature, searchTransactionHistory = false) =>
    net.wallet.statusOf(signature, { searchTransactionHistory })

  describe('sending', () => {
    test('a swallowed transaction is answered and never lands, until it is sent again', async () => {
      const { wire, signature } = await pay()
      use({ kind: 'swallow', probability: 1 })
      expect(await net.wallet.sendBlind(wire)).toBe(signature)
      net.tick(50)
      expect(await statusOf(signature, true)).toBeNull()
      expect(net.counts()).toEqual({ swallow: 1 })
      use()
      await net.wallet.sendBlind(wire)
      expect(await net.balance()).toBe(SOL)
    })

    test.each([
      { afterSlots: 30, lands: true },
      { afterSlots: 170, lands: false },
    ])('a late transaction lands $afterSlots slots later: $lands', async ({ afterSlots, lands }) => {
      const { wire, signature } = await pay()
      use({ kind: 'landLate', probability: 1, afterSlots: { min: afterSlots, max: afterSlots } })
      const sentAt = net.localnet.cluster.chain.tip.slot
      expect(await net.wallet.sendBlind(wire)).toBe(signature)
      use()
      while (net.localnet.cluster.chain.tip.slot < sentAt + afterSlots) {
        expect(await net.balance()).toBe(0n)
        net.tick(1)
      }
      expect(await net.balance()).toBe(lands ? SOL : 0n)
      expect((await statusOf(signature)) !== null).toBe(lands)
    })

    test('a duplicate lands once', async () => {
      use({ kind: 'duplicate', probability: 1, afterSlots: { min: 2, max: 2 } })
      await net.wallet.sendBlind((await pay()).wire)
      expect(await net.balance()).toBe(SOL)
      net.tick(10)
      expect(await net.balance()).toBe(SOL)
      expect(net.counts()).toEqual({ duplicate: 1 })
    })

    test('when the first of two is rolled back, its duplicate lands instead', async () => {
      use({ kind: 'duplicate', probability: 1, afterSlots: { min: 6, max: 6 } })
      const { value: lifetime } = await net.wallet.rpc.getLatestBlockhash({ commitment: 'finalized' }).send()
      const { wire, signature } = await pay(lifetime)
      await net.wallet.sendBlind(wire)
      const first = await statusOf(signature)
      net.tick(2)
      net.localnet.cluster.rollBackTo(net.localnet.cluster.chain.tip.slot - 3)
      expect(await net.balance()).toBe(0n)
      expect(await statusOf(signature)).toBeNull()
      net.tick(10)
      expect(await net.balance()).toBe(SOL)
      expect((await statusOf(signature))?.slot).toBeGreaterThan(first?.slot ?? 0n)
    })
  })

  describe('statuses that are known are denied', () => {
    test.each([
      { search: undefined, denied: [true, true] },
      { search: false, denied: [true, false] },
      { search: true, denied: [false, true] },
    ])('with search $search', async ({ search, denied }) => {
      const { wire, signature } = await pay()
      await net.wallet.sendBlind(wire)
      use({ kind: 'statusNull', probability: 1, ...(search === undefined ? {} : { search }) })
      const statuses = [await statusOf(signature, false), await statusOf(signature, true)]
      expect(statuses.map((status) => status === null)).toEqual(denied)
      expect(net.counts().statusNull).toBe(denied.filter(Boolean).length)
    })
  })

  describe('a node that lags', () => {
    test('says everything as of an older slot', async () => {
      const { chain } = net.localnet.cluster
      const then = { ...chain.tip, finalized: chain.at('finalized') }
      net.tick(2)
      const { wire, signature } = await pay()
      await net.wallet.sendBlind(wire)
      net.tick(3)
      const behind = chain.tip.slot - then.slot
      use({ kind: 'lag', probability: 1, behindSlots: { min: behind, max: behind } })

      const { rpc } = net.wallet
      expect(await rpc.getSlot().send()).toBe(BigInt(then.slot))
      expect(await rpc.getSlot({ commitment: 'finalized' }).send()).toBe(BigInt(then.finalized.slot))
      expect(await rpc.getBlockHeight().send()).toBe(BigInt(then.height))
      expect(await rpc.getLatestBlockhash().send()).toMatchObject({
        context: { slot: BigInt(then.slot) },
        value: { blockhash: then.blockhash, lastValidBlockHeight: BigInt(then.height + 150) },
      })
      expect(await rpc.getBalance(net.recipient).send()).toMatchObject({
        context: { slot: BigInt(then.slot) },
        value: 0n,
      })
      expect(
        await rpc.getSignatureStatuses([signature], { searchTransactionHistory: true }).send(),
      ).toMatchObject({ context: { slot: BigInt(then.slot) }, value: [null] })
      const history = rpc.getSignaturesForAddress(net.recipient, { commitment: 'confirmed' })
      expect(await history.send()).toEqual([])
      const minContextSlot = BigInt(then.slot + 1)
      await expect(rpc.getBalance(net.recipient, { minContextSlot }).send()).rejects.toThrow('context slot')
      use()
      expect(await history.send()).toHaveLength(1)
      expect(await net.balance()).toBe(SOL)
    })

    test('does not know new blockhashes in preflight, and still forwards transactions', async () => {
      use({ kind: 'lag', probability: 1, methods: ['sendTransaction'], behindSlots: { min: 5, max: 5 } })
      const { wire } = await pay()
      const preflighted = net.wallet.rpc.sendTransaction(wire, {
        encoding: 'base64',
        preflightCommitment: 'processed',
      })
      const code = SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND
      await expect(preflighted.send()).rejects.toMatchObject({ cause: { context: { __code: code } } })
      await net.wallet.sendBlind(wire)
      expect(await net.balance()).toBe(SOL)
    })
  })

  test('a stale blockhash is answered as the newest, and soon expires', async () => {
    net.tick(60)
    use({ kind: 'staleBlockhash', probability: 1, ageBlocks: { min: 140, max: 140 } })
    const { context, value } = await net.wallet.rpc.getLatestBlockhash().send()
    expect(context.slot).toBe(BigInt(net.localnet.cluster.chain.tip.slot))
    expect(value.lastValidBlockHeight).toBe(BigInt(net.localnet.cluster.chain.tip.height + 10))
    const { wire, signature } = await pay()
    net.tick(11)
    await net.wallet.sendBlind(wire)
    expect(await statusOf(signature)).toBeNull()
    expect(net.counts().staleBlockhash).toBe(2)
  })

  test('the cluster behind the URL is another one for a while', async () => {
    const genesisHash = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'
    use({ kind: 'wrongCluster', probability: 0.5, forSlots: 10, genesisHash })
    const told: string[] = []
    for (let slots = 0; slots < 100; slots += 1) {
      told.push(await net.wallet.rpc.getGenesisHash().send())
      net.tick(1)
    }
    const changes = told.filter((hash, index) => index > 0 && hash !== told[index - 1]).length
    expect(new Set(told)).toEqual(new Set([genesisHash, net.localnet.genesisHash]))
    expect(changes).toBeLessThanOrEqual(10)
  })
})

describe('mislabel', () => {
  const localnet = forAllTests(() => startLocalnet({ slotMs: null }))
  beforeEach(() => localnet.faults.use({ seed: 1 }))

  function use(...rules: NonNullable<FaultPlanInput['rules']>) {
    localnet.faults.use({ seed: 1, rules })
  }

  interface Answer {
    id: unknown
    result: unknown
  }

  /** Asks for the rent of an account of so many bytes: each size has an answer of its own. */
  async function ask(
    id: number,
    bytes: number,
    method = 'getMinimumBalanceForRentExemption',
  ): Promise<Answer> {
    const params = method === 'getMinimumBalanceForRentExemption' ? [bytes] : []
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    return (await (await fetch(localnet.url, { method: 'POST', body })).json()) as Answer
  }

  const rent = (bytes: number) => Number(localnet.cluster.runtime.rentExemptLamports(bytes))
  const triggered = (kind: 'exchangeAnswers' | 'wrongId') => localnet.faults.status().counts[kind] ?? 0

  test.each([
    { relabelled: false, ids: [2, 1] },
    { relabelled: true, ids: [1, 2] },
  ])(
    'two answers are exchanged, and with relabelled: $relabelled have the ids $ids',
    async ({ relabelled, ids }) => {
      const before = triggered('exchangeAnswers')
      use({ kind: 'exchangeAnswers', probability: 1, relabelled, holdMs: 5_000 })
      expect(await Promise.all([ask(1, 10), ask(2, 20)])).toEqual([
        { jsonrpc: '2.0', id: ids[0], result: rent(20) },
        { jsonrpc: '2.0', id: ids[1], result: rent(10) },
      ])
      expect(triggered('exchangeAnswers')).toBe(before + 1)
    },
  )

  test('an answer without a second one to exchange goes to its own request', async () => {
    const before = triggered('exchangeAnswers')
    use({ kind: 'exchangeAnswers', probability: 1, holdMs: 20 })
    const answers = await Promise.all([ask(1, 10), ask(2, 0, 'getGenesisHash')])
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 1, result: rent(10) },
      { jsonrpc: '2.0', id: 2, result: localnet.genesisHash },
    ])
    expect(triggered('exchangeAnswers')).toBe(before)
  })

  test('a wrong id is that of no request', async () => {
    use({ kind: 'wrongId', probability: 1, methods: ['getMinimumBalanceForRentExemption'] })
    const { id, result } = await ask(1, 10)
    expect(id).not.toBe(1)
    expect(result).toBe(rent(10))
    expect((await ask(2, 0, 'getGenesisHash')).id).toBe(2)
    expect(triggered('wrongId')).toBe(1)
  })
})
