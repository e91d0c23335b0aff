import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#contract/bulk-sender.ts'
import { useEstimate } from '#web/admin/queries.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { formatDuration } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Sol } from './Sol.tsx'

/** What paying the queued claims will cost; nothing where no estimate can be made yet. */
export function CostEstimate({ status, unit }: { status: BulkSenderStatusResponse; unit: string }) {
  const estimate = useEstimate(status)
  if (!status.configured || status.queuedClaimsCount === 0) return null
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">Cost estimate</h3>
      {estimate.isPending && <Skeleton className="h-40" />}
      {estimate.isError && (
        <Notice tone="warn">
          <p>No estimate: {errorSentence(estimate.error, estimate.error.message)}</p>
        </Notice>
      )}
      {estimate.data && <EstimateFacts estimate={estimate.data} unit={unit} />}
    </section>
  )
}

function EstimateFacts({ estimate, unit }: { estimate: BulkSenderEstimateResponse; unit: string }) {
  const { claimCount, totalAmountUA, dustUA, totalFeeSOL, transactionFeeSOL, rentSOL } = estimate
  return (
    <Facts>
      <Fact name="Total Claims">
        <span className="font-mono tabular-nums">{groupThousands(`${claimCount}`)}</span>
      </Fact>
      <Fact name="Total tokens">
        <Amount value={totalAmountUA} unit={unit} />
      </Fact>
      {/[1-9]/.test(dustUA) && (
        <Fact name="Not payable (below the token's smallest unit)">
          <Amount value={dustUA} unit={unit} />
        </Fact>
      )}
      <Fact name="Estimated Fees">
        <Sol amount={totalFeeSOL} />
      </Fact>
      <Fact name={`of which for ${groupThousands(`${estimate.transactions}`)} transactions`}>
        <Sol amount={transactionFeeSOL} />
      </Fact>
      <Fact name={`of which rent of ${groupThousands(`${estimate.newTokenAccounts}`)} new token accounts`}>
        <Sol amount={rentSOL} />
      </Fact>
      <Fact name="Estimated Duration">
        <span className="font-mono tabular-nums">{formatDuration(estimate.estimatedDuration)}</span>
      </Fact>
    </Facts>
  )
}
