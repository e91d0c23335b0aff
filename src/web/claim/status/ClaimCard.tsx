import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ClaimResponse } from '#api-schema/claims.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { SOLANA_ADDRESS_SHAPE } from '#domain/solana-address-shape.ts'
import type { AllocationScreenProps } from '#web/claim/AllocationScreen.tsx'
import { AmountHero } from '#web/claim/AmountHero.tsx'
import { destinationQuery } from '#web/claim/form/lookups.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { claimQuery } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/Screen.tsx'
import type { Receipt } from '#web/claim/wizard-state.ts'
import { serverNow } from '#web/lib/time.ts'
import { CopyButton } from '#web/ui/Address.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge, Button, Card, classNames, Icon } from '#web/ui/basics.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { ClaimAddress, ClaimProgress } from './ClaimProgress.tsx'
import { ClaimTimeline } from './ClaimTimeline.tsx'
import { type ClaimStage, STAGE_LOOKS, stageOf } from './claim-stage.ts'
import { ProofActions, ReceiptActions } from './ReceiptActions.tsx'
import { claimedAddress, readReceipt } from './signed-receipt.ts'

interface ClaimCardProps
  extends Pick<AllocationScreenProps, 'address' | 'portal' | 'onCorrect' | 'onOtherWallet'> {
  claim: Omit<ClaimResponse, 'correctedAt'>
  /** True when the last poll failed: the claim shown may be out of date. */
  stale: boolean
  /** In place of the heading of its stage. */
  title?: string | undefined
  /** The Solana address in full, where this page has sent it. */
  sentTo?: string
}

/** A claim as its claimant keeps it: how much, where to, how far. What experts want is folded. */
export function ClaimCard(props: ClaimCardProps) {
  const { address, claim, portal, stale, title, sentTo, onCorrect, onOtherWallet } = props
  const { claim: words } = useAllTexts()
  const stage = stageOf(claim)
  useStageTitle(words.headings[stage])
  const isAsSent = sentTo !== undefined && shortenAddress(sentTo) === claim.solAddr
  const solAddress = isAsSent ? sentTo : claimedAddress(address, claim)
  const destination = useQuery({
    ...destinationQuery(solAddress),
    enabled: stage !== 'rejected' && SOLANA_ADDRESS_SHAPE.test(solAddress),
  })
  // Folded, it would be laid out as narrow as its line.
  const [isUnfolded, setUnfolded] = useState(false)
  const hasMore = portal.root !== null || readReceipt(address, claim) !== null
  return (
    <Card className="space-y-3">
      <ClaimHead title={title ?? words.headings[stage]} claim={claim} portal={portal} />
      <ClaimProgress claim={claim} portal={portal} stale={stale}>
        <ClaimAddress
          address={solAddress}
          claim={claim}
          claimsOpen={portal.claimsOpen}
          onChange={onCorrect}
        />
        {destination.data?.holdsSol === false && <p className="text-13 text-muted">{words.noSol}</p>}
      </ClaimProgress>
      <ClaimTimeline claim={claim} />
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        {hasMore && (
          <Fold summary={words.receiptAndProof} quiet onUnfold={() => setUnfolded(true)}>
            {isUnfolded && (
              <div className="space-y-4">
                <ReceiptActions address={address} claim={claim} />
                {portal.root !== null && <ProofActions address={address} />}
              </div>
            )}
          </Fold>
        )}
        <Button size="small" className="ms-auto" onClick={onOtherWallet}>
          {words.another}
        </Button>
      </div>
    </Card>
  )
}

