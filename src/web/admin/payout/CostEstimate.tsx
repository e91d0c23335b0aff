import type { UseQueryResult } from '@tanstack/react-query'
import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import { countOf } from '#web/admin/count-of.ts'
import { Sol } from '#web/admin/sending/Sol.tsx'
import { ReadAt } from '#web/admin/status/ReadAt.tsx'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { formatDuration } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { UnpayableList } from './UnpayableList.tsx'
import { WalletBalances } from './WalletBalances.tsx'

interface CostEstimateProps {
  estimate: UseQueryResult<BulkSenderEstimateResponse>
  /** The word for what is counted: claims, or rows of a file. */
  countName: string
  unit: string
}

/**
 * Shows the estimated cost of a run, whether the wallet can pay it, and the recipients who can not be paid.
 */
export function CostEstimate({ estimate, countName, unit }: CostEstimateProps) {
  const { data, error, isFetching, refetch } = estimate
  return (
    <section aria-label="Cost estimate" className="space-y-4">
      <div className="flex items-center justify-between gap-4">
        <h3 className="font-semibold">Cost estimate</h3>
        <span className="flex items-center gap-1">
          <ReadAt query={estimate} />
          <Button
            variant="quiet"
            size="small"
            className="-mr-3"
            busy={isFetching}
            busyText="Checking..."
            onClick={() => refetch()}
          >
            Check again
          </Button>
        </span>
      </div>
      {error && (
        <Notice tone="warn">
          <p>No estimate: {failureSentence(error)}</p>
        </Notice>
      )}
      {!data && !error && <Skeleton className="h-80" />}
      {data && (
        <>
          <EstimateFacts estimate={data} countName={countName} unit={unit} />
          <WalletBalances estimate={data} unit={unit} />
          <UnpayableList estimate={data} />
        </>
      )}
    </section>
  )
}

function EstimateFacts({
  estimate,
  countName,
  unit,
}: Pick<CostEstimateProps, 'countName' | 'unit'> & { estimate: BulkSenderEstimateResponse }) {
  const { claimCount, totalAmountUA, dustUA, totalFeeSOL, transactionFeeSOL, rentSOL } = estimate
  return (
    <Facts>
      <Fact name={countName}>
        <span className="font-mono tabular-nums">{groupThousands(claimCount)}</span>
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
      <Fact name={`of which for ${countOf(estimate.transactions, 'transaction')}`}>
        <Sol amount={transactionFeeSOL} />
      </Fact>
      <Fact name={`of which rent of ${countOf(estimate.newTokenAccounts, 'new token account')}`}>
        <Sol amount={rentSOL} />
      </Fact>
      <Fact name="Estimated Duration">
        <span className="font-mono tabular-nums">{formatDuration(estimate.estimatedDuration)}</span>
      </Fact>
    </Facts>
  )
}
