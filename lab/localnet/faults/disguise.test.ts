import {
  type Address,
  generateKeyPairSigner,
  type Signature,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { openTestWallet, type TestWallet } from '../../../test/harness/test-wallet.ts'
import type { FaultPlanInput } from './fault-plan.ts'

const SOL = 1_000_000_000n
const BLIND = { encoding: 'base64', skipPreflight: true } as const

let localnet: Localnet
let wallet: TestWallet
let recipient: Address

beforeEach(async () => {
  localnet = await startLocalnet({ slotMs: null })
  wallet = await openTestWallet(localnet)
  recipient = (await generateKeyPairSigner()).address
  tick(100)
})
afterEach(() => localnet.close())

function use(...rules: NonNullable<FaultPlanInput['rules']>) {
  localnet.faults.use({ seed: 1, rules })
}

function tick(blocks: number) {
  for (let made = 0; made < blocks; made += 1) localnet.tick()
}

function pay(lifetime?: Awaited<ReturnType<TestWallet['latestLifetime']>>) {
  const transfer = getTransferSolInstruction({
    source: wallet.signer,
    destination: recipient,
    amount: SOL,
  })
  return wallet.sign([transfer], lifetime)
}

async function balance(): Promise<bigint> {
  return (await wallet.rpc.getBalance(recipient).send()).value
}

async function statusOf(signature: Signature, searchTransactionHistory = false) {
  const { value } = await wallet.rpc.getSignatureStatuses([signature], { searchTransactionHistory }).send()
  return value[0]
}

const counts = () => localnet.faults.status().counts

describe('sending', () => {
  test('a swallowed transaction is answered and never lands, until it is sent again', async () => {
    const { wire, signature } = await pay()
    use({ kind: 'swallow', probability: 1 })
    expect(await wallet.rpc.sendTransaction(wire, BLIND).send()).toBe(signature)
    tick(50)
    expect(await statusOf(signature, true)).toBeNull()
    expect(counts()).toEqual({ swallow: 1 })
    use()
    await wallet.rpc.sendTransaction(wire, BLIND).send()
    expect(await balance()).toBe(SOL)
  })

  test.each([
    { afterSlots: 30, lands: true },
    { afterSlots: 170, lands: false },
  ])('a late transaction lands $afterSlots slots later: $lands', async ({ afterSlots, lands }) => {
    const { wire, signature } = await pay()
    use({ kind: 'landLate', probability: 1, afterSlots: { min: afterSlots, max: afterSlots } })
    const sentAt = localnet.cluster.chain.tip.slot
    expect(await wallet.rpc.sendTransaction(wire, BLIND).send()).toBe(signature)
    use()
    while (localnet.cluster.chain.tip.slot < sentAt + afterSlots) {
      expect(await balance()).toBe(0n)
      tick(1)
    }
    expect(await balance()).toBe(lands ? SOL : 0n)
    expect((await statusOf(signature)) !== null).toBe(lands)
  })

  test('a duplicate lands once', async () => {
    use({ kind: 'duplicate', probability: 1, afterSlots: { min: 2, max: 2 } })
    await wallet.rpc.sendTransaction((await pay()).wire, BLIND).send()
    expect(await balance()).toBe(SOL)
    tick(10)
    expect(await balance()).toBe(SOL)
    expect(counts()).toEqual({ duplicate: 1 })
  })

  test('when the first of two is rolled back, its duplicate lands instead', async () => {
    use({ kind: 'duplicate', probability: 1, afterSlots: { min: 6, max: 6 } })
    const { value: lifetime } = await wallet.rpc.getLatestBlockhash({ commitment: 'finalized' }).send()
    const { wire, signature } = await pay(lifetime)
    await wallet.rpc.sendTransaction(wire, BLIND).send()
    const first = await statusOf(signature)
    tick(2)
    localnet.cluster.rollBackTo(localnet.cluster.chain.tip.slot - 3)
    expect(await balance()).toBe(0n)
    expect(await statusOf(signature)).toBeNull()
    tick(10)
    expect(await balance()).toBe(SOL)
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
    await wallet.rpc.sendTransaction(wire, BLIND).send()
    use({ kind: 'statusNull', probability: 1, ...(search === undefined ? {} : { search }) })
    const statuses = [await statusOf(signature, false), await statusOf(signature, true)]
    expect(statuses.map((status) => status === null)).toEqual(denied)
    expect(counts().statusNull).toBe(denied.filter(Boolean).length)
  })

  test('but the null of an unknown one is no fault', async () => {
    const { signature } = await pay()
    use({ kind: 'statusNull', probability: 1 })
    expect(await statusOf(signature)).toBeNull()
    expect(counts()).toEqual({})
  })
})

describe('a node that lags', () => {
  test('says everything as of an older slot', async () => {
    const { chain } = localnet.cluster
    const then = { ...chain.tip, finalized: chain.at('finalized') }
    tick(2)
    const { wire, signature } = await pay()
    await wallet.rpc.sendTransaction(wire, BLIND).send()
    tick(3)
    const behind = chain.tip.slot - then.slot
    use({ kind: 'lag', probability: 1, behindSlots: { min: behind, max: behind } })

    const { rpc } = wallet
    expect(await rpc.getSlot().send()).toBe(BigInt(then.slot))
    expect(await rpc.getSlot({ commitment: 'finalized' }).send()).toBe(BigInt(then.finalized.slot))
    expect(await rpc.getBlockHeight().send()).toBe(BigInt(then.height))
    expect(await rpc.getLatestBlockhash().send()).toMatchObject({
      context: { slot: BigInt(then.slot) },
      value: { blockhash: then.blockhash, lastValidBlockHeight: BigInt(then.height + 150) },
    })
    expect(await rpc.getBalance(recipient).send()).toMatchObject({
      context: { slot: BigInt(then.slot) },
      value: 0n,
    })
    expect(
      await rpc.getSignatureStatuses([signature], { searchTransactionHistory: true }).send(),
    ).toMatchObject({ context: { slot: BigInt(then.slot) }, value: [null] })
    const history = rpc.getSignaturesForAddress(recipient, { commitment: 'confirmed' })
    expect(await history.send()).toEqual([])
    const minContextSlot = BigInt(then.slot + 1)
    await expect(rpc.getBalance(recipient, { minContextSlot }).send()).rejects.toThrow('context slot')
    use()
    expect(await history.send()).toHaveLength(1)
    expect(await balance()).toBe(SOL)
  })

  test('does not know new blockhashes in preflight, and still forwards transactions', async () => {
    use({ kind: 'lag', probability: 1, methods: ['sendTransaction'], behindSlots: { min: 5, max: 5 } })
    const { wire } = await pay()
    const preflighted = wallet.rpc.sendTransaction(wire, {
      encoding: 'base64',
      preflightCommitment: 'processed',
    })
    const code = SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND
    await expect(preflighted.send()).rejects.toMatchObject({ cause: { context: { __code: code } } })
    await wallet.rpc.sendTransaction(wire, BLIND).send()
    expect(await balance()).toBe(SOL)
  })
})

test('a stale blockhash is answered as the newest, and soon expires', async () => {
  tick(60)
  use({ kind: 'staleBlockhash', probability: 1, ageBlocks: { min: 140, max: 140 } })
  const { context, value } = await wallet.rpc.getLatestBlockhash().send()
  expect(context.slot).toBe(BigInt(localnet.cluster.chain.tip.slot))
  expect(value.lastValidBlockHeight).toBe(BigInt(localnet.cluster.chain.tip.height + 10))
  const { wire, signature } = await pay()
  tick(11)
  await wallet.rpc.sendTransaction(wire, BLIND).send()
  expect(await statusOf(signature)).toBeNull()
  expect(counts().staleBlockhash).toBe(2)
})

test('the cluster behind the URL is another one for a while', async () => {
  const genesisHash = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'
  use({ kind: 'wrongCluster', probability: 0.5, forSlots: 10, genesisHash })
  const told: string[] = []
  for (let slots = 0; slots < 100; slots += 1) {
    told.push(await wallet.rpc.getGenesisHash().send())
    tick(1)
  }
  const changes = told.filter((hash, index) => index > 0 && hash !== told[index - 1]).length
  expect(new Set(told)).toEqual(new Set([genesisHash, localnet.genesisHash]))
  expect(changes).toBeLessThanOrEqual(10)
})
