import type { StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'

/** The current configuration, and whether it is LIVE (mainnet) or TEST. */
export function MainnetStatus({ status }: { status: StandaloneStatusResponse }) {
  const isLive = status.rpcUrl.includes('mainnet') || status.cluster === 'mainnet'
  return (
    <Card className="space-y-2">
      <h2 className="text-17 font-semibold">Configuration status</h2>
      <Facts>
        <Fact name="Network mode">
          <Badge tone={isLive ? 'error' : 'neutral'} {...(isLive && { icon: 'warning' })}>
            {isLive ? 'LIVE' : 'TEST'}
          </Badge>
        </Fact>
        <Fact name="Wallet">
          <SetMark isSet={status.walletAddress !== null} />
        </Fact>
        <Fact name="Token">
          <SetMark isSet={status.tokenMintAddress !== null} />
        </Fact>
      </Facts>
    </Card>
  )
}

function SetMark({ isSet }: { isSet: boolean }) {
  return isSet ? (
    <Badge tone="done" icon="check">
      set
    </Badge>
  ) : (
    <Badge>not set</Badge>
  )
}
