import type { UseQueryResult } from '@tanstack/react-query'
import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { TokenFactsResponse } from '#api-schema/token-facts.ts'
import { SenderFacts } from '#web/admin/payout/SenderFacts.tsx'
import { Sol } from '#web/admin/sending/Sol.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import type { ClaimSelection } from './StartDialog.tsx'

interface CommonFacts {
  unit: string
  status: BulkSenderStatusResponse
  token: UseQueryResult<TokenFactsResponse>
}

const PENDING = <span className="text-muted">Looking...</span>

/** What a run over the queued claims will send, as it is estimated. */
export function StartFacts({
  figures,
  unit,
  ...common
}: CommonFacts & { figures: BulkSenderEstimateResponse | undefined }) {
  return (
    <Facts>
      <Fact name="Claims">{figures ? <Count of={figures.claimCount} /> : PENDING}</Fact>
      <Fact name="Amount">{figures ? <Amount value={figures.totalAmountUA} unit={unit} /> : PENDING}</Fact>
      <Fact name="Estimated fees and rent">{figures ? <Sol amount={figures.totalFeeSOL} /> : PENDING}</Fact>
      <SenderFacts {...common} />
    </Facts>
  )
}

/** The same for claims that were selected. */
export function SelectionFacts({ selection, unit, ...common }: CommonFacts & { selection: ClaimSelection }) {
  return (
    <Facts>
      <Fact name="Selected claims">
        <Count of={selection.claimIds.length} />
      </Fact>
      <Fact name="Amount">
        <Amount value={selection.amountUA} unit={unit} />
      </Fact>
      <SenderFacts {...common} />
    </Facts>
  )
}

function Count({ of }: { of: number }) {
  return <span className="font-mono tabular-nums">{groupThousands(of)}</span>
}
