import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import type { DeniedAddress } from '#domain/denied-address.ts'
import type { Payment } from '#domain/payment.ts'
import { countPayable } from '#payout/estimate-payout.ts'
import { FROZEN, type Recipient } from '#solana/recipients.ts'
import type { TransferCounts } from '#store/payouts/run-payments.ts'
import { Canary } from './canary.ts'
import { judgePayment, type PaymentFacts } from './judge-payment.ts'

const wallet = 'wallet' as Address
const denied: DeniedAddress = { address: '0x12', source: 'OFAC', note: null, addedAtMs: 1 }
const refused = (reason: string): Recipient => ({ payable: false, wallet, reason })
const usable: Recipient = { payable: true, wallet, tokenAccount: wallet, need: 'missing' }

test.each<[string, PaymentFacts, string | null]>([
  ['nothing known against it', {}, null],
  ['a usable recipient', { baseUnits: 1n, recipient: usable }, null],
  ['under way', { underWay: 'in_flight' }, 'in_flight'],
  ['a transaction that is not decided', { underWay: 'hold' }, 'held'],
  ['more than a u64', { baseUnits: null }, 'too_large'],
  ['less than a base unit', { baseUnits: 0n }, 'floored'],
  ['a party on the deny list', { baseUnits: 1n, denied }, 'denied'],
  ['a record that is not as it was accepted', { baseUnits: 1n, unauthorized: 'changed' }, 'held'],
  ['the wallet that pays itself', { baseUnits: 1n, isPayer: true, recipient: usable }, 'unusable'],
  ['a frozen token account', { baseUnits: 1n, recipient: refused(FROZEN) }, 'frozen'],
  ['an address that is no wallet', { baseUnits: 1n, recipient: refused('a mint') }, 'unusable'],
  ['a denied wallet that is frozen as well', { denied, recipient: refused(FROZEN) }, 'denied'],
  ['a denied party whose payment may have been made', { denied, underWay: 'hold' }, 'held'],
])('%s', (_, facts, reason) => {
  expect(judgePayment(facts)?.reason ?? null).toBe(reason)
})

test('what is left out is neither counted nor added up, and what was not looked up is told', async () => {
  const payment: Payment = {
    recipient: wallet,
    baseUnits: 5n,
    dustUA: '0' as Payment['dustUA'],
    claimId: 'C',
    rowNumber: null,
  }
  const to = (recipient: string) => ({ ...payment, recipient: recipient as Address, objection: null })
  async function* owed() {
    yield [to('usable'), to('frozen'), to('unknown'), { ...payment, objection: judgePayment({ denied }) }]
  }
  const known = new Map<Address, Recipient>([
    ['usable' as Address, usable],
    ['frozen' as Address, refused(FROZEN)],
  ])
  expect(await countPayable(owed(), async () => known)).toEqual({
    payableCount: 2,
    neededBaseUnits: 10n,
    notLookedUp: 1,
    newTokenAccounts: 2,
    leftOut: [
      { reason: 'denied', count: 1 },
      { reason: 'frozen', count: 1 },
    ],
  })
})

const NOTHING: TransferCounts = { queued: 0, in_flight: 0, hold: 0, paid: 0, failed: 0, left_out: 0 }

/** A canary of so many payments over a run that has come so far. */
function canaryOf(
  canary: number | null,
  { paid = 0, failed = 0, held = 0, inFlight = 0 }: Record<string, number> = {},
) {
  const outcome = { paid, failed, held }
  const runs = {
    signedOutcome: async () => outcome,
    transferCounts: async () => ({ ...NOTHING, in_flight: inFlight }),
  }
  return { canary: new Canary(runs, { id: 1, canary }), outcome }
}

test('a run without a canary sends as much as it likes', async () => {
  expect(await canaryOf(null, { failed: 3 }).canary.ask()).toEqual({
    payments: Number.POSITIVE_INFINITY,
    failure: null,
  })
})

test.each([
  [{}, 5],
  [{ inFlight: 5 }, 0],
  [{ paid: 2, inFlight: 3 }, 0],
  [{ paid: 4 }, 1],
  [{ paid: 1, inFlight: 9 }, 0],
])('of a canary of five, with %o, it sends %d more', async (progress, payments) => {
  expect(await canaryOf(5, progress).canary.ask()).toEqual({ payments, failure: null })
})

test('once it is final, it stays over', async () => {
  const { canary, outcome } = canaryOf(5, { paid: 5 })
  expect((await canary.ask()).payments).toBe(Number.POSITIVE_INFINITY)
  outcome.failed = 1
  expect(await canary.ask()).toMatchObject({ payments: Number.POSITIVE_INFINITY, failure: null })
})

test.each([
  [{ paid: 4, failed: 1 }, 'of its 5 payments 1 failed on the chain'],
  [{ held: 2 }, 'of its 5 payments 2 can not be decided'],
])('with %o it failed, in words', async (progress, words) => {
  const answer = await canaryOf(5, progress).canary.ask()
  expect(answer).toEqual({
    payments: 0,
    failure: `The canary did not get through: ${words}. No other payment was sent.`,
  })
})
