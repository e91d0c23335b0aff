export type WizardState =
  /** `lost`: the wallet disconnected an account by itself. */
  | { step: 'connect'; lost: boolean }
  | { step: 'allocation' }
  | { step: 'claim'; amountUA: string }
  | { step: 'success'; receipt: Receipt }

/** The page's record of an accepted claim. */
export interface Receipt {
  id: string
  amountUA: string
  solAddress: string
}

export type WizardEvent =
  | { type: 'account_connected' }
  | { type: 'account_gone' }
  | { type: 'proceeded'; amountUA: string }
  | { type: 'submitted'; receipt: Receipt }
  | { type: 'found_claimed' }
  | { type: 'reset' }

/**
 * Computes the next screen: connect → allocation → claim → success. Another account starts again at its own allocation,
 * and so does one that turns out to have claimed already: that screen shows the claim.
 */
export function nextWizardState(state: WizardState, event: WizardEvent): WizardState {
  switch (event.type) {
    case 'account_connected':
      return { step: 'allocation' }
    case 'proceeded':
      return state.step === 'allocation' ? { step: 'claim', amountUA: event.amountUA } : state
    case 'submitted':
      return state.step === 'claim' ? { step: 'success', receipt: event.receipt } : state
    case 'found_claimed':
      return state.step === 'claim' ? { step: 'allocation' } : state
    case 'account_gone':
      return state.step === 'connect' ? state : { step: 'connect', lost: true }
    case 'reset':
      return { step: 'connect', lost: false }
  }
}
