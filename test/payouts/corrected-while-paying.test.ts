import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { runPayout } from '#payout/run-payout.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { FREE_UNTIL_SIGNED, signAnew } from '../harness/sample-rows.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'
import { watchedRpc } from '../harness/watched-rpc.ts'

/** Claims that are corrected while a run that has them on its list waits, or pays. */

/** More calls than a run of one batch makes before it is final. */
const CALLS = 24

describe('a correction in any moment of a run', () => {
  let environment: SendingEnvironment
  beforeAll(async () => {
    environment = await prepareSendingEnvironment()
  })
  afterAll(() => environment.close())

  test('is refused, or has the payment go to the new address, once', { timeout: 240_000 }, async () => {
    const { store, rpc, wallet } = environment
    const outcomes = new Set<string>()
    for (let call = 1; call <= CALLS; call += 1) {
      const claims = await environment.addClaims(3)
      const [, corrected = claims[0]] = claims
      if (!corrected) throw new Error('there is no claim')
      const anew = signAnew(corrected, { solAddress: freshSolanaAddress() })
      let outcome = 'not asked'
      // Nothing but the journal's commit compares addresses here: the authorization allows what is recorded.
      const node = watchedRpc(rpc, async (made) => {
        if (made === call) outcome = await store.claimCorrections.correct(anew, call, FREE_UNTIL_SIGNED)
      })
      const run = await environment.createRun()
      expect(run.transferCount).toBe(3)
      expect(await runPayout(run, await environment.parts({ node }), new AbortController().signal)).toBe(
        'finished',
      )
      outcomes.add(outcome)
      const isDone = outcome === 'done'
      const owed = corrected.amountWei / 10n ** BigInt(18 - wallet.mint.decimals)
      const paid = await Promise.all([corrected, anew].map((each) => environment.balanceOf(each.solAddress)))
      expect(paid, `corrected at call ${call}: ${outcome}`).toEqual(isDone ? [0n, owed] : [owed, 0n])
      expect(await store.runs.transferCounts(run.id)).toMatchObject({
        paid: 3,
        hold: 0,
        failed: 0,
        queued: 0,
      })
    }
    // Not vacuous: some come before the first signature, and some after it.
    expect([...outcomes]).toEqual(expect.arrayContaining(['done', 'claim_under_way']))
  })
})

describe('on the list of a run that waits for its node', () => {
  const { correctClaim, submitClaim, claim } = endpoints.public
  const { start, status, runs } = endpoints.bulkSender
  const holders = [makeHolder(), makeHolder(), makeHolder()] as const
  const [holder] = holders
  const eth = holder.account.address

  let paying: PayingPortal
  beforeEach(async () => {
    paying = await startPayingPortal()
    await paying.configure('bulk')
    await loadHolders(paying.ferry.app, holders)
  })
  afterEach(() => paying.close())

  const newestRun = async () => (await paying.call(runs)).json().runs[0]

  test('a claim is corrected as its wallet signs, and paid as it then says, of the count and sum that were confirmed', {
    timeout: 90_000,
  }, async () => {
    const claims = await Promise.all(holders.map((each) => signClaim(each, { nonce: Date.now() - 5_000 })))
    for (const body of claims) await paying.call(submitClaim, { body })
    // Without a blockhash nothing can be signed.
    const methods = ['getLatestBlockhash']
    paying.localnet.faults.use({
      seed: 1,
      rules: [{ kind: 'serverError', status: 503, probability: 1, methods }],
    })
    const started = await paying.call(start, { body: { expect: { count: 3, amountUA: '4.5' } } })
    expect(started.json()).toEqual({ message: 'Bulk send started for 3 queued claims.' })
    await expect
      .poll(async () => (await paying.call(status)).json().state, { timeout: 30_000 })
      .toBe('waiting')

    const told = async () => (await paying.call(claim, { params: { eth } })).json()
    expect(await told()).toMatchObject({ status: 'queued', correctable: true, inRunAt: expect.any(Number) })
    const anew = await signClaim(holder)
    const corrected = await paying.call(correctClaim, { params: { eth }, body: anew })
    expect(corrected.statusCode, corrected.body).toBe(200)

    paying.localnet.faults.use({ seed: 1 })
    await expect
      .poll(newestRun, { timeout: 60_000 })
      .toMatchObject({ status: 'completed', transferCount: 3, paid: 3, held: 0, paidAmountUA: '4.5' })
    expect(await paying.balanceOf(anew.sol)).toBe(1_500_000_000n)
    expect(await paying.balanceOf(claims[0]?.sol ?? '')).toBe(0n)
    expect(await told()).toMatchObject({ status: 'sent', correctable: false })
    const late = await paying.call(correctClaim, { params: { eth }, body: await signClaim(holder) })
    expect([late.statusCode, late.json().code]).toEqual([409, 'claim_under_way'])
  })
})
