import type { ReactNode } from 'react'
import type { ClaimResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { arrivesNothing } from '#web/claim/AmountHero.tsx'
import { useAllTexts, useLanguage } from '#web/claim/language/Language.tsx'
import type { AllTexts } from '#web/claim/language/later-english.ts'
import { formatUtcMinute } from '#web/lib/time.ts'
import { CopyButton } from '#web/ui/Address.tsx'
import { Button, Notice } from '#web/ui/basics.tsx'
import { ExplorerLink } from '#web/ui/ExplorerLink.tsx'
import { fill, fillCount } from '#web/ui/fill.ts'
import { GroupedAddress } from '#web/ui/GroupedAddress.tsx'
import { type ClaimStage, stageOf } from './claim-stage.ts'

interface ClaimProgressProps {
  claim: Pick<ClaimResponse, 'status' | 'sending' | 'attention' | 'solTx' | 'cluster' | 'reason' | 'amountUA'>
  portal: PortalResponse
  /** True when the last poll failed: the claim shown may be out of date. */
  stale: boolean
  /** Where the tokens go. */
  children: ReactNode
}

/** A claim's status, and what comes next. */
export function ClaimProgress({ claim, portal, stale, children }: ClaimProgressProps) {
  const { code, locale } = useLanguage()
  const texts = useAllTexts()
  const words = texts.claim
  const { channelUrl, expectedPayoutAt, serverTime, payoutDecimals, explorer } = portal
  const isExpected = expectedPayoutAt !== null && expectedPayoutAt > serverTime
  const stage = stageOf(claim)
  const isSettled = stage === 'sent' || stage === 'rejected'
  const isNothing = payoutDecimals !== null && arrivesNothing(claim.amountUA, payoutDecimals)
  return (
    <>
      {stage === 'rejected' && claim.reason && <Notice tone="error" title={words.why} text={claim.reason} />}
      {stage === 'sent' && <Notice tone="done" text={words.arrived} />}
      {!isSettled && (
        <div className="space-y-1">
          {isNothing && <p>{fillCount(texts.amount.nothingHelp, { count: payoutDecimals }, code)}</p>}
          <ChannelNote
            lead={isNothing ? '' : leadOf(stage, words)}
            around={words.updates}
            channelUrl={channelUrl}
          />
          {stage === 'queued' && isExpected && (
            <p>{fill(words.expectedBy, { time: formatUtcMinute(expectedPayoutAt, locale) })}</p>
          )}
          <p className="text-13 text-muted">{stale ? words.followingFailed : words.following}</p>
        </div>
      )}
      {children}
      {stage === 'rejected' && <ChannelNote around={words.askWhy} channelUrl={channelUrl} />}
      {claim.solTx && (
        <div className="space-y-1">
          <p className="text-muted">{words.transaction}</p>
          <div className="flex items-center gap-2">
            <span className="min-w-0 font-mono text-13 text-balance break-all rtl:text-right">
              {claim.solTx}
            </span>
            <CopyButton text={claim.solTx} what={words.transactionName} />
          </div>
          <ExplorerLink signature={claim.solTx} cluster={claim.cluster} rpcUrl={null} explorer={explorer}>
            {words.viewTransaction}
          </ExplorerLink>
        </div>
      )}
    </>
  )
}

function leadOf(stage: ClaimStage, words: AllTexts['claim']): string {
  if (stage === 'attention') return ''
  return stage === 'sending' ? words.underWay : words.soon
}

interface ChannelNoteProps {
  /** A sentence before it. */
  lead?: string
  /** The sentence that names the channel: its parts before and after the name. */
  around: readonly string[]
  channelUrl: string | null
}

/** Points to the project's channel for claimants. */
function ChannelNote({ lead, around: [before, after], channelUrl }: ChannelNoteProps) {
  const { channel, unnamedChannel } = useAllTexts().claim
  return (
    <p>
      {lead} {before}
      {channelUrl ? (
        <a
          href={channelUrl}
          target="_blank"
          rel="noreferrer"
          className="font-semibold text-accent underline underline-offset-4"
        >
          {channel}
        </a>
      ) : (
        unnamedChannel
      )}
      {after}
    </p>
  )
}

interface ClaimAddressProps {
  /** In full where this browser knows it. */
  address: string
  claim: Pick<ClaimResponse, 'status' | 'sending' | 'attention' | 'solAddr' | 'correctable'>
  claimsOpen: boolean
  onChange(): void
}

/** Tells for which address a claim was made, and offers to change it while that can be done. */
export function ClaimAddress({ address, claim, claimsOpen, onChange }: ClaimAddressProps) {
  const { claim: words } = useAllTexts()
  const stage = stageOf(claim)
  const isOnItsWay = stage === 'sending' || stage === 'sent'
  const isRejected = stage === 'rejected'
  const isTaken = !claim.correctable
  const reasons = isRejected ? words.noClaimAgain : words.noChange
  return (
    <div className="space-y-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p>
          <span className="text-muted">{isOnItsWay ? words.toAddress : words.claimedFor}</span>{' '}
          {address === claim.solAddr && <span className="font-mono whitespace-nowrap">{address}</span>}
        </p>
        {stage !== 'sent' && !isRejected && !isTaken && claimsOpen && (
          <Button size="small" variant="quiet" className="-mx-3 forced-colors:mx-0" onClick={onChange}>
            {words.changeAddress}
          </Button>
        )}
      </div>
      {address !== claim.solAddr && <GroupedAddress address={address} />}
      {isRejected && !isTaken && claimsOpen && (
        <Button variant="primary" size="large" className="mt-2 w-full" onClick={onChange}>
          {words.claimAgain}
        </Button>
      )}
      {stage !== 'sent' && (isTaken || !claimsOpen) && (
        <p className="text-13 text-muted">{isTaken ? reasons.taken : reasons.notOpen}</p>
      )}
    </div>
  )
}
