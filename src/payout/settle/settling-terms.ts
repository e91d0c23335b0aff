/** The time limits by which unsettled attempts are followed. */
export interface SettlingTerms {
  /** The interval at which an unsettled transaction's bytes are sent again. */
  resendEveryMs: number
  /** The time for which evidence may stay incomplete before the transfers go on hold: no shorter than so many slots, where given. */
  holdAfterMs: number
  holdAfterSlots?: number
  /** The interval at which attempts on hold are examined again. */
  recheckHoldEveryMs: number
}

export const DEFAULT_SETTLING_TERMS: SettlingTerms = {
  resendEveryMs: 2_000,
  holdAfterMs: 60_000,
  holdAfterSlots: 150,
  recheckHoldEveryMs: 30_000,
}
