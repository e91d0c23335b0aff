import type { Address } from '@solana/kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SigningClearance } from '#payout/clearance.ts'
import { systemClock } from '#payout/clock.ts'
import { ClusterReader } from '#payout/cluster-reader.ts'
import { RestartBarrier } from '#payout/restart-barrier.ts'
import type { Cluster } from '#solana/cluster.ts'
import { payFromWallet } from '../harness/pay-from-wallet.ts'
import { readyToSign } from '../harness/ready-to-sign.ts'
import { prepareSendingGround, type SendingGround } from '../harness/sending-ground.ts'

let ground: SendingGround
beforeEach(async () => {
  ground = await prepareSendingGround()
})
afterEach(() => ground.close())

const readerOf = (...senders: [Cluster, ...Cluster[]]) =>
  new ClusterReader({ senders, second: null, genesisHash: ground.wallet.genesisHash, clock: systemClock })

/** Answers about the wallet as the cluster is now, for ever, as a node does that hangs behind; about all else it is up to date. */
async function nodeStuckOnWallet(): Promise<Cluster> {
  const { cluster, wallet } = ground
  const account = await cluster.finalizedAccount(wallet.sourceTokenAccount)
  const history = await cluster.historyOf(wallet.sourceTokenAccount, { minContextSlot: 0 })
  return {
    ...cluster,
    finalizedAccount: async () => account,
    historyOf: async (_address, { before }) => (before ? [] : history),
  }
}

test('one node behind the URL stopped before the payments that were lost: nothing is signed by what it shows', {
  timeout: 60_000,
}, async () => {
  const { cluster } = ground
  // What made the wallet has to be final first.
  await expect
    .poll(() => cluster.finalizedAccount(ground.wallet.sourceTokenAccount))
    .toMatchObject({
      account: expect.anything(),
    })
  const stuck = await nodeStuckOnWallet()
  const [claim] = await ground.addClaims(1)
  await payFromWallet(ground, 'ferry:an-attempt-that-was-lost', [
    { to: claim?.sol_address as Address, baseUnits: 1_000_000n },
  ])
  const run = await ground.createRun()
  const clearanceBy = (node: Cluster) =>
    new SigningClearance({
      store: { ...ground.store, isNew: false },
      wallet: { ...ground.wallet, reader: readerOf(node) },
      clock: systemClock,
      barrier: new RestartBarrier(),
      onRefused: () => {},
      preflight: (node) => readyToSign(node, ground.wallet),
    })
  const untilPast = async (clearance: SigningClearance) => {
    let asked = await clearance.ask(run)
    while (asked.kind === 'wait' && asked.reason.startsWith('Waiting until')) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      asked = await clearance.ask(run)
    }
    return asked
  }
  expect(await untilPast(clearanceBy(stuck))).toMatchObject({
    kind: 'wait',
    reason: expect.stringContaining('behind the others'),
  })
  expect(await untilPast(clearanceBy(cluster))).toMatchObject({ kind: 'stop' })
})

test('the first node is behind, and gone later: what was in flight is waited out by the node that was ahead', async () => {
  const { cluster } = ground
  let isGone = false
  const behind: Cluster = {
    ...cluster,
    async latestBlockhash() {
      if (isGone) return cluster.latestBlockhash()
      const { blockhash, lastValidBlockHeight, contextSlot } = await cluster.latestBlockhash()
      return { blockhash, lastValidBlockHeight: lastValidBlockHeight - 300, contextSlot: contextSlot - 300 }
    },
    async finalizedPosition() {
      const { blockHeight, slot } = await cluster.finalizedPosition()
      return isGone ? { blockHeight, slot } : { blockHeight: blockHeight - 300, slot: slot - 300 }
    },
  }
  const barrier = new RestartBarrier()
  const { lastValidBlockHeight } = await cluster.latestBlockhash()
  await barrier.raise(readerOf(behind, cluster))
  isGone = true
  const { blockHeight } = await cluster.finalizedPosition()
  expect(await barrier.blocksLeft(readerOf(cluster))).toBeGreaterThan(lastValidBlockHeight - blockHeight - 20)
})
