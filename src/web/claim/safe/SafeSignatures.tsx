import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PortalResponse } from '#api-schema/portal.ts'
import { messageUnder, siweTermsOf } from '#domain/claim-message.ts'
import type { Network } from '#domain/networks.ts'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { NetworkCard } from '#web/claim/connect/NetworkSelector.tsx'
import { WalletButtons, WalletWait } from '#web/claim/connect/WalletButtons.tsx'
import { type ClaimFormProps, ClaimSummary, ConfirmProgramOwned } from '#web/claim/form/ClaimFormParts.tsx'
import { useDestination } from '#web/claim/form/lookups.ts'
import { endOf, type PendingClaim } from '#web/claim/form/pending-claim.ts'
import { SubmissionFailure } from '#web/claim/form/SubmissionFoot.tsx'
import { walletErrorText } from '#web/claim/form/submission-error.ts'
import { submitClaim, withSignature } from '#web/claim/form/submit-claim.ts'
import { isUnconfirmed } from '#web/claim/form/use-submissions.ts'
import { useAllTexts, useLanguage } from '#web/claim/language/Language.tsx'
import type { SeenAllocation } from '#web/claim/queries.ts'
import { ScreenSkeleton, ScreenTitle } from '#web/claim/Screen.tsx'
import { formatUtcMinute } from '#web/lib/time.ts'
import { isSameAccount, isSameChain } from '#web/lib/wallet/eip1193.ts'
import { useWalletRequest, type WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { copyText } from '#web/ui/Address.tsx'
import { Badge, Button, Card, Notice } from '#web/ui/basics.tsx'
import { fill } from '#web/ui/fill.ts'
import { networkOf, SafeFacts, type SafeTarget } from './SafeFacts.tsx'
import { safeLink } from './safe-link.ts'
import { joinSignatures, signaturesByOwner, typedDataJson } from './safe-signatures.ts'

/** A signature that is not the connected owner's. */
class OtherSigner extends Error {
  override name = 'OtherSigner'
}

export interface SafeStepsProps
  extends Pick<ClaimFormProps, 'allocation' | 'corrects' | 'portal' | 'session' | 'submissions'> {
  safe: SafeTarget
  link: PendingClaim | null
  onLeave(): void
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
      {byOwner.size < pending.signatures.length && <Notice quiet text={words.dropped} />}
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

/** The link by which the next owner finds the claim, with the signatures so far; `isNext` where that is what there is to do now. */
function HandOn({ pending, isNext }: { pending: PendingClaim; isNext: boolean }) {
  const { safe: words, ui } = useAllTexts()
  return (
    <section aria-labelledby="safe-link" className="space-y-2 border-t border-line pt-4">
      <h2 id="safe-link" className="font-semibold">
        {words.handOn}
      </h2>
      <p className="text-13 text-muted">{words.handOnHelp}</p>
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        size={isNext ? 'large' : 'normal'}
        className={isNext ? 'w-full' : ''}
        onClick={() => copyText(safeLink(`${location.origin}/`, pending), words.link, ui)}
      >
        {words.copyLink}
      </Button>
    </section>
  )
}

interface OwnerListProps {
  owners: readonly string[]
  signed: ReadonlyMap<string, string>
  connected: string | null
}

/** The owners of a Safe, and which of them have signed. */
function OwnerList({ owners, signed, connected }: OwnerListProps) {
  const { safe: words } = useAllTexts()
  return (
    <ul aria-label={words.owner} className="divide-y divide-line rounded-control border border-line">
      {owners.map((owner) => (
        <li key={owner} className="flex min-h-12 items-center gap-3 px-3 py-2">
          <span className="min-w-0 flex-1">
            <span className="block font-mono text-13 text-balance break-all">{owner}</span>
            {isSameAccount(owner, connected) && <span className="text-13 text-muted">{words.you}</span>}
          </span>
          {signed.has(owner) ? (
            <Badge tone="done" icon="check">
              {words.signed}
            </Badge>
          ) : (
            <Badge icon="clock">{words.missing}</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}

interface OwnerWalletProps extends Pick<OwnerListProps, 'owners' | 'signed'> {
  network: Network | undefined
  session: WalletSession
  /** What an owner can do who has not signed, on the right network. */
  children: ReactNode
}

/** Leads to an owner's account on the Safe's network: wallets sign for the network that they are on. */
function OwnerWallet({ owners, signed, network, session, children }: OwnerWalletProps) {
  const { safe: words } = useAllTexts()
  const account = session.address?.toLowerCase() ?? null
  if (account === null) {
    return (
      <section className="space-y-3">
        <p>{words.connectOwner}</p>
        <WalletButtons session={session} wantsOther={false} onConnected={() => {}} />
      </section>
    )
  }
  if (!owners.includes(account) || signed.has(account)) {
    return (
      <section className="space-y-3">
        <Notice>
          <p role="status">{signed.has(account) ? words.hasSigned : words.notAnOwner}</p>
        </Notice>
        <WalletButtons session={session} wantsOther secondary={signed.has(account)} onConnected={() => {}} />
      </section>
    )
  }
  if (network && !isSameChain(network.chainId, session.chainId)) {
    return (
      <section className="rounded-control border border-line">
        <p role="status" className="p-3">
          {fill(words.wrongNetwork, { network: network.chainName })}
        </p>
        <ul className="border-t border-line">
          <NetworkCard network={network} session={session} />
        </ul>
      </section>
    )
  }
  return children
}

interface OwnersClaim
  extends Pick<SafeSignaturesProps, 'safe' | 'allocation' | 'pending' | 'session' | 'submissions'> {
  /** The owners have seen that a program controls the Solana address. */
  confirmed: boolean
  text: string
  signatures: ReadonlyMap<string, string>
}

/** Submits the claim of a Safe with its owners' signatures, as any other claim is. */
function submitForOwners(claim: OwnersClaim): void {
  const { safe, allocation, pending, confirmed, text, session, submissions } = claim
  const { eth, sol, chainId, nonce, corrects } = pending
  const { amountUA } = allocation
  const sig = joinSignatures(claim.signatures, safe.threshold)
  const asked = { eth, sol, amountUA, corrects, confirmProgramOwned: confirmed, resumable: true, chainId }
  const signed = withSignature(asked, { nonce, chainId, msg: text, sig })
  submissions.begin({ ...asked, terms: null }, session, { ...submitClaim, signClaim: async () => signed })
}

/** Builds the text that owners sign, and finds whose the signatures so far are. Undefined until that is known. */
function useSafeSignatures(
  portal: PortalResponse,
  safe: SafeTarget,
  { amountUA, fileHash }: SeenAllocation,
  pending: PendingClaim,
) {
  const { eth, sol, nonce, signatures } = pending
  const chainId = Number(safe.chainId)
  const parts = { eth, sol, amountUA, nonce: `${nonce}`, chainId }
  const signed = { eth, chainId, text: messageUnder(siweTermsOf(portal, fileHash), parts) }
  const collected = useQuery({
    queryKey: ['safe-signatures', signed, safe.owners, signatures],
    queryFn: async () => ({
      signed,
      byOwner: await signaturesByOwner(signed, signatures, safe.owners),
    }),
    networkMode: 'always',
    placeholderData: (before) => before,
  })
  return collected.data
}
