import type { PortalSettings } from '#domain/portal-settings.ts'

export type ClaimWindow = 'not_open' | 'open' | 'closed'

/** Tells whether claims are accepted at a moment: from the opening on, until the close. */
export function claimWindowAt(
  { claimsOpenAtMs, claimsCloseAtMs }: Pick<PortalSettings, 'claimsOpenAtMs' | 'claimsCloseAtMs'>,
  nowMs: number,
): ClaimWindow {
  if (claimsOpenAtMs !== null && nowMs < claimsOpenAtMs) return 'not_open'
  if (claimsCloseAtMs !== null && nowMs >= claimsCloseAtMs) return 'closed'
  return 'open'
}
