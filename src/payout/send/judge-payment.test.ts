import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import type { DeniedAddress } from '#domain/denied-address.ts'
import type { Payment } from '#domain/payment.ts'
import { countPayable } from '#payout/estimate-payout.ts'
import type { Recipient } from '#solana/recipients.ts'
import { FROZEN } from '#solana/recipients.ts'
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
  const known: Record<string, Recipient> = { usable, frozen: refused(FROZEN) }
  expect(await countPayable(owed(), (asked) => known[asked])).toEqual({
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
