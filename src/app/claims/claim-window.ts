import type { ClaimControls } from '#domain/claim-controls.ts'

export type ClaimWindow = 'not_open' | 'open' | 'closed'

/** Tells whether claims are accepted at a moment: from the opening on, until the close. */
export function claimWindowAt(
  { claimsOpenAtMs, claimsCloseAtMs }: Pick<ClaimControls, 'claimsOpenAtMs' | 'claimsCloseAtMs'>,
  nowMs: number,
): ClaimWindow {
  if (claimsOpenAtMs !== null && nowMs < claimsOpenAtMs) return 'not_open'
  if (claimsCloseAtMs !== null && nowMs >= claimsCloseAtMs) return 'closed'
  return 'open'
}

/** Tells whether claims are accepted at a moment: inside the window, and not paused. */
export function areClaimsAccepted(controls: ClaimControls, nowMs: number): boolean {
  return !controls.isPaused && claimWindowAt(controls, nowMs) === 'open'
}
