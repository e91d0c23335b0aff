/** An announcement above the claim page. */
export interface ClaimBanner {
  text: string
  severity: 'info' | 'warning'
}

/** What an operator changes while the portal runs. Times are milliseconds since the epoch. */
export interface ClaimControls {
  claimsOpenAtMs: number | null
  claimsCloseAtMs: number | null
  /** No claim is accepted, whatever the window says. */
  isPaused: boolean
  banner: ClaimBanner | null
}
