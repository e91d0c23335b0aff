import { expect, test } from 'vitest'
import { nextWizardState, type WizardEvent, type WizardState } from './wizard-state.ts'

const receipt = { id: 'c1', amountUA: '400', solAddress: 'S' }
const states: Record<WizardState['step'], WizardState> = {
  connect: { step: 'connect' },
  allocation: { step: 'allocation' },
  claim: { step: 'claim', amountUA: '400' },
  success: { step: 'success', receipt },
}

test.each<[WizardState['step'], WizardEvent, WizardState['step']]>([
  ['connect', { type: 'account_connected' }, 'allocation'],
  ['allocation', { type: 'proceeded', amountUA: '400' }, 'claim'],
  ['claim', { type: 'submitted', receipt }, 'success'],
  ['claim', { type: 'reset' }, 'connect'],
  // Another account does not inherit what was done with the one before.
  ['claim', { type: 'account_connected' }, 'allocation'],
  ['success', { type: 'account_connected' }, 'allocation'],
  ['claim', { type: 'account_gone' }, 'connect'],
  // An answer that comes when the screen is no longer there changes nothing.
  ['allocation', { type: 'submitted', receipt }, 'allocation'],
  ['connect', { type: 'proceeded', amountUA: '400' }, 'connect'],
])('%s, %o: %s', (from, event, to) => {
  expect(nextWizardState(states[from], event)).toEqual(states[to])
})
