import { useMutation } from '@tanstack/react-query'
import type { ReconcileResponse } from '#contract/bulk-sender.ts'
import { adminRequest } from '#web/admin/admin-request.ts'
import { Count } from '#web/admin/Count.tsx'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { actionFailure } from '#web/admin/sending/action-failure.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const KINDS: Record<ReconcileResponse['differences'][number]['kind'], string> = {
  missing: 'Booked, but not on the chain',
  duplicate: 'Paid twice on the chain',
  foreign: 'On the chain, but not booked',
  different_amount: 'Another amount on the chain',
}

/** Holds what the chain alone says was paid against the books. */
export function Reconcile({ unit }: { unit: string }) {
  const reconcile = useMutation({
    mutationFn: () => adminRequest<ReconcileResponse>('/api/bulk-sender/reconcile', { method: 'POST' }),
    onError: (error) => showToast(actionFailure('Reconcile', error)),
  })
  return (
    <section className="space-y-4 border-t border-line pt-4">
      <div className="space-y-1">
        <Button busy={reconcile.isPending} busyText="Reading the chain..." onClick={() => reconcile.mutate()}>
          Reconcile with chain
        </Button>
        <p className="text-13 text-muted">
          Reads every payment of the sending wallet from the chain and compares it with the books.
        </p>
      </div>
      {reconcile.data && <ReconcileResult result={reconcile.data} unit={unit} />}
    </section>
  )
}

function ReconcileResult({ result, unit }: { result: ReconcileResponse; unit: string }) {
  const { agrees, differences } = result
  return (
    <div className="space-y-4">
      <Notice tone={agrees ? 'done' : 'error'}>
        <p>
          {agrees
            ? 'The chain and the books agree.'
            : 'The chain and the books do not agree. Do not start another run before this is understood.'}
        </p>
      </Notice>
      <Facts>
        <Count name="Transactions on the chain" count={result.transactions} />
        <Count name="Payments on the chain" count={result.chainPayments} />
        <Count name="Payments in the books" count={result.bookedPayments} />
        <Fact name="Amount on the chain">
          <Amount value={result.chainAmountUA} unit={unit} />
        </Fact>
        <Fact name="Amount in the books">
          <Amount value={result.bookedAmountUA} unit={unit} />
        </Fact>
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
    </div>
  )
}
