import { getTransferSolInstruction } from '@solana-program/system'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Run } from '#domain/run.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { fundWallet } from '#lab/localnet/fund-wallet.ts'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import { runPayout } from '#payout/run-payout.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { lamportsIn } from '../harness/chain-state.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

/** An account of no data keeps 890,880 lamports: too little is left for a fee of 5,000. */
const LEFT_LAMPORTS = 892_000n
const BASE_FEE_LAMPORTS = 5_000n

let environment: SendingEnvironment
beforeEach(async () => {
  environment = await prepareSendingEnvironment()
})
afterEach(() => environment.close())

/** Takes the SOL out of the wallet when its only payment is sent, which never reaches the cluster; counts markers meanwhile. */
async function payOneThatIsLost(): Promise<{ run: Run; outcome: Promise<string>; markers: Set<string> }> {
  const { rpc } = environment
  await environment.addClaims(1)
  const run = await environment.createRun()
  const markers = new Set<string>()
  let isDrained = false
  const parts = await environment.parts({
    node: {
      broadcast: async (attempt) => {
        const { kind, signature } = attempt as JournaledAttempt
        if (kind === 'marker') markers.add(signature)
        if (markers.size > 0 || isDrained) return rpc.broadcast(attempt)
        isDrained = true
        await drain()
        return { accepted: true }
      },
    },
  })
  const never = { resendEveryMs: 3_600_000, holdAfterMs: 3_600_000, recheckHoldEveryMs: 500 }
  const outcome = runPayout(run, { ...parts, terms: never }, new AbortController().signal)
  await expect
    .poll(async () => (await environment.store.runs.find(run.id))?.message, { timeout: 60_000 })
    .toMatch(/^Waiting for SOL: .* does not hold enough SOL .*: send some to it\.$/)
  expect(markers.size).toBe(0)
  return { run, outcome, markers }
}

async function drain(): Promise<void> {
  const { localnet, wallet } = environment
  const amount = lamportsIn(localnet, wallet.signer.address) - LEFT_LAMPORTS - BASE_FEE_LAMPORTS
  await sendInstructions(localnet.url, wallet.signer, [
    getTransferSolInstruction({ source: wallet.signer, destination: freshSolanaAddress(), amount }),
  ])
}

const counts = (run: Run) => environment.store.runs.transferCounts(run.id)

test('a run waits for the fee of a marker, saying so, and pays once there is SOL', {
  timeout: 120_000,
}, async () => {
  const { run, outcome, markers } = await payOneThatIsLost()
  const { localnet, wallet } = environment
  await fundWallet({ rpcUrl: localnet.url, to: wallet.signer.address, amountLamports: 1_000_000_000n })
  expect(await outcome).toBe('finished')
  expect(markers.size).toBeGreaterThan(0)
  expect(await counts(run)).toMatchObject({ paid: 1, hold: 0, failed: 0 })
  expect(await environment.store.runs.find(run.id)).toMatchObject({ state: 'completed', message: null })
})

test('a run that is stopped meanwhile ends, and holds what only a marker would prove', {
  timeout: 120_000,
}, async () => {
  const { run, outcome, markers } = await payOneThatIsLost()
  await environment.store.runs.askToStop(run.id)
  expect(await outcome).toBe('finished')
  expect(markers.size).toBe(0)
  expect(await counts(run)).toMatchObject({ paid: 0, hold: 1, failed: 0 })
  const [held] = await environment.store.journal.unresolved(environment.wallet.genesisHash)
  expect(held).toMatchObject({
    state: 'hold',
    error: expect.stringMatching(/does not hold enough SOL for its fee/),
  })
})