/** The head of a claim's card. At the far shore it is that of a receipt, torn off along its edge. */
function ClaimHead({ title, claim, portal }: { title: string } & Pick<ClaimCardProps, 'claim' | 'portal'>) {
  const { id, amountUA } = claim
  const { tokenSymbol: unit, payoutDecimals: decimals } = portal
  const stage = stageOf(claim)
  if (stage === 'sent') {
    return (
      <div className="relative -mx-4 -mt-4 rounded-t-card bg-brand p-4 pb-6 text-on-brand sm:-mx-6 sm:-mt-6 sm:p-6 sm:pb-8">
        <div className="flex items-start justify-between gap-4">
          <ScreenTitle>{title}</ScreenTitle>
          <span className="mt-1 grid size-8 shrink-0 place-items-center rounded-full bg-on-brand text-brand">
            <Icon name="check" />
          </span>
        </div>
        <div className="mt-4">
          <AmountHero amountUA={amountUA} unit={unit} decimals={decimals} onBrand />
        </div>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-3">
          <StageBadge stage={stage} />
          <ReferenceId id={id} onBrand />
        </div>
        <TornEdge />
      </div>
    )
  }
  // Its step tells how far it is.
  const isGoingOn = stage === 'queued' || stage === 'sending'
  return (
    <div>
      <ScreenTitle>{title}</ScreenTitle>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {!isGoingOn && <StageBadge stage={stage} />}
        <ReferenceId id={id} />
      </div>
      {stage === 'rejected' ? (
        <p className="text-muted">
          <Amount value={amountUA} unit={unit} />
        </p>
      ) : (
        <AmountHero amountUA={amountUA} unit={unit} decimals={decimals} />
      )}
    </div>
  )
}

/** The row of holes along which a receipt is torn off. */
function TornEdge() {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-x-0 -bottom-1 h-2 bg-[radial-gradient(circle_at_center,var(--color-card)_0_3px,transparent_3.5px)] bg-[length:16px_8px] bg-repeat-x"
    />
  )
}

/** The id by which claimant and operator refer to a claim. On the brand's colour muted ink is not read. */
function ReferenceId({ id, onBrand = false }: { id: string; onBrand?: boolean }) {
  const words = useAllTexts().claim
  return (
    <p className="flex items-center text-13">
      <span className={classNames('me-2', !onBrand && 'text-muted')}>{words.id}</span>
      <span className="font-mono break-all">{id}</span>
      <CopyButton text={id} what={words.idName} />
    </p>
  )
}

/** Read out when it changes. */
function StageBadge({ stage }: { stage: ClaimStage }) {
  const { badges } = useAllTexts().claim
  return (
    <span role="status" className="flex">
      <Badge {...STAGE_LOOKS[stage]}>{badges[stage]}</Badge>
    </span>
  )
}

/** The state of a claim right after it was accepted. */
const JUST_TAKEN = {
  status: 'queued',
  sending: false,
  solTx: null,
  cluster: null,
  reason: null,
  inRunAt: null,
  onChainAt: null,
  settledAt: null,
  attention: null,
  correctable: true,
} as const

interface SuccessScreenProps
  extends Pick<ClaimCardProps, 'address' | 'portal' | 'onCorrect' | 'onOtherWallet'> {
  receipt: Receipt
}

/** The last screen. It goes on polling the claim until the tokens have arrived. */
export function SuccessScreen({ receipt, ...props }: SuccessScreenProps) {
  const { claim: words } = useAllTexts()
  const followed = useQuery(claimQuery(props.address))
  const { id, amountUA, solAddress, isCorrected } = receipt
  // Until the portal has told its own time.
  const [submittedAt] = useState(() => Math.floor(serverNow() / 1000))
  const claim = followed.data ?? {
    ...JUST_TAKEN,
    id,
    amountUA,
    submittedAt,
    solAddr: shortenAddress(solAddress),
  }
  const title = isCorrected ? words.addressChanged : words.submitted
  return (
    <ClaimCard
      {...props}
      claim={claim}
      stale={followed.isError}
      title={claim.status === 'queued' ? title : undefined}
      sentTo={solAddress}
    />
  )
}

/** Has the tab say where the claim is, while this is shown. */
function useStageTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = `${title} · ${before}`
    return () => {
      document.title = before
    }
  }, [title])
}
