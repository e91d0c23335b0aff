import { expect, test } from 'vitest'
import { nextWizardState, type WizardEvent, type WizardState } from './wizard-state.ts'

const receipt = { id: 'c1', amountUA: '400', solAddress: 'S' }
const states = {
  connect: { step: 'connect', lost: false },
  lost: { step: 'connect', lost: true },
  allocation: { step: 'allocation' },
  claim: { step: 'claim', amountUA: '400' },
  success: { step: 'success', receipt },
} as const satisfies Record<string, WizardState>

test.each<[keyof typeof states, WizardEvent, keyof typeof states]>([
  ['connect', { type: 'account_connected' }, 'allocation'],
  ['lost', { type: 'account_connected' }, 'allocation'],
  ['allocation', { type: 'proceeded', amountUA: '400' }, 'claim'],
  ['claim', { type: 'submitted', receipt }, 'success'],
  ['claim', { type: 'reset' }, 'connect'],
  ['claim', { type: 'found_claimed' }, 'allocation'],
  // Another account starts again, whatever was done with the one before.
  ['claim', { type: 'account_connected' }, 'allocation'],
  ['success', { type: 'account_connected' }, 'allocation'],
  // Only a connected account can be lost.
  ['claim', { type: 'account_gone' }, 'lost'],
  ['connect', { type: 'account_gone' }, 'connect'],
  ['lost', { type: 'account_gone' }, 'lost'],
  // An answer that comes when the screen is no longer there changes nothing.
  ['allocation', { type: 'submitted', receipt }, 'allocation'],
  ['success', { type: 'found_claimed' }, 'success'],
  ['connect', { type: 'proceeded', amountUA: '400' }, 'connect'],
])('%s, %o: %s', (from, event, to) => {
  expect(nextWizardState(states[from], event)).toEqual(states[to])
})
