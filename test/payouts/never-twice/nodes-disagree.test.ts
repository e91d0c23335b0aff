import type { Address } from '@solana/kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SigningClearance } from '#payout/clearance.ts'
import { systemClock } from '#payout/clock.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { RestartBarrier } from '#payout/records/restart-barrier.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { payFromWallet } from '../../harness/pay-from-wallet.ts'
import { readyToSign } from '../../harness/ready-to-sign.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../../harness/sending-environment.ts'

let environment: SendingEnvironment
beforeEach(async () => {
  environment = await prepareSendingEnvironment()
})
afterEach(() => environment.close())

const readerOf = (...senders: [SolanaRpc, ...SolanaRpc[]]) =>
  new FailoverRpc({ senders, second: null, genesisHash: environment.wallet.genesisHash, clock: systemClock })

/** Opens a node whose answers about the wallet stay as they are now, while all else is up to date. */
async function nodeStuckOnWallet(): Promise<SolanaRpc> {
  const { rpc, wallet } = environment
  const account = await rpc.finalizedAccount(wallet.sourceTokenAccount)
  const history = await rpc.historyOf(wallet.sourceTokenAccount, { minContextSlot: 0 })
  return {
    ...rpc,
    finalizedAccount: async () => account,
    historyOf: async (_address, { before }) => (before ? [] : history),
  }
}

test('one node behind the URL stopped before the lost payments: nothing is signed by its answers', {
  timeout: 60_000,
}, async () => {
  const { rpc } = environment
  // The transactions that funded the wallet have to be final first.
  await expect
    .poll(() => rpc.finalizedAccount(environment.wallet.sourceTokenAccount))
    .toMatchObject({
      account: expect.anything(),
    })
  const stuck = await nodeStuckOnWallet()
  const [claim] = await environment.addClaims(1)
  await payFromWallet(environment, 'ferry:an-attempt-that-was-lost', [
    { to: claim?.solAddress as Address, baseUnits: 1_000_000n },
  ])
  const run = await environment.createRun()
  const clearanceBy = (node: SolanaRpc) =>
    new SigningClearance({
      store: { ...environment.store, isNew: false },
      wallet: { ...environment.wallet, reader: readerOf(node) },
      clock: systemClock,
      barrier: new RestartBarrier(systemClock, () => 0),
      onRefused: () => {},
      preflight: (node) => readyToSign(node, environment.wallet),
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
  expect(await untilPast(clearanceBy(rpc))).toMatchObject({ kind: 'stop' })
})

test('the first node is behind, and down later: the wait for payments in flight uses the height of the node that was ahead', async () => {
  const { rpc } = environment
  let isGone = false
  const behind: SolanaRpc = {
    ...rpc,
    async latestBlockhash() {
      if (isGone) return rpc.latestBlockhash()
      const { blockhash, lastValidBlockHeight, contextSlot } = await rpc.latestBlockhash()
      return { blockhash, lastValidBlockHeight: lastValidBlockHeight - 300, contextSlot: contextSlot - 300 }
    },
    async finalizedPosition() {
      const { blockHeight, slot } = await rpc.finalizedPosition()
      return isGone ? { blockHeight, slot } : { blockHeight: blockHeight - 300, slot: slot - 300 }
    },
  }
  const barrier = new RestartBarrier(systemClock, () => 0)
  const { lastValidBlockHeight } = await rpc.latestBlockhash()
  await barrier.raise(readerOf(behind, rpc))
  isGone = true
  const { blockHeight } = await rpc.finalizedPosition()
  expect((await barrier.left(readerOf(rpc)))?.blocks).toBeGreaterThan(lastValidBlockHeight - blockHeight - 20)
})
