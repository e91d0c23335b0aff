import { useState } from 'react'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { ClaimSummary } from '#web/claim/form/ClaimSummary.tsx'
import { ConfirmProgramOwned } from '#web/claim/form/ConfirmProgramOwned.tsx'
import { endOf, type PendingClaim } from '#web/claim/form/pending-claim.ts'
import { SubmissionFailure } from '#web/claim/form/SubmissionFailure.tsx'
import { useDestination } from '#web/claim/form/use-destination.ts'
import { isUnconfirmed } from '#web/claim/form/use-submissions.ts'
import { useAllTexts, useLanguage } from '#web/claim/language/Language.tsx'
import { walletErrorText } from '#web/claim/language/wallet-error-text.ts'
import { ScreenSkeleton } from '#web/claim/ScreenSkeleton.tsx'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { WalletWait } from '#web/claim/WalletWait.tsx'
import { formatUtcMinute } from '#web/lib/format-time.ts'
import { useWalletRequest } from '#web/lib/wallet/use-wallet-request.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { fill } from '#web/ui/fill.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { HandOn } from './HandOn.tsx'
import { OwnerList } from './OwnerList.tsx'
import { OwnerWallet } from './OwnerWallet.tsx'
import { networkOf, SafeFacts } from './SafeFacts.tsx'
import type { SafeStepsProps } from './SafeSteps.tsx'
import { signaturesByOwner, typedDataJson } from './safe-signatures.ts'
import { submitForOwners } from './submit-for-owners.ts'
import { useSafeSignatures } from './use-safe-signatures.ts'

/** A signature that is not the connected owner's. */
class OtherSigner extends Error {
  override name = 'OtherSigner'
}

interface SafeSignaturesProps extends Omit<SafeStepsProps, 'link'> {
  pending: PendingClaim
  onChange(pending: PendingClaim): void
  onStartAnew(): void
}

/** Collects the owners' signatures, and submits the claim with the last one. */
export function SafeSignatures(props: SafeSignaturesProps) {
  const { safe, allocation, portal, session, submissions, pending, onChange, onStartAnew } = props
  const { locale } = useLanguage()
  const texts = useAllTexts()
  const { safe: words } = texts
  const [confirmed, setConfirmed] = useState(false)
  const collected = useSafeSignatures(portal, safe, allocation, pending)
  const { report } = useDestination(pending.sol)
  const submission = submissions.of(safe.eth)
  const error = submission?.error ?? null

  const request = useWalletRequest({
    async ask(signed: NonNullable<typeof collected>['signed']) {
      const signature = await session.signTyped(typedDataJson(signed))
      const owner = session.address?.toLowerCase() ?? ''
      const found = await signaturesByOwner(signed, [signature], [owner])
      if (!found.has(owner)) throw new OtherSigner()
      const signatures = [...pending.signatures, signature]
      return { signatures, byOwner: await signaturesByOwner(signed, signatures, safe.owners) }
    },
    onSuccess({ signatures, byOwner }) {
      onChange({ ...pending, signatures })
      if (byOwner.size >= safe.threshold) submit(byOwner)
    },
    onError() {},
  })

  if (!collected) return <ScreenSkeleton />
  const { signed, byOwner } = collected
  const isComplete = byOwner.size >= safe.threshold
  const isBegun = byOwner.size > 0 && !isComplete
  const hasSigned = byOwner.has(session.address?.toLowerCase() ?? '')
  const needsConfirmation = report?.problem === 'sol_off_curve_unconfirmed' || isUnconfirmed(error)
  const isBlocked = !portal.claimsOpen || (needsConfirmation && !confirmed)
  const isSubmitting = submission !== undefined && submission.phase !== 'failed'

  function submit(signatures: ReadonlyMap<string, string>) {
    submitForOwners({ ...props, confirmed, text: signed.text, signatures })
  }

  return (
    <Card className="space-y-6">
      <div className="space-y-1">
        <ScreenTitle>
          {fill(words.count, { signed: Math.min(byOwner.size, safe.threshold), threshold: safe.threshold })}
        </ScreenTitle>
        <p className="text-muted">
          {fill(words.until, { time: formatUtcMinute(Math.floor(endOf(pending) / 1000), locale) })}
        </p>
      </div>
      <SafeFacts safe={safe} networks={portal.networks} />
      {byOwner.size < pending.signatures.length && (
        <Notice quiet>
          <p>{words.dropped}</p>
        </Notice>
      )}
      <OwnerList owners={safe.owners} signed={byOwner} connected={session.address} />
      <ClaimSummary
        amountUA={allocation.amountUA}
        unit={portal.tokenSymbol}
        decimals={portal.payoutDecimals}
        sol={pending.sol}
      />
      <section aria-labelledby="safe-text" className="space-y-1">
        <h2 id="safe-text" className="text-13 font-semibold">
          {words.shown}
        </h2>
        <pre className="rounded-control bg-well p-3 font-mono text-13 break-all whitespace-pre-wrap text-muted">
          {signed.text}
        </pre>
        <p className="text-13 text-muted">{words.shownHelp}</p>
      </section>
      <ClaimWindowNotice portal={portal} quiet />
      {needsConfirmation && (
        <ConfirmProgramOwned confirmed={confirmed} onConfirm={setConfirmed} quiet={false} />
      )}
      {submission?.error && !isUnconfirmed(error) && <SubmissionFailure submission={submission} />}
      {request.error && (
        <Notice tone="error">
          <p>
            {request.error instanceof OtherSigner ? words.otherSigner : walletErrorText(request.error, texts)}
          </p>
        </Notice>
      )}
      {isBegun && hasSigned && <HandOn pending={pending} isNext />}
      {isComplete ? (
        <Button
          variant="primary"
          size="large"
          className="w-full"
          disabled={isBlocked}
          busy={isSubmitting}
          busyText={texts.form.submitting}
          onClick={() => submit(byOwner)}
        >
          {words.submit}
        </Button>
      ) : (
        <OwnerWallet
          owners={safe.owners}
          signed={byOwner}
          network={networkOf(safe, portal.networks)}
          session={session}
        >
          <Button
            variant="primary"
            size="large"
            className="w-full"
            disabled={isBlocked}
            busy={request.isPending}
            busyText={words.signing}
            onClick={() => request.mutate(signed)}
          >
            {words.sign}
          </Button>
          {request.isPending && <WalletWait onCancel={request.cancel} />}
        </OwnerWallet>
      )}
      {isBegun && !hasSigned && <HandOn pending={pending} isNext={false} />}
      <Button variant="quiet" size="small" className="-ms-3" onClick={onStartAnew}>
        {words.startAnew}
      </Button>
    </Card>
  )
}
