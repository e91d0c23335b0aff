import { expect, test } from 'vitest'
import type { ClaimStatus } from '#domain/claim.ts'
import { CLAIM_REJECTED } from '#domain/payment.ts'
import type { RunState, TransferState } from '#domain/payout-states.ts'
import type { ClaimJourney } from '#store/claims/claim-records.ts'
import { describeJourney } from './find-claim.ts'

const STARTED_MS = 1_790_000_100_000
const FROZEN = "The recipient's token account is frozen"

const QUEUED = { status: 'queued' as ClaimStatus, settledAtMs: null }

function journey(
  state: TransferState,
  change: Partial<ClaimJourney['payment']> = {},
  run: RunState = 'running',
) {
  return {
    payment: { state, baseUnits: 5n as ClaimJourney['payment']['baseUnits'], failure: null, ...change },
    run: { state: run, startedAtMs: STARTED_MS },
    journaledAtMs: null,
    isTaken: false,
  } satisfies ClaimJourney
}

test('a claim that no run has listed has no steps yet', () => {
  expect(describeJourney(QUEUED, null)).toEqual({
    inRunAt: null,
    onChainAt: null,
    settledAt: null,
    attention: null,
    correctable: true,
  })
})

test('times are epoch seconds', () => {
  const sent = { status: 'sent' as ClaimStatus, settledAtMs: STARTED_MS + 9_000 }
  const paid = { ...journey('paid', {}, 'completed'), journaledAtMs: STARTED_MS + 4_000 }
  expect(describeJourney(sent, paid)).toEqual({
    inRunAt: 1_790_000_100,
    onChainAt: 1_790_000_104,
    settledAt: 1_790_000_109,
    attention: null,
    correctable: false,
  })
})

test('on the list of a run that was stopped it is in no run', () => {
  expect(describeJourney(QUEUED, journey('queued')).inRunAt).toBe(1_790_000_100)
  expect(describeJourney(QUEUED, journey('queued', {}, 'stopped')).inRunAt).toBeNull()
})

test('it is in no run where its payment was closed by a rejection that was undone since', () => {
  const closed = journey('failed', { failure: CLAIM_REJECTED }, 'stopped')
  expect(describeJourney(QUEUED, closed)).toMatchObject({ inRunAt: null, attention: null })
})

test.each([
  ['on_hold', journey('hold')],
  ['too_small', journey('failed', { baseUnits: 0n as ClaimJourney['payment']['baseUnits'] })],
  ['recipient', journey('failed', { failure: FROZEN })],
  ['failed', journey('failed', { failure: 'The chain refused it: code 7 of program 9xQe' })],
  [null, journey('in_flight')],
])('attention: %s', (attention, at) => {
  expect(describeJourney(QUEUED, at).attention).toBe(attention)
})

test('it is correctable unless a run has taken it', () => {
  expect(describeJourney(QUEUED, journey('queued', {}, 'stopped')).correctable).toBe(true)
  expect(describeJourney(QUEUED, { ...journey('queued'), isTaken: true }).correctable).toBe(false)
})

test('nothing needs attention once the claim is decided', () => {
  expect(describeJourney({ status: 'rejected', settledAtMs: 1 }, journey('failed')).attention).toBeNull()
})
