import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { AddressField } from '#web/claim/form/AddressField.tsx'
import {
  dropPending,
  hasExpired,
  keepPending,
  type PendingClaim,
  readPending,
  resumeClaim,
} from '#web/claim/form/pending-claim.ts'
import { StepButtons } from '#web/claim/form/SubmissionFoot.tsx'
import { isRefusal, useAddressEntry } from '#web/claim/form/use-address-entry.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { readAnew } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/Screen.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Button, Card, Notice } from '#web/ui/basics.tsx'
import { SafeFacts, type SafeTarget } from './SafeFacts.tsx'
import { SafeSignatures, type SafeStepsProps } from './SafeSignatures.tsx'
import { safeLink } from './safe-link.ts'

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
        <Notice tone="warn" title={words.expired} text={words.expiredHelp} />
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

interface SafeDestinationProps extends Omit<SafeStepsProps, 'link'> {
  onBegin(sol: string): void
}

/** Where the tokens of a Safe go. */
function SafeDestination({ safe, allocation, portal, onBegin, onLeave }: SafeDestinationProps) {
  const { safe: words, form } = useAllTexts()
  const entry = useAddressEntry(safe.eth)
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { amountUA } = allocation
  const isReady = entry.hasShape && !isRefusal(entry.problem) && portal.claimsOpen

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await readAnew(queryClient, safe.eth)
      if (await entry.check()) onBegin(entry.text)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card>
      <form onSubmit={submit} noValidate className="space-y-6">
        <div className="space-y-1">
          <ScreenTitle>{words.heading}</ScreenTitle>
          <p className="text-muted">
            {form.amount}{' '}
            <span className="text-ink">
              <Amount value={amountUA} unit={portal.tokenSymbol} />
            </span>
          </p>
        </div>
        <SafeFacts safe={safe} networks={portal.networks} />
        <AddressField entry={entry} disabled={isBusy} quiet={false} onEntered={() => {}} />
        <ClaimWindowNotice portal={portal} quiet={isRefusal(entry.problem)} />
        <StepButtons
          leave={{ text: words.otherSafe, onClick: onLeave }}
          submit={{ text: words.begin, disabled: !isReady, busy: isBusy }}
        />
      </form>
    </Card>
  )
}
