import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

let portal: PayingPortal
afterEach(() => portal.close())

const TIMEOUT = { timeout: 30_000 }

/** Starts to pay five claims of 1.5 tokens each, in one batch, with a cap of four tokens. */
async function startWithCap(variable: string) {
  portal = await startPayingPortal({
    environment: (mint) => ({ [variable]: JSON.stringify({ [mint]: '4' }) }),
  })
  await portal.configure('bulk')
  const claims = Array.from({ length: 5 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
  await addClaims(portal.ferry.app, claims)
  const start = () => portal.call(endpoints.bulkSender.start)
  expect((await start()).statusCode).toBe(200)
  return { start, wallets: claims.map(({ solAddress }) => solAddress) }
}

const status = async () => (await portal.call(endpoints.bulkSender.status)).json()
const paid = async (wallets: readonly string[]) =>
  (await Promise.all(wallets.map((wallet) => portal.balanceOf(wallet)))).filter((balance) => balance > 0n)

test('a run waits at the cap of the day with words, pays no more, and can be stopped', {
  timeout: 60_000,
}, async () => {
  const { wallets } = await startWithCap('MAX_PAID_PER_DAY')
  await expect.poll(status, TIMEOUT).toMatchObject({
    state: 'waiting',
    inFlight: 0,
    message: expect.stringMatching(
      /^MAX_PAID_PER_DAY is 4 tokens: 3 are signed, and the next payment is 1\.5\. The run goes on at 00:00 UTC\.$/,
    ),
  })
  expect(await paid(wallets)).toHaveLength(2)
  await portal.call(endpoints.bulkSender.stop)
  await expect.poll(status, TIMEOUT).toMatchObject({ state: 'stopped', running: false })
  expect(await paid(wallets)).toHaveLength(2)
})

test('a run ends at its own cap, and another pays on', { timeout: 60_000 }, async () => {
  const { start, wallets } = await startWithCap('MAX_PAID_PER_RUN')
  const ended = {
    state: 'failed',
    running: false,
    message: expect.stringMatching(
      /^MAX_PAID_PER_RUN is 4 tokens: 3 are signed.* What is left stays queued\.$/,
    ),
  }
  await expect.poll(status, TIMEOUT).toMatchObject(ended)
  expect(await paid(wallets)).toHaveLength(2)
  await start()
  await expect.poll(() => paid(wallets), TIMEOUT).toHaveLength(4)
  await expect.poll(status, TIMEOUT).toMatchObject(ended)
  await start()
  await expect.poll(status, TIMEOUT).toMatchObject({ state: 'completed' })
  expect(await paid(wallets)).toHaveLength(5)
})
