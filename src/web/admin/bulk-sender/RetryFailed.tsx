import { useQuery } from '@tanstack/react-query'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PayoutRun } from '#api-schema/runs.ts'
import { adminQuery } from '#web/admin/admin-send.ts'
import { addDecimals } from './add-decimals.ts'
import { StartClaims } from './StartClaims.tsx'

interface RetryFailedProps {
  run: PayoutRun
  status: BulkSenderStatusResponse
  unit: string
}

/** As many as are retried at once. */
const MOST = 500

/** The button that starts a run over the claims whose payments failed in this run: those that still wait. */
export function RetryFailed({ run, status, unit }: RetryFailedProps) {
  const { data } = useQuery({
    ...adminQuery(endpoints.ledger.runPayments, {
      params: { id: run.id },
      query: { state: 'failed', limit: MOST },
    }),
    enabled: run.sender === 'bulk' && run.finishedAt !== null,
  })
  const failed = data?.payments.filter(({ claimId, isClaimReset }) => claimId !== null && !isClaimReset) ?? []
  if (failed.length === 0) return null
  const selection = {
    claimIds: failed.flatMap(({ claimId }) => claimId ?? []),
    amountUA: addDecimals(failed.map(({ amountUA }) => amountUA)),
  }
  return (
    <StartClaims
      status={status}
      estimate={undefined}
      disabled={!status.configured}
      selection={selection}
      unit={unit}
      text="Retry the failed"
    />
  )
}
