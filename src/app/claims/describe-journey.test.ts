import { expect, test } from 'vitest'
import type { ClaimStatus } from '#domain/claim-status.ts'
import type { RunState, TransferState } from '#domain/payout-states.ts'
import type { ClaimJourney } from '#store/claim-records.ts'
import { describeJourney } from './describe-journey.ts'

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
  } satisfies ClaimJourney
}

test('a claim that no run has listed has no steps yet', () => {
  expect(describeJourney(QUEUED, null)).toEqual({
    inRunAt: null,
    onChainAt: null,
    settledAt: null,
    attention: null,
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
  })
})

test('on the list of a run that was stopped it is in no run', () => {
  expect(describeJourney(QUEUED, journey('queued')).inRunAt).toBe(1_790_000_100)
  expect(describeJourney(QUEUED, journey('queued', {}, 'stopped')).inRunAt).toBeNull()
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

test('nothing needs attention once the claim is decided', () => {
  expect(describeJourney({ status: 'rejected', settledAtMs: 1 }, journey('failed')).attention).toBeNull()
})
