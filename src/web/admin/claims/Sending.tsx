import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'

/** The wallet, the token and the cluster that a run of the bulk sender would use. */
export function Sending({ sender }: { sender: BulkSenderStatusResponse | undefined }) {
  if (!sender?.configured) return <p>Please configure the bulk sender first in the Configure tab.</p>
  return (
    <Facts>
      <Fact name="Wallet">
        <ShortAddress address={sender.walletAddress ?? ''} />
      </Fact>
      <Fact name="Token mint">
        <ShortAddress address={sender.tokenMintAddress ?? ''} />
      </Fact>
      <Fact name="Cluster">{sender.cluster}</Fact>
    </Facts>
  )
}
