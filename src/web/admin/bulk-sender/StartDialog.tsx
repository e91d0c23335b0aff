import { useState } from 'react'
import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { StartBody } from '#api-schema/start-payout.ts'
import { countOf } from '#web/admin/count-of.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { useLimitedEstimate, useToken } from '#web/admin/queries.ts'
import { useSettledValue } from '#web/admin/use-settled-value.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { SelectionFacts, StartFacts } from './StartFacts.tsx'
import { readLimits, StartLimits, type TypedLimits } from './StartLimits.tsx'

/** Claims that were selected, and their amounts together. */
export interface ClaimSelection {
  claimIds: readonly string[]
  amountUA: string
}

interface StartDialogProps {
  status: BulkSenderStatusResponse
  /** The first claims that the balances suffice for; null where they suffice for all. */
  covers: BulkSenderEstimateResponse['covers']
  selection?: ClaimSelection | undefined
  unit: string
  onStart(body: StartBody): void
  onClose(): void
}

const TYPING_REST_MS = 400

/** Asks before money is sent: how many claims, how much of which token, on which cluster, from which wallet; and offers limits. */
export function StartDialog({ status, covers, selection, unit, onStart, onClose }: StartDialogProps) {
  const [typed, setTyped] = useState<TypedLimits>({
    take: covers && !selection ? 'first' : 'all',
    count: covers ? String(covers.claimCount) : '',
    amountUA: '',
    hasCanary: false,
    canary: '5',
  })
  const { limit, canary, isValid } = readLimits(typed)
  const asked = useSettledValue(JSON.stringify(limit), TYPING_REST_MS)
  const estimate = useLimitedEstimate(JSON.parse(asked))
  const token = useToken('bulkSender')
  const isSettled = asked === JSON.stringify(limit) && !estimate.isPlaceholderData
  const figures = isSettled ? estimate.data : undefined
  const isShort = !selection && figures !== undefined && isShortOf(figures, typed)
  const isLive = status.cluster === 'mainnet'

  function submit() {
    if (!isValid || isShort) return
    onStart({
      ...(selection ? { claimIds: [...selection.claimIds] } : typed.take !== 'all' && { limit }),
      ...(canary !== undefined && { canary }),
    })
  }

  return (
    <FormDialog
      title={isLive ? 'Send real tokens on mainnet?' : 'Start sending?'}
      onClose={onClose}
      onSubmit={submit}
      submit={{ text: 'Start sending', danger: isLive, disabled: !isValid || isShort }}
    >
      {selection ? (
        <SelectionFacts selection={selection} unit={unit} status={status} token={token} />
      ) : (
        <StartFacts figures={figures} unit={unit} status={status} token={token} />
      )}
      <StartLimits typed={typed} onChange={setTyped} isSelection={selection !== undefined} unit={unit} />
      {covers && !selection && (
        <Notice tone="info">
          <p>
            The wallet suffices for about the first {groupThousands(covers.claimCount)}. The{' '}
            {countOf(covers.rest.claimCount, 'claim')} after them will need{' '}
            {groupDecimal(covers.rest.amountUA)} {unit} and about {covers.rest.feeSOL} SOL: send as much as
            the next part takes, and start again.
          </p>
        </Notice>
      )}
      {isShort && <Shortage estimate={figures} unit={unit} />}
      {!selection && estimate.error && isSettled && (
        <Notice tone="warn">
          <p>No estimate: {failureSentence(estimate.error)}</p>
        </Notice>
      )}
    </FormDialog>
  )
}

/** Where nothing is limited, the server says that nothing waits any more. */
function isShortOf({ sufficient, claimCount }: BulkSenderEstimateResponse, { take }: TypedLimits): boolean {
  return !sufficient || (take !== 'all' && claimCount === 0)
}

function Shortage({ estimate, unit }: { estimate: BulkSenderEstimateResponse; unit: string }) {
  const { missingSOL, missingUA } = estimate.balances
  return (
    <Notice tone="error">
      <p>
        {estimate.claimCount === 0
          ? 'This limit takes no claim.'
          : `Not enough in the wallet: ${[
              /[1-9]/.test(missingUA) && `${groupDecimal(missingUA)} ${unit}`,
              /[1-9]/.test(missingSOL) && `${missingSOL} SOL`,
            ]
              .filter(Boolean)
              .join(' and ')} missing.`}
      </p>
    </Notice>
  )
}

function groupDecimal(decimal: string): string {
  const [whole = '0', fraction] = decimal.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
