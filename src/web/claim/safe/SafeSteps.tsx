import { useState } from 'react'
import type { PortalResponse } from '#api-schema/portal.ts'
import {
  dropPending,
  hasExpired,
  keepPending,
  type PendingClaim,
  readPending,
  resumeClaim,
} from '#web/claim/form/pending-claim.ts'
import type { Submissions } from '#web/claim/form/use-submissions.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import type { SeenAllocation } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SafeDestination } from './SafeDestination.tsx'
import { SafeSignatures } from './SafeSignatures.tsx'
import { safeLink } from './safe-link.ts'
import type { SafeTarget } from './safe-target.ts'

export interface SafeStepsProps {
  safe: SafeTarget
  allocation: SeenAllocation
  /** There is a claim, which this one replaces. */
  corrects: boolean
  link: PendingClaim | null
  portal: PortalResponse
  session: WalletSession
  submissions: Submissions
  onLeave(): void
}

/** First where the tokens go, then the owners' signatures. */
export function SafeSteps({ link, ...props }: SafeStepsProps) {
  const { safe, corrects, onLeave } = props
  const words = useAllTexts().safe
  const [pending, setPending] = useState(() => begun(safe, corrects, link))

  function change(next: PendingClaim) {
    keepPending(next)
    setPending(next)
    // So that a reload, and a bookmark, come back to it.
    history.replaceState(null, '', safeLink(location.href, next))
  }

  if (pending === null) {
    const begin = (sol: string) =>
      change(resumeClaim({ eth: safe.eth, chainId: safe.chainId, sol, corrects }))
    return <SafeDestination {...props} onBegin={begin} />
  }
  if (hasExpired(pending)) {
    return (
      <Card className="space-y-6">
        <ScreenTitle>{words.heading}</ScreenTitle>
        <Notice tone="warn" title={words.expired}>
          <p>{words.expiredHelp}</p>
        </Notice>
        <div className="space-y-2">
          <Button variant="primary" size="large" className="w-full" onClick={startAnew}>
            {words.startAnew}
          </Button>
          <Button variant="quiet" className="w-full" onClick={onLeave}>
            {words.otherSafe}
          </Button>
        </div>
      </Card>
    )
  }
  return <SafeSignatures {...props} pending={pending} onChange={change} onStartAnew={startAnew} />

  function startAnew() {
    dropPending(safe.eth)
    history.replaceState(null, '', location.pathname + location.search)
    setPending(null)
  }
}

/** Returns the claim of the link, with the signatures that this browser knows besides; without a link the one that it keeps. */
function begun(safe: SafeTarget, corrects: boolean, link: PendingClaim | null): PendingClaim | null {
  const kept = readPending(safe.eth)
  if (link === null) return kept?.corrects === corrects && kept.chainId === safe.chainId ? kept : null
  if (link.corrects !== corrects) return null
  const isKept = kept?.nonce === link.nonce && kept.sol === link.sol
  const pending = isKept
    ? { ...link, signatures: [...new Set([...link.signatures, ...kept.signatures])] }
    : link
  if (!hasExpired(pending)) keepPending(pending)
  return pending
}
