import type { PortalResponse } from '#contract/portal.ts'
import { formatUtc } from '#web/lib/format-time.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** Says that claims can not be submitted now, and when they can or could; nothing while they can. */
export function ClaimWindowNotice({ portal }: { portal: PortalResponse }) {
  const { claimsOpen, claimsOpenAt, claimsCloseAt, serverTime } = portal
  if (claimsOpen) return null
  if (claimsOpenAt !== null && serverTime < claimsOpenAt) {
    return (
      <Notice tone="warn" title="Claims are not open yet">
        <p>They open at {formatUtc(claimsOpenAt)}. You can check your allocation now.</p>
      </Notice>
    )
  }
  return (
    <Notice tone="warn" title="Claims are closed">
      {claimsCloseAt !== null && <p>They closed at {formatUtc(claimsCloseAt)}.</p>}
    </Notice>
  )
}
