import type { Address } from '@solana/kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SigningClearance } from '#payout/clearance.ts'
import { systemClock } from '#payout/clock.ts'
import { PAST_BARRIER } from '../harness/past-barrier.ts'
import { payFromWallet } from '../harness/pay-from-wallet.ts'
import { readyToSign } from '../harness/ready-to-sign.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

let environment: SendingEnvironment
beforeEach(async () => {
  environment = await prepareSendingEnvironment()
})
afterEach(() => environment.close())

/** A clock on which minutes pass in seconds. */
const QUICK_CLOCK = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() * 100 }

test('a second Ferry, with its own records, begins to pay from the same wallet: the run stops, with a message', async () => {
  const [claim] = await environment.addClaims(1)
  const run = await environment.createRun()
  const clearance = new SigningClearance({
    store: environment.store,
    wallet: environment.wallet,
    clock: QUICK_CLOCK,
    barrier: PAST_BARRIER,
    onRefused: () => {},
    preflight: (node) => readyToSign(node, environment.wallet),
  })
  const asked = () => clearance.ask(run)
  await expect.poll(asked).toMatchObject({ kind: 'clear' })
  await payFromWallet(environment, 'ferry:an-attempt-of-the-second', [
    { to: claim?.solAddress as Address, baseUnits: 1_000_000n },
  ])
  await expect
    .poll(asked, { timeout: 5_000 })
    .toMatchObject({ kind: 'stop', reason: expect.stringMatching(/^The chain shows 1 payment /) })
})
