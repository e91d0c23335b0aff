import type { Signature } from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { describe, expect, test } from 'vitest'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { forEachTest } from '../../../test/harness/for-tests.ts'
import { memoInstruction, startTickedLocalnet } from '../../../test/harness/test-wallet.ts'
import type { FaultPlanInput } from './fault-plan.ts'

const CONFIRMED = { commitment: 'confirmed' } as const

function use(cluster: NonNullable<FaultPlanInput['cluster']>) {
  net.localnet.faults.use({ seed: 1, cluster })
}

const statusOf = (signature: Signature) => net.wallet.statusOf(signature, { searchTransactionHistory: true })

const SOL = 1_000_000_000n
const net = forEachTest(() => startTickedLocalnet(30))
function forkAt(depthSlots: number, relandProbability: number) {
  const relandAfterSlots = { min: 3, max: 3 }
  return {
    everySlots: 1,
    depthSlots: { min: depthSlots, max: depthSlots },
    relandProbability,
    relandAfterSlots,
  }
}

/** Rolls back each slot from the next one on as it ends. */
function forkFromNowOn(depthSlots: number, relandProbability: number) {
  use({ fork: forkAt(depthSlots, relandProbability) })
  net.tick(1)
}

describe('a fork', () => {
  test('undoes what landed: status, history, fees and balances', async () => {
    const before = await net.wallet.balanceOf()
    forkFromNowOn(6, 0)
    const signature = await net.wallet.send([net.transfer()])
    expect(await statusOf(signature)).toMatchObject({ confirmationStatus: 'processed' })
    net.tick(1)
    use({})
    expect(await statusOf(signature)).toBeNull()
    net.tick(20)
    expect(await statusOf(signature)).toBeNull()
    expect(await net.wallet.transactionOf(signature)).toBeNull()
    expect(await net.wallet.rpc.getSignaturesForAddress(net.recipient, CONFIRMED).send()).toEqual([])
    expect(await net.balance()).toBe(0n)
    expect(await net.wallet.balanceOf()).toBe(before)
    expect(net.counts()).toEqual({ fork: 2, undoneTransactions: 1 })
  })

  test('lets slots and heights go on, on other blockhashes', async () => {
    const { chain } = net.localnet.cluster
    forkFromNowOn(1, 0)
    const { slot, height, blockhash } = chain.tip
    net.tick(1)
    expect(chain.tip.height).toBe(height + 1)
    expect(chain.tip.slot).toBeGreaterThan(slot)
    expect(chain.isBlockhashValid(blockhash, chain.tip)).toBe(false)
  })

  test('a transaction whose blockhash is below lands again by itself, once, in a later slot', async () => {
    const { value: lifetime } = await net.wallet.rpc.getLatestBlockhash({ commitment: 'finalized' }).send()
    const { wire, signature } = await net.wallet.sign([net.transfer()], lifetime)
    forkFromNowOn(6, 1)
    await net.wallet.sendBlind(wire)
    const first = await statusOf(signature)
    net.tick(1)
    use({})
    expect(await statusOf(signature)).toBeNull()
    net.tick(20)
    const again = await statusOf(signature)
    expect(again).toMatchObject({ confirmationStatus: 'finalized', err: null })
    expect(again?.slot).toBeGreaterThan(first?.slot ?? 0n)
    expect(await net.balance()).toBe(SOL)
    expect(net.counts()).toEqual({ fork: 2, undoneTransactions: 1, relandedTransactions: 1 })
  })

  test('a transaction on an abandoned blockhash never lands again', async () => {
    forkFromNowOn(6, 1)
    const { wire, signature } = await net.wallet.sign([net.transfer()])
    await net.wallet.sendBlind(wire)
    net.tick(1)
    use({})
    net.tick(10)
    await net.wallet.sendBlind(wire)
    expect(await statusOf(signature)).toBeNull()
    expect(await net.balance()).toBe(0n)
  })

  test('restores token accounts and what was created', async () => {
    const payer = net.wallet.signer
    const automatic = setInterval(net.localnet.tick, 10)
    const what = { rpcUrl: net.localnet.url, payer, decimals: 6, supplyBaseUnits: 100n }
    const demo = await createDemoMint({ ...what, to: payer.address })
    clearInterval(automatic)
    net.tick(20)
    const { mint, tokenAccount: source } = demo
    const [ata] = await findAssociatedTokenPda({
      owner: net.recipient,
      mint,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    })
    const accounts = async () => {
      const config = { encoding: 'base64' } as const
      return (await net.wallet.rpc.getMultipleAccounts([payer.address, source, ata], config).send()).value
    }
    const before = await accounts()
    forkFromNowOn(2, 0)
    await net.wallet.send([
      getCreateAssociatedTokenIdempotentInstruction({ payer, ata, owner: net.recipient, mint }),
      getTransferCheckedInstruction({
        source,
        destination: ata,
        authority: payer,
        mint,
        amount: 40n,
        decimals: 6,
      }),
    ])
    expect((await accounts()).every((account) => account !== null)).toBe(true)
    net.tick(1)
    expect(await accounts()).toEqual(before)
    expect(before[2]).toBeNull()
  })

  test('never touches what landed before the plan came into force', async () => {
    const signature = await net.wallet.send([net.transfer()])
    use({ fork: forkAt(64, 0) })
    for (let slots = 0; slots < 30; slots += 1) {
      net.tick(1)
      expect(await statusOf(signature)).not.toBeNull()
    }
    expect(await net.balance()).toBe(SOL)
  })

  test('reaches deep, but never touches what is finalized', async () => {
    const { chain } = net.localnet.cluster
    const sent: { signature: Signature; slot: number }[] = []
    net.localnet.faults.use({ seed: 1, cluster: { fork: { ...forkAt(64, 0), everySlots: 15 } } })
    for (let slots = 0; slots < 90; slots += 1) {
      const { value: lifetime } = await net.wallet.rpc.getLatestBlockhash({ commitment: 'finalized' }).send()
      const { wire, signature } = await net.wallet.sign([memoInstruction(`${slots}`)], lifetime)
      await net.wallet.sendBlind(wire)
      sent.push({ signature, slot: chain.tip.slot })
      const finalizedBefore = chain.at('finalized').slot
      const { undoneTransactions: undoneBefore = 0 } = net.counts()
      net.tick(1)
      const gone = sent.filter((one) => !net.localnet.cluster.history.find(one.signature))
      expect(gone.every(({ slot }) => slot > finalizedBefore)).toBe(true)
      expect(gone.length).toBe((net.counts().undoneTransactions ?? 0) - undoneBefore)
      for (const one of gone) sent.splice(sent.indexOf(one), 1)
    }
    expect(net.counts().undoneTransactions).toBeGreaterThan((net.counts().fork ?? 0) * 3)
    expect(sent.length).toBeGreaterThan(12)
  })
})

