import type { Signature } from '@solana/kit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoInstruction } from '../../../test/harness/test-wallet.ts'
import { startTickedLocalnet, type TickedLocalnet } from '../../../test/harness/ticked-localnet.ts'
import type { FaultPlanInput } from './fault-plan.ts'

const SOL = 1_000_000_000n
const CONFIRMED = { commitment: 'confirmed' } as const

let net: TickedLocalnet
beforeEach(async () => {
  net = await startTickedLocalnet(30)
})
afterEach(() => net.close())

function use(cluster: NonNullable<FaultPlanInput['cluster']>) {
  net.localnet.faults.use({ seed: 1, cluster })
}

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

const statusOf = (signature: Signature) => net.wallet.statusOf(signature, { searchTransactionHistory: true })

const counts = () => net.localnet.faults.status().counts

describe('a fork', () => {
  test('undoes what landed: status, history, fees and balances', async () => {
    const before = await net.wallet.balanceOf(net.wallet.signer.address)
    forkFromNowOn(6, 0)
    const signature = await net.wallet.send([net.transfer()])
    expect(await statusOf(signature)).toMatchObject({ confirmationStatus: 'processed' })
    net.tick(1)
    use({})
    expect(await statusOf(signature)).toBeNull()
    net.tick(20)
    expect(await statusOf(signature)).toBeNull()
    const config = { ...CONFIRMED, encoding: 'base64', maxSupportedTransactionVersion: 0 } as const
    expect(await net.wallet.rpc.getTransaction(signature, config).send()).toBeNull()
    expect(await net.wallet.rpc.getSignaturesForAddress(net.recipient, CONFIRMED).send()).toEqual([])
    expect(await net.wallet.balanceOf(net.recipient)).toBe(0n)
    expect(await net.wallet.balanceOf(net.wallet.signer.address)).toBe(before)
    expect(counts()).toEqual({ fork: 2, undoneTransactions: 1 })
  })

  test('a transaction whose blockhash is below lands again by itself, once, in a later slot', async () => {
    const { value: lifetime } = await net.wallet.rpc.getLatestBlockhash({ commitment: 'finalized' }).send()
    const { wire, signature } = await net.wallet.sign([net.transfer()], lifetime)
    forkFromNowOn(6, 1)
    await net.wallet.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    const first = await statusOf(signature)
    net.tick(1)
    use({})
    expect(await statusOf(signature)).toBeNull()
    net.tick(20)
    const again = await statusOf(signature)
    expect(again).toMatchObject({ confirmationStatus: 'finalized', err: null })
    expect(again?.slot).toBeGreaterThan(first?.slot ?? 0n)
    expect(await net.wallet.balanceOf(net.recipient)).toBe(SOL)
    expect(counts()).toEqual({ fork: 2, undoneTransactions: 1, relandedTransactions: 1 })
  })

  test('a transaction on an abandoned blockhash never lands again', async () => {
    forkFromNowOn(6, 1)
    const { wire, signature } = await net.wallet.sign([net.transfer()])
    await net.wallet.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    net.tick(1)
    use({})
    net.tick(10)
    await net.wallet.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    expect(await statusOf(signature)).toBeNull()
    expect(await net.wallet.balanceOf(net.recipient)).toBe(0n)
  })

  test('never touches what landed before the plan came into force', async () => {
    const signature = await net.wallet.send([net.transfer()])
    use({ fork: forkAt(64, 0) })
    for (let slots = 0; slots < 30; slots += 1) {
      net.tick(1)
      expect(await statusOf(signature)).not.toBeNull()
    }
    expect(await net.wallet.balanceOf(net.recipient)).toBe(SOL)
  })

  test('reaches deep, but never touches what is finalized', async () => {
    const { chain } = net.localnet.cluster
    const sent: { signature: Signature; slot: number }[] = []
    net.localnet.faults.use({ seed: 1, cluster: { fork: { ...forkAt(64, 0), everySlots: 15 } } })
    for (let slots = 0; slots < 90; slots += 1) {
      const { value: lifetime } = await net.wallet.rpc.getLatestBlockhash({ commitment: 'finalized' }).send()
      const { wire, signature } = await net.wallet.sign([memoInstruction(`${slots}`)], lifetime)
      await net.wallet.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
      sent.push({ signature, slot: chain.tip.slot })
      const finalizedBefore = chain.at('finalized').slot
      const { undoneTransactions: undoneBefore = 0 } = counts()
      net.tick(1)
      const gone = sent.filter((one) => !net.localnet.cluster.history.find(one.signature))
      expect(gone.every(({ slot }) => slot > finalizedBefore)).toBe(true)
      expect(gone.length).toBe((counts().undoneTransactions ?? 0) - undoneBefore)
      for (const one of gone) sent.splice(sent.indexOf(one), 1)
    }
    expect(counts().undoneTransactions).toBeGreaterThan((counts().fork ?? 0) * 3)
    expect(sent.length).toBeGreaterThan(12)
  })
})
