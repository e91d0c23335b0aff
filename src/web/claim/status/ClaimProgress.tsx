import type { ReactNode } from 'react'
import type { ClaimResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { arrivesNothing } from '#web/claim/AmountHero.tsx'
import { useAllTexts, useLanguage } from '#web/claim/language/Language.tsx'
import type { AllTexts } from '#web/claim/language/later-english.ts'
import { explorerTxUrl } from '#web/lib/explorer-url.ts'
import { formatUtcMinute } from '#web/lib/format-time.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { ExternalLink } from '#web/ui/ExternalLink.tsx'
import { fill, fillCount } from '#web/ui/fill.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ChannelNote } from './ChannelNote.tsx'
import { type ClaimStage, stageOf } from './claim-stage.ts'

interface ClaimProgressProps {
  claim: Pick<ClaimResponse, 'status' | 'sending' | 'attention' | 'solTx' | 'cluster' | 'reason' | 'amountUA'>
  portal: Pick<
    PortalResponse,
    'channelUrl' | 'expectedPayoutAt' | 'serverTime' | 'payoutDecimals' | 'explorer'
  >
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
      {stage === 'rejected' && claim.reason && (
        <Notice tone="error" title={words.why}>
          <p>{claim.reason}</p>
        </Notice>
      )}
      {stage === 'sent' && (
        <Notice tone="done">
          <p>{words.arrived}</p>
        </Notice>
      )}
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
          <ExternalLink href={explorerTxUrl(claim.solTx, { cluster: claim.cluster, rpcUrl: null, explorer })}>
            {words.viewTransaction}
          </ExternalLink>
        </div>
      )}
    </>
  )
}

function leadOf(stage: ClaimStage, words: AllTexts['claim']): string {
  if (stage === 'attention') return ''
  return stage === 'sending' ? words.underWay : words.soon
}
