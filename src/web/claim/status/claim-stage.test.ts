import { expect, test } from 'vitest'
import { type Journey, journeySteps } from './claim-stage.ts'

const QUEUED: Journey = {
  status: 'queued',
  sending: false,
  attention: null,
  submittedAt: 100,
  inRunAt: null,
  onChainAt: null,
  settledAt: null,
}

const told = (change: Partial<Journey>) =>
  journeySteps({ ...QUEUED, ...change }).map(({ name, state, at }) => `${name} ${state} ${at ?? '-'}`)

test.each<[string, Partial<Journey>, string[]]>([
  ['queued', {}, ['claimed done 100', 'inRun now -', 'onChain ahead -', 'final ahead -']],
  ['in a run', { inRunAt: 200 }, ['claimed done 100', 'inRun now -', 'onChain ahead -', 'final ahead -']],
  [
    'on the chain',
    { inRunAt: 200, onChainAt: 300, sending: true },
    ['claimed done 100', 'inRun done 200', 'onChain now 300', 'final ahead -'],
  ],
  [
    'final',
    { status: 'sent', inRunAt: 200, onChainAt: 300, settledAt: 400 },
    ['claimed done 100', 'inRun done 200', 'onChain done 300', 'final done 400'],
  ],
  [
    'a failed payment',
    { inRunAt: 200, attention: 'too_small' },
    ['claimed done 100', 'inRun done 200', 'attention stuck -', 'final ahead -'],
  ],
  ['rejected', { status: 'rejected', settledAt: 400 }, ['claimed done 100', 'rejected ended 400']],
])('%s', (_, change, steps) => {
  expect(told(change)).toEqual(steps)
})
