import type { PortalResponse } from '#api-schema/portal.ts'
import { Count } from '#web/admin/Count.tsx'
import { useAddressAnalysis } from '#web/admin/queries.ts'
import { ReadAt } from '#web/admin/status/ReadAt.tsx'
import { formatUtc } from '#web/lib/format-time.ts'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'

/** The holder list that is in force. */
export function SnapshotInForce({ portal }: { portal: PortalResponse }) {
  const query = useAddressAnalysis()
  const { data } = query
  const { fileHash, allocationsUpdatedAt } = portal
  return (
    <Card className="space-y-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-17 font-semibold">Snapshot in force</h2>
        <ReadAt query={query} />
      </div>
      {fileHash === null ? (
        <p className="text-muted">No allocations are loaded yet.</p>
      ) : (
        <Facts>
          {data && <Count name="Addresses" count={data.total.addresses} />}
          <Fact name="File hash (SHA-256)">
            <span className="font-mono text-13 break-all">{fileHash}</span>
            <CopyButton text={fileHash} />
          </Fact>
          {allocationsUpdatedAt !== null && <Fact name="Loaded">{formatUtc(allocationsUpdatedAt)}</Fact>}
        </Facts>
      )}
    </Card>
  )
}
