import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import type { Distribution, StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { countOf } from '#web/admin/count-of.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { SenderFacts } from '#web/admin/payout/SenderFacts.tsx'
import { useToken } from '#web/admin/queries.ts'
import { Sol } from '#web/admin/sending/Sol.tsx'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useDistributionEstimate } from './queries.ts'

interface StartDistributionDialogProps {
  distribution: Distribution
  sender: StandaloneStatusResponse
  unit: string
  onStart(): void
  onClose(): void
}

/** Asks before a file is paid: how many rows, how much of which token, on which cluster, from which wallet. */
export function StartDistributionDialog(props: StartDistributionDialogProps) {
  const { distribution, sender, unit, onStart, onClose } = props
  const { data: estimate, error } = useDistributionEstimate(distribution.id, { read: true })
  const token = useToken('standaloneSender')
  const isLive = sender.cluster === 'mainnet'
  const refusal = estimate ? refusalOf(estimate) : null
  const unknown = <span className="text-muted">{error ? 'Not known' : 'Looking...'}</span>
  return (
    <FormDialog
      title={isLive ? 'Send real tokens on mainnet?' : 'Start this distribution?'}
      onClose={onClose}
      onSubmit={onStart}
      submit={{ text: 'Start sending', danger: isLive, disabled: refusal !== null }}
    >
      <Facts>
        <Fact name="File">
          <span className="[overflow-wrap:anywhere]">{distribution.fileName}</span>
        </Fact>
        <Fact name="In the file">
          <span>
            {countOf(distribution.totalAddresses, 'row')},{' '}
            <Amount value={distribution.totalAmount} unit={unit} />
          </span>
        </Fact>
        <Fact name="Payments it owes">
          {estimate ? (
            <span className="font-mono tabular-nums">{groupThousands(estimate.claimCount)}</span>
          ) : (
            unknown
          )}
        </Fact>
        <Fact name="Amount">
          {estimate ? <Amount value={estimate.totalAmountUA} unit={unit} /> : unknown}
        </Fact>
        <Fact name="Estimated fees and rent">
          {estimate ? <Sol amount={estimate.totalFeeSOL} /> : unknown}
        </Fact>
        <SenderFacts status={sender} token={token} />
      </Facts>
      {estimate && estimate.unpayableCount > 0 && (
        <Notice tone="warn">
          <p>Some of these recipients can not be paid, and are left out: see the cost estimate.</p>
        </Notice>
      )}
      {refusal !== null && (
        <Notice tone="error">
          <p>{refusal}</p>
        </Notice>
      )}
      {error && (
        <Notice tone="warn">
          <p>No estimate: {failureSentence(error)}</p>
        </Notice>
      )}
    </FormDialog>
  )
}

/** Returns why it can not be paid from this wallet just now. */
function refusalOf({ refusal, sufficient }: BulkSenderEstimateResponse): string | null {
  return refusal ?? (sufficient ? null : 'The wallet holds too little: see the cost estimate.')
}
