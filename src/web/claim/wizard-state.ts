import { isSameAccount } from '#web/lib/wallet/eip1193.ts'

export type WizardState =
  /**
   * `lost`: the wallet disconnected an account by itself. `other`: the reader asked for another account than the connected
   * one.
   */
  | { step: 'connect'; lost: boolean; other: boolean }
  /** `gone`: there was a claim, and there is none any more. */
  | { step: 'allocation'; account: string; gone?: boolean }
  /** `corrects`: there is a claim, and this one is to replace it. */
  | { step: 'claim'; account: string; corrects: boolean }
  | { step: 'success'; account: string; receipt: Receipt }

/** The page's record of an accepted claim. */
export interface Receipt {
  id: string
  amountUA: string
  solAddress: string
  /** It has changed the address of a claim that was queued. */
  isCorrected: boolean
}

/** Each event names the account that it is about: it may come when another one is connected. */
export type WizardEvent =
  | { type: 'account_connected'; account: string }
  | { type: 'account_gone' }
  | { type: 'proceeded'; account: string }
  | { type: 'correcting'; account: string }
  | { type: 'submitted'; account: string; receipt: Receipt }
  | { type: 'found_claimed'; account: string }
  | { type: 'claim_gone'; account: string }
  | { type: 'went_back'; account: string }
  | { type: 'reset'; other: boolean }

/**
 * Computes the next screen: connect → allocation → claim → success. Another account starts again at its own allocation,
 * and so does one that turns out to have claimed already: that screen shows the claim.
 */
export function nextWizardState(state: WizardState, event: WizardEvent): WizardState {
  switch (event.type) {
    case 'account_connected':
      return { step: 'allocation', account: event.account }
    case 'proceeded': {
      const { account } = event
      return isAt(state, 'allocation', account) ? { step: 'claim', account, corrects: false } : state
    }
    case 'correcting': {
      const { account } = event
      const isShown = isAt(state, 'allocation', account) || isAt(state, 'success', account)
      return isShown ? { step: 'claim', account, corrects: true } : state
    }
    case 'submitted': {
      const { account, receipt } = event
      return isAt(state, 'claim', account) ? { step: 'success', account, receipt } : state
    }
    case 'found_claimed':
    case 'went_back':
      return isAt(state, 'claim', event.account) ? { step: 'allocation', account: event.account } : state
    case 'claim_gone': {
      const isShown = 'account' in state && isSameAccount(state.account, event.account)
      return isShown ? { step: 'allocation', account: event.account, gone: true } : state
    }
    case 'account_gone':
      return state.step === 'connect' ? state : { step: 'connect', lost: true, other: false }
    case 'reset':
      return { step: 'connect', lost: false, other: event.other }
  }
}

function isAt(state: WizardState, step: WizardState['step'], account: string): boolean {
  return state.step === step && 'account' in state && isSameAccount(state.account, account)
}