test('blockhashes expire at once, with slots and heights that move on', async () => {
  const { wire, signature } = await net.wallet.sign([net.transfer()])
  const { height, slot } = net.localnet.cluster.chain.tip
  use({ expireBlockhashes: { everySlots: 1 } })
  net.tick(1)
  use({})
  expect(net.localnet.cluster.chain.tip.height).toBe(height + 161)
  expect(net.localnet.cluster.chain.tip.slot).toBeGreaterThan(slot + 161)
  await net.wallet.sendBlind(wire)
  net.tick(1)
  expect(await statusOf(signature)).toBeNull()
  expect(net.counts()).toEqual({ expireBlockhashes: 1 })
})

test('pruned history is gone while the plan is in force', async () => {
  const signature = await net.wallet.send([net.transfer()])
  net.tick(330)
  const look = async () => ({
    first: await net.wallet.rpc.getFirstAvailableBlock().send(),
    status: (await statusOf(signature)) !== null,
    transaction: (await net.wallet.transactionOf(signature)) !== null,
    listed: (await net.wallet.rpc.getSignaturesForAddress(net.recipient, CONFIRMED).send()).length,
  })
  expect(await look()).toEqual({ first: 0n, status: true, transaction: true, listed: 1 })
  use({ prune: { everySlots: 1, keepSlots: 100 } })
  const first = BigInt(net.localnet.cluster.chain.tip.slot - 100)
  net.tick(1)
  expect(await look()).toEqual({ first, status: false, transaction: false, listed: 0 })
  use({})
  expect(await look()).toEqual({ first: 0n, status: true, transaction: true, listed: 1 })
})
