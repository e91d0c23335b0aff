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
  /** What claimants are told while it is paused, above the banner. */
  pauseMessage: string | null
  banner: ClaimBanner | null
}

/** Returns the announcement that claimants see. Who pauses because of a fake page has named the true one in the banner: it stays. */
export function announcementOf({ isPaused, pauseMessage, banner }: ClaimControls): ClaimBanner | null {
  if (!isPaused || pauseMessage === null) return banner
  return { text: [pauseMessage, ...(banner ? [banner.text] : [])].join('\n'), severity: 'warning' }
}
