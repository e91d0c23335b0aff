import { getTransactionEncoder, type Signature } from '@solana/kit'
import { getMintDecoder } from '@solana-program/token'
import { describe, expect, test } from 'vitest'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { forEachTest } from '../../../test/harness/for-tests.ts'
import { memoInstruction, startTickedLocalnet } from '../../../test/harness/test-wallet.ts'
import type { FaultPlanInput } from './fault-plan.ts'

const SOL = 1_000_000_000n

const net = forEachTest(() => startTickedLocalnet(20))
function use(...rules: NonNullable<FaultPlanInput['rules']>) {
  net.localnet.faults.use({ seed: 1, rules })
}

describe('what is given to simulate', () => {
  const pay = () => net.wallet.sign([net.transfer()])

  async function simulate(bytes: Uint8Array) {
    const wire = Buffer.from(bytes).toString('base64') as Parameters<
      typeof net.wallet.rpc.simulateTransaction
    >[0]
    const config = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true } as const
    const { value } = await net.wallet.rpc.simulateTransaction(wire, config).send()
    expect(value.err).toBeNull()
  }

  test('lands where it is signed', async () => {
    const { transaction } = await pay()
    use({ kind: 'relaySimulated', probability: 1 })
    await simulate(new Uint8Array(getTransactionEncoder().encode(transaction)))
    expect(await net.balance()).toBe(SOL)
    expect(net.counts()).toEqual({ relaySimulated: 1, relayedTransactions: 1 })
  })

  test('is dropped where it is not', async () => {
    const { transaction } = await pay()
    const bytes = new Uint8Array(getTransactionEncoder().encode(transaction))
    bytes.fill(0, 1, 65)
    use({ kind: 'relaySimulated', probability: 1 })
    await simulate(bytes)
    net.tick(20)
    expect(await net.balance()).toBe(0n)
    expect(net.counts()).toEqual({ relaySimulated: 1 })
  })
})

describe('an index that is late', () => {
  const historyOf = async () =>
    (
      await net.wallet.rpc
        .getSignaturesForAddress(net.wallet.signer.address, { commitment: 'confirmed' })
        .send()
    ).map(({ signature }) => signature)
  const status = (signature: Signature, searchTransactionHistory: boolean) =>
    net.wallet.statusOf(signature, { searchTransactionHistory })

  test('shows only old enough transactions in its history, though its slots are current', async () => {
    const older = await net.wallet.send([memoInstruction('older')])
    net.tick(30)
    const newer = await net.wallet.send([memoInstruction('newer')])
    net.tick(5)
    use({ kind: 'lateIndex', probability: 1, behindBlocks: { min: 20, max: 20 } })
    expect((await historyOf())[0]).toBe(older)
    expect(await net.wallet.transactionOf(newer)).toBeNull()
    expect(await net.wallet.transactionOf(older)).not.toBeNull()
    const minContextSlot = BigInt(net.localnet.cluster.chain.at('confirmed').slot)
    const asked = net.wallet.rpc.getSignaturesForAddress(net.wallet.signer.address, {
      commitment: 'confirmed',
      minContextSlot,
    })
    expect(await asked.send()).not.toContainEqual(expect.objectContaining({ signature: newer }))
    net.tick(15)
    expect((await historyOf())[0]).toBe(newer)
    expect(net.counts().lateIndex).toBe(3)
  })

  test('still remembers recent statuses, and answers null for the others even in a search', async () => {
    const signature = await net.wallet.send([memoInstruction('hello')])
    use({ kind: 'lateIndex', probability: 1, behindBlocks: { min: 900, max: 900 } })
    net.tick(290)
    expect(await status(signature, false)).not.toBeNull()
    net.tick(100)
    expect(await status(signature, true)).toBeNull()
    net.tick(520)
    expect(await status(signature, true)).toMatchObject({ confirmationStatus: 'finalized' })
  })

  test('answers null for recent statuses too where there is nothing but the index', async () => {
    const signature = await net.wallet.send([memoInstruction('hello')])
    net.tick(10)
    use({ kind: 'lateIndex', probability: 1, behindBlocks: { min: 50, max: 50 }, indexOnlyStatus: true })
    expect(await status(signature, false)).toBeNull()
    expect(await status(signature, true)).toBeNull()
    net.tick(40)
    expect(await status(signature, false)).not.toBeNull()
  })
})

test('a mint is shown with decimals that it does not have, in every encoding; the chain keeps its own', async () => {
  const { mint, tokenAccount } = await createMint()
  use({ kind: 'lyingMint', probability: 1, decimals: 6 })
  const [one] = (await net.wallet.rpc.getMultipleAccounts([mint], { encoding: 'base64' }).send()).value
  expect(getMintDecoder().decode(Buffer.from(one?.data[0] ?? '', 'base64'))).toMatchObject({
    decimals: 6,
    supply: 1000n,
  })
  const parsed = { encoding: 'jsonParsed' } as const
  expect((await net.wallet.rpc.getAccountInfo(mint, parsed).send()).value?.data).toMatchObject({
    parsed: { info: { decimals: 6 } },
  })
  expect((await net.wallet.rpc.getAccountInfo(tokenAccount, parsed).send()).value?.data).toMatchObject({
    parsed: { info: { tokenAmount: { amount: '1000', decimals: 6 } } },
  })
  const triggered = net.counts().lyingMint
  expect(triggered).toBe(3)

  use()
  expect((await net.wallet.rpc.getAccountInfo(mint, parsed).send()).value?.data).toMatchObject({
    parsed: { info: { decimals: 9 } },
  })
})

async function createMint() {
  const timer = setInterval(net.localnet.tick, 5)
  try {
    const { signer: payer } = net.wallet
    const { url: rpcUrl } = net.localnet
    return await createDemoMint({ rpcUrl, payer, decimals: 9, supplyBaseUnits: 1000n, to: payer.address })
  } finally {
    clearInterval(timer)
  }
}
