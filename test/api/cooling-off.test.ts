import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { ALL_QUEUED, sampleClaim, sampleRun } from '../harness/sample-rows.ts'

const { estimate, start, status } = endpoints.bulkSender

let portal: PayingPortal
beforeAll(async () => {
  portal = await startPayingPortal({ settings: { coolingOffMinutes: 30 } })
  await portal.configure('bulk')
})
afterAll(() => portal.close())

test('a run leaves claims that were submitted or corrected a short while ago to the next one', async () => {
  const holders = [makeHolder(), makeHolder()]
  await loadHolders(portal.ferry.app, holders)
  for (const holder of holders) {
    await portal.call(endpoints.public.submitClaim, { body: await signClaim(holder) })
  }
  expect((await portal.call(estimate)).json()).toMatchObject({ claimCount: 0, totalAmountUA: '0' })
  const refused = await portal.call(start)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'claims_cooling_off',
    error: expect.stringContaining('30 min'),
  })

  const old = sampleClaim({ solAddress: freshSolanaAddress() })
  await addClaims(portal.ferry.app, [old])
  expect((await portal.call(estimate)).json()).toMatchObject({ claimCount: 1, totalAmountUA: '1.5' })
  expect((await portal.call(start)).json()).toEqual({ message: 'Bulk send started for 1 queued claim.' })
  await expect
    .poll(async () => (await portal.call(status)).json().progress, { timeout: 30_000 })
    .toMatchObject({ status: 'completed' })
  expect(await portal.balanceOf(old.solAddress)).toBe(1_500_000_000n)
  expect((await portal.call(status)).json()).toMatchObject({ queuedClaimsCount: 2 })

  // What no run has taken can still be corrected.
  const [holder] = holders
  if (!holder) throw new Error('there is no holder')
  const corrected = await portal.call(endpoints.public.correctClaim, {
    params: { eth: holder.account.address },
    body: await signClaim(holder),
  })
  expect(corrected.statusCode, corrected.body).toBe(200)
})

test('a claim on the list of a run is not corrected: it would be paid without a cooling-off time', async () => {
  const holder = makeHolder()
  await loadHolders(portal.ferry.app, [holder])
  await portal.call(endpoints.public.submitClaim, {
    body: await signClaim(holder, { nonce: Date.now() - 5_000 }),
  })
  const { store } = portal.ferry.app
  const run = await store.runs.create(sampleRun({ walletAddress: 'another wallet' }), ALL_QUEUED)
  if (!run) throw new Error('a run is under way')
  const params = { eth: holder.account.address }
  expect((await portal.call(endpoints.public.claim, { params })).json()).toMatchObject({ correctable: false })
  const refused = await portal.call(endpoints.public.correctClaim, { params, body: await signClaim(holder) })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'claim_under_way'])
  await store.runs.finish(run.id, 'stopped', null, 1)
})
