import { expect, test } from 'vitest'
import { nextWizardState, type WizardEvent, type WizardState } from './wizard-state.ts'

const account = '0xA'
const receipt = { id: 'c1', amountUA: '400', solAddress: 'S', isCorrected: false }
const states = {
  connect: { step: 'connect', lost: false, other: false },
  other: { step: 'connect', lost: false, other: true },
  lost: { step: 'connect', lost: true, other: false },
  allocation: { step: 'allocation', account },
  claim: { step: 'claim', account, corrects: false },
  correction: { step: 'claim', account, corrects: true },
  success: { step: 'success', account, receipt },
  gone: { step: 'allocation', account, gone: true },
  'allocation of B': { step: 'allocation', account: '0xB' },
  'claim of B': { step: 'claim', account: '0xB', corrects: false },
} as const satisfies Record<string, WizardState>

test.each<[keyof typeof states, WizardEvent, keyof typeof states]>([
  ['connect', { type: 'account_connected', account }, 'allocation'],
  ['lost', { type: 'account_connected', account }, 'allocation'],
  ['allocation', { type: 'proceeded', account }, 'claim'],
  ['claim', { type: 'submitted', account, receipt }, 'success'],
  ['claim', { type: 'reset', other: false }, 'connect'],
  ['allocation', { type: 'reset', other: true }, 'other'],
  ['claim', { type: 'found_claimed', account }, 'allocation'],
  ['claim', { type: 'went_back', account }, 'allocation'],
  ['success', { type: 'went_back', account }, 'success'],
  ['allocation', { type: 'correcting', account }, 'correction'],
  ['success', { type: 'correcting', account }, 'correction'],
  ['correction', { type: 'submitted', account, receipt }, 'success'],
  ['correction', { type: 'found_claimed', account }, 'allocation'],
  ['allocation of B', { type: 'correcting', account }, 'allocation of B'],
  ['success', { type: 'claim_gone', account }, 'gone'],
  ['correction', { type: 'claim_gone', account }, 'gone'],
  ['allocation of B', { type: 'claim_gone', account }, 'allocation of B'],
  // Another account starts again, whatever was done with the one before.
  ['claim', { type: 'account_connected', account: '0xB' }, 'allocation of B'],
  ['success', { type: 'account_connected', account: '0xB' }, 'allocation of B'],
  // What became of one account's claim is not shown to another.
  ['claim of B', { type: 'submitted', account, receipt }, 'claim of B'],
  ['claim of B', { type: 'found_claimed', account }, 'claim of B'],
  ['allocation of B', { type: 'proceeded', account }, 'allocation of B'],
  // Only a connected account can be lost.
  ['claim', { type: 'account_gone' }, 'lost'],
  ['connect', { type: 'account_gone' }, 'connect'],
  ['lost', { type: 'account_gone' }, 'lost'],
  // An answer that comes when the screen is no longer there changes nothing.
  ['allocation', { type: 'submitted', account, receipt }, 'allocation'],
  ['success', { type: 'found_claimed', account }, 'success'],
  ['connect', { type: 'proceeded', account }, 'connect'],
])('%s, %o: %s', (from, event, to) => {
  expect(nextWizardState(states[from], event)).toEqual(states[to])
})
