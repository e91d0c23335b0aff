import type { PortalResponse } from '#contract/portal.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { GroupedAddress } from '#web/ui/GroupedAddress.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ChannelNote } from './ChannelNote.tsx'
import type { Receipt } from './wizard-state.ts'

/** The far shore. */
export function SuccessScreen({ receipt, portal }: { receipt: Receipt; portal: PortalResponse }) {
  const { id, amountUA, solAddress } = receipt
  return (
    <Card className="space-y-6">
      <div role="status" className="flex items-start gap-3">
        <span className="mt-1 grid size-6 shrink-0 place-items-center rounded-full bg-done-soft text-done">
          <Icon name="check" />
        </span>
        <h1 className="text-22 font-semibold">Claim Submitted Successfully</h1>
      </div>

      <Facts>
        <Fact name="Reference id">
          <span className="font-mono break-all">{id}</span>
          <CopyButton text={id} what="reference id" />
        </Fact>
        <Fact name="Amount">
          <Amount value={amountUA} unit={portal.tokenSymbol} />
        </Fact>
        <Fact name="Status">
          <Badge tone="accent" icon="clock">
            Queued for Payout
          </Badge>
        </Fact>
      </Facts>

      <div>
        <p className="text-muted">To your Solana address</p>
        <GroupedAddress address={solAddress} />
      </div>

      <ChannelNote channelUrl={portal.channelUrl} />
    </Card>
  )
}
