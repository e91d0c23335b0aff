/** How patiently unsettled attempts are followed. */
export interface SettlingTerms {
  /** How long until an unsettled transaction's bytes are sent again. */
  resendEveryMs: number
  /** How long evidence may stay incomplete before the transfers go on hold. */
  holdAfterMs: number
  /** How often what is on hold is looked at again. */
  recheckHoldEveryMs: number
}

export const DEFAULT_SETTLING_TERMS: SettlingTerms = {
  resendEveryMs: 2_000,
  holdAfterMs: 60_000,
  recheckHoldEveryMs: 30_000,
}
