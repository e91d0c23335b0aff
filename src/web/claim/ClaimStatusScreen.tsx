import type { ClaimResponse } from '#contract/claims.ts'
import type { PortalResponse } from '#contract/portal.ts'
import type { ClaimStatus } from '#domain/claim-status.ts'
import { explorerTxUrl } from '#web/lib/explorer-url.ts'
import { formatUtc } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { ExternalLink } from '#web/ui/ExternalLink.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import type { IconName } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ChannelNote } from './ChannelNote.tsx'

const STATUSES: Record<ClaimStatus, { title: string; badge: string; tone: BadgeTone; icon: IconName }> = {
  queued: { title: 'Your claim is queued', badge: 'Queued for Payout', tone: 'accent', icon: 'clock' },
  sent: { title: 'Your tokens were sent', badge: 'Sent', tone: 'done', icon: 'check' },
  rejected: { title: 'Your claim was rejected', badge: 'Rejected', tone: 'error', icon: 'error' },
}

interface ClaimStatusScreenProps {
  claim: ClaimResponse
  portal: PortalResponse
  isRefreshing: boolean
  onRefresh(): void
}

/** What a claimant who comes back sees of the claim. */
export function ClaimStatusScreen({ claim, portal, isRefreshing, onRefresh }: ClaimStatusScreenProps) {
  const { title, badge, tone, icon } = STATUSES[claim.status]
  return (
    <Card className="space-y-6">
      <h1 className="text-22 font-semibold">{title}</h1>

      {claim.status === 'rejected' && (
        <Notice tone="error" title="Nothing was sent">
          <p>{claim.reason ?? 'No reason was given.'}</p>
        </Notice>
      )}

      <Facts>
        <Fact name="Status">
          <Badge tone={tone} icon={icon}>
            {badge}
          </Badge>
        </Fact>
        <Fact name="Amount">
          <Amount value={claim.amountUA} unit={portal.tokenSymbol} />
        </Fact>
        <Fact name="Solana address">
          <span className="font-mono">{claim.solAddr}</span>
        </Fact>
        <Fact name="Submitted">
          <span className="tabular-nums">{formatUtc(claim.submittedAt)}</span>
        </Fact>
        <Fact name="Reference id">
          <span className="font-mono break-all">{claim.id}</span>
          <CopyButton text={claim.id} what="reference id" />
        </Fact>
      </Facts>

      {claim.solTx && (
        <div>
          <p className="text-muted">Solana transaction</p>
          <div className="flex items-center gap-2">
            <span className="min-w-0 font-mono text-13 break-all">{claim.solTx}</span>
            <CopyButton text={claim.solTx} what="transaction" />
          </div>
          <ExternalLink href={explorerTxUrl(claim.solTx, { cluster: claim.cluster, rpcUrl: null })}>
            View Tx
          </ExternalLink>
        </div>
      )}

      {claim.status === 'queued' && (
        <>
          <ChannelNote channelUrl={portal.channelUrl} />
          <Button busy={isRefreshing} busyText="Checking..." onClick={onRefresh}>
            Check again
          </Button>
        </>
      )}
    </Card>
  )
}
