import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReconcileResponse } from '#api-schema/bulk-sender.ts'
import type { SenderKind } from '#domain/sender.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { actionFailure, SENDERS, type SenderStatusReply } from '#web/admin/payouts/payout.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AmountFact, Count, Fact, Facts } from '#web/ui/Facts.tsx'
import { countOf } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { OtherMovements, type OtherMovementsProps } from './OtherMovements.tsx'

const KINDS: Record<ReconcileResponse['differences'][number]['kind'], string> = {
  missing: 'Booked, but not on the chain',
  duplicate: 'Paid twice on the chain',
  foreign: 'On the chain, but not booked',
  different_amount: 'Another amount on the chain',
}

interface ReconcileProps {
  kind: SenderKind
  status: SenderStatusReply
  unit: string
}

/** Compares the payments on the chain with the records. */
export function Reconcile({ kind, status, unit }: ReconcileProps) {
  const { api } = SENDERS[kind]
  const [result, setResult] = useState<ReconcileResponse | null>(null)
  const reconcile = useMutation({
    mutationFn: () => adminSend(api.reconcile),
    onSuccess: setResult,
    onError: (error) => showToast(actionFailure('Reconcile', error)),
  })
  if (!status.configured) return null
  return (
    <section aria-label="Reconcile" className="space-y-4 border-t border-line pt-4">
      <div className="space-y-1">
        <Button busy={reconcile.isPending} busyText="Reading the chain..." onClick={() => reconcile.mutate()}>
          Reconcile with chain
        </Button>
        <p className="text-13 text-muted">
          Reads every payment of the sending wallet from the chain and compares it with the records.
        </p>
      </div>
      {result && (
        <ReconcileResult
          result={result}
          api={api}
          sender={status}
          unit={unit}
          // Applied here, so that the whole history is not read again for a note.
          onNoted={(signature, note) => setResult((shown) => shown && withNote(shown, signature, note))}
        />
      )}
    </section>
  )
}

type ResultProps = Omit<OtherMovementsProps, 'direction' | 'movements'> & { result: ReconcileResponse }

function ReconcileResult({ result, ...movementProps }: ResultProps) {
  const { differences, otherOutflows, inflows } = result
  const { unit } = movementProps
  return (
    <div className="space-y-4">
      <Outcome result={result} />
      <Facts>
        <Count name="Transactions on the chain" count={result.transactions} />
        <Count name="Payments on the chain" count={result.chainPayments} />
        <Count name="Payments in the records" count={result.bookedPayments} />
        <AmountFact name="Amount on the chain" value={result.chainAmountUA} unit={unit} />
        <AmountFact name="Amount in the records" value={result.bookedAmountUA} unit={unit} />
        <ByHand name="Marked sent without proof" sum={result.markedWithoutProof} unit={unit} />
        <ByHand name="Marked sent from another wallet" sum={result.bookedElsewhere} unit={unit} />
      </Facts>
      {differences.length > 0 && (
        <ul className="divide-y divide-line">
          {differences.map(({ kind, reference, recipient, signature, bookedAmountUA, chainAmountUA }) => (
            <li key={`${kind} ${signature} ${reference} ${recipient}`} className="space-y-1 py-3">
              <p className="font-medium">{KINDS[kind]}</p>
              <p className="text-13 text-muted">
                {reference && `${reference}: `}
                <ShortAddress address={recipient} />, transaction{' '}
                <ShortAddress address={signature} what="Transaction" />
              </p>
              <p className="text-13">
                booked <Amount value={bookedAmountUA} unit={unit} />, on the chain{' '}
                <Amount value={chainAmountUA} unit={unit} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <OtherMovements direction="out" movements={otherOutflows} {...movementProps} />
      <OtherMovements direction="in" movements={inflows} {...movementProps} />
    </div>
  )
}

/** Payments that the records have and this wallet's history does not. */
function ByHand({
  name,
  sum: { payments, amountUA },
  unit,
}: {
  name: string
  sum: ReconcileResponse['markedWithoutProof']
  unit: string
}) {
  if (payments === 0) return null
  return (
    <Fact name={name}>
      {countOf(payments, 'payment')}, <Amount value={amountUA} unit={unit} />
    </Fact>
  )
}

function Outcome({
  result: { agrees, differences, otherOutflows, markedWithoutProof },
}: {
  result: ReconcileResponse
}) {
  const { payments: unproved } = markedWithoutProof
  const apart = unproved > 0 ? `, apart from ${countOf(unproved, 'payment')} marked sent without proof` : ''
  if (agrees) {
    return <Notice tone="done">The chain and the records agree{apart}.</Notice>
  }
  const unexplained = otherOutflows.filter(({ note }) => note === null).length
  return (
    <Notice tone="error">
      {differences.length > 0
        ? 'The chain and the records do not agree. Do not start another run before this is understood.'
        : `The chain and the records agree on every payment${apart}, but ${countOf(unexplained, 'other transaction')} out of the wallet ${unexplained === 1 ? 'is' : 'are'} not explained. Find out what ${unexplained === 1 ? 'it was' : 'they were'} before you start another run.`}
    </Notice>
  )
}

/** Updates a reconciliation after one of its transactions was acknowledged with a note. */
export function withNote(result: ReconcileResponse, signature: string, note: string): ReconcileResponse {
  const noted = (movements: ReconcileResponse['inflows']) =>
    movements.map((movement) => (movement.signature === signature ? { ...movement, note } : movement))
  const otherOutflows = noted(result.otherOutflows)
  return {
    ...result,
    agrees: result.differences.length === 0 && otherOutflows.every((outflow) => outflow.note !== null),
    otherOutflows,
    inflows: noted(result.inflows),
  }
}
