import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import type { HeldTransaction, HoldBody, SettleHoldBody, UnsignedHoldBody } from '#api-schema/runs.ts'
import { type AmountUA, sumAmounts } from '#domain/amounts.ts'
import { HOLD_CONFIRMATION } from '#domain/payout-states.ts'
import { adminSend, polledQuery } from '#web/admin/admin-send.ts'
import { TransactionDialog, TypedDialog } from '#web/admin/Dialog.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { errorSentence } from '#web/admin/failures.ts'
import { actionFailure } from '#web/admin/payouts/payout.ts'
import { refreshBulkSender, refreshClaims, STATUS_POLL_MS } from '#web/admin/queries.ts'
import { ReadAt } from '#web/admin/status/AsOf.tsx'
import { changeUrlState } from '#web/admin/url-state.ts'
import { ClaimLink, countOf, groupThousands, ShortAddress, TransactionLink } from '#web/admin/values.tsx'
import { formatLocal } from '#web/lib/time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge, Button } from '#web/ui/basics.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { showToast } from '#web/ui/toast-store.ts'

/**
 * Lists payments on hold in two lists: what waits for the operator, which no run has signed, and what waits for the chain, which may or
 * may not have landed, with the two ways to settle each.
 */
export function HoldList({ unit }: { unit: string }) {
  const query = useQuery(polledQuery(endpoints.bulkSender.holds, STATUS_POLL_MS))
  const { data, isError } = query
  if (isError) {
    return <FailedQuery text="Failed to fetch the payments on hold" query={query} />
  }
  if (!data || data.holds.length === 0) return null
  const unsigned = data.holds.filter((hold) => hold.attemptId === null)
  const signed = data.holds.filter((hold) => hold.attemptId !== null)
  return (
    <section className="space-y-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">On hold</h3>
        <ReadAt query={query} />
      </div>
      <Holds
        title={`Waits for you: ${countOf(unsigned.length, 'payment')}`}
        text="Nothing was sent for these. Each is told as a run would judge it now."
        holds={unsigned}
        item={(hold) => <UnsignedHoldItem hold={hold} unit={unit} />}
      />
      <Holds
        title={`Waits for the chain: ${countOf(signed.length, 'transaction')}`}
        text="Nothing more is sent for these until the chain answers, or you settle them. Look the transaction up first."
        holds={signed}
        item={(hold) => <HeldTransactionItem hold={hold} unit={unit} />}
      />
    </section>
  )
}

interface HoldsProps<Hold> {
  title: string
  text: string
  holds: readonly Hold[]
  item(hold: Hold): ReactNode
}

function Holds<Hold extends HoldBody>({ title, text, holds, item }: HoldsProps<Hold>) {
  if (holds.length === 0) return null
  return (
    <div className="space-y-1">
      <h4 className="font-semibold">{title}</h4>
      <p className="text-13 text-muted">{text}</p>
      <ul className="divide-y divide-line">
        {holds.map((hold) => (
          <li key={keyOf(hold)} className="space-y-2 py-4">
            {item(hold)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function keyOf({ attemptId, transfers }: HoldBody): string {
  return (
    attemptId ??
    transfers
      .map(({ claimId, distributionId, rowNumber }) => claimId ?? `${distributionId} ${rowNumber}`)
      .join()
  )
}

/** So many payments are listed without a click. */
const FEW = 3

function HeldTransactionItem({ hold, unit }: { hold: HeldTransaction; unit: string }) {
  const [asked, setAsked] = useState<'paid' | 'expired' | null>(null)
  const { signature, cluster, since, known, lastValidBlockHeight } = hold
  const close = () => setAsked(null)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          Transaction <ShortAddress address={signature} what="Transaction" />
        </span>
        <TransactionLink signature={signature} cluster={cluster} rpcUrl={null} />
      </div>
      <p className="[overflow-wrap:anywhere]">
        {known === null ? 'Nothing is known of it yet.' : asSentence(`Not decided: ${known}`)}
      </p>
      <p className="text-13 text-muted">
        Signed {formatLocal(since)}. It can not land after block height {groupThousands(lastValidBlockHeight)}
        .
      </p>
      {hold.transfers.length > FEW ? (
        <Fold quiet summary={<SumOfPayments hold={hold} unit={unit} />}>
          <HeldPayments hold={hold} unit={unit} />
        </Fold>
      ) : (
        <HeldPayments hold={hold} unit={unit} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setAsked('paid')}>
          It was paid
        </Button>
        <Button size="small" variant="danger" onClick={() => setAsked('expired')}>
          It was not paid
        </Button>
      </div>
      {asked === 'paid' && <SettlePaidDialog hold={hold} unit={unit} onClose={close} />}
      {asked === 'expired' && <SettleExpiredDialog hold={hold} unit={unit} onClose={close} />}
    </>
  )
}

/** It has no transaction, so that there is nothing to settle: the address, the claim or the row itself is decided. */
function UnsignedHoldItem({ hold, unit }: { hold: UnsignedHoldBody; unit: string }) {
  const isClaim = hold.transfers.some(({ claimId }) => claimId !== null)
  return (
    <>
      {hold.cause === 'cleared' ? (
        <Badge tone="accent" icon="info">
          Can be paid
        </Badge>
      ) : (
        <Badge tone="warn" icon="warning">
          Never signed
        </Badge>
      )}
      <p className="[overflow-wrap:anywhere]">{asSentence(hold.known ?? 'It is not what was accepted')}</p>
      <HeldPayments hold={hold} unit={unit} />
      <p className="text-13 text-muted">{nextStep(hold.cause, isClaim)}</p>
      {hold.cause === 'denied' && (
        <Button
          size="small"
          onClick={() => changeUrlState({ tab: 'files', card: 'deny-list' }, { step: true })}
        >
          Open the deny list
        </Button>
      )}
    </>
  )
}

/** How a payment is started that can be: claims by a run, rows by their own file. */
function nextStep(cause: UnsignedHoldBody['cause'], isClaim: boolean): string {
  const start = isClaim ? 'start a run' : 'press Send What Is Left in Standalone Sender'
  if (cause === 'cleared') return `To pay it, ${start}.`
  if (cause === 'denied')
    return `To pay it, take the address off the deny list and ${start}; do not pay it in a new file.`
  return isClaim
    ? 'Find out why it differs, then reject the claim, or mark it sent where it was paid elsewhere.'
    : 'Find out why it differs, then pay this row in a new file.'
}

/** Ends the server's words with a period: some have none, since they are also quoted within sentences. */
function asSentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`
}

interface SettleDialogProps {
  hold: HeldTransaction
  unit: string
  onClose(): void
}

/** Asks for words to be typed: if the decision is wrong, the payments are made twice. */
function SettleExpiredDialog({ hold, unit, onClose }: SettleDialogProps) {
  const settle = useSettleHold(onClose)
  return (
    <TypedDialog
      title="Settle as not paid"
      words={HOLD_CONFIRMATION}
      onClose={onClose}
      onConfirm={(confirm) => settle.mutate({ attemptId: hold.attemptId, as: 'expired', confirm })}
      error={settle.error && errorSentence(settle.error, 'Failed to settle')}
      submit={{ text: 'Settle as not paid', busyText: 'Checking...', busy: settle.isPending }}
    >
      <p>These payments are sent again. If the transaction did land, they are paid twice.</p>
      <SettledPayments hold={hold} unit={unit} />
    </TypedDialog>
  )
}

/** Asks for the transaction's signature, as a confirmation that it was found on the chain. */
function SettlePaidDialog({ hold, unit, onClose }: SettleDialogProps) {
  const settle = useSettleHold(onClose)
  return (
    <TransactionDialog
      title="Settle as paid"
      text={
        <>
          <p>These payments count as made and are never sent again.</p>
          <SettledPayments hold={hold} unit={unit} />
        </>
      }
      label="Transaction signature"
      hint="The signature of the transaction on hold, as the explorer shows it finalized."
      submitText="Settle as paid"
      forceText="Settle as paid all the same"
      payment={settle}
      fallback="Failed to settle"
      onSubmit={(transaction) => settle.mutate({ attemptId: hold.attemptId, as: 'paid', ...transaction })}
      onClose={onClose}
    />
  )
}

/** Settles a transaction on hold, and shows the result in a toast. */
function useSettleHold(onSettled: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: SettleHoldBody) => adminSend(endpoints.bulkSender.settleHold, { body }),
    onSuccess: (_, { as }) => {
      showToast({
        tone: 'done',
        title: 'Hold Settled',
        description:
          as === 'paid' ? 'Its payments count as paid.' : 'Its payments are owed again, and can be sent.',
      })
      onSettled()
      return Promise.all([refreshBulkSender(queryClient), refreshClaims(queryClient)])
    },
    onError: (error) => showToast(actionFailure('Settle', error)),
  })
}

/** To whom and how much. */
function HeldPayments({ hold: { transfers }, unit }: { hold: HoldBody; unit: string }) {
  return (
    <ul className="text-13">
      {transfers.map(({ recipient, amountUA, claimId, rowNumber }) => (
        <li key={claimId ?? rowNumber} className="flex flex-wrap justify-between gap-x-4">
          <span>
            {claimId ? (
              <>
                Claim <ClaimLink id={claimId} />
              </>
            ) : (
              `Row ${rowNumber}`
            )}{' '}
            <ShortAddress address={recipient} />
          </span>
          <Amount value={amountUA} unit={unit} />
        </li>
      ))}
    </ul>
  )
}

/** How many payments a transaction carries, and their sum. */
function SumOfPayments({ hold: { transfers }, unit }: { hold: HeldTransaction; unit: string }) {
  const sum = sumAmounts(transfers.map(({ amountUA }) => amountUA as AmountUA))
  return (
    <span>
      {countOf(transfers.length, 'payment')}, <Amount value={sum} unit={unit} />
    </span>
  )
}

/** What settling a transaction decides: its payments, and to whom each goes. */
function SettledPayments({ hold, unit }: { hold: HeldTransaction; unit: string }) {
  return (
    <>
      <p>
        <SumOfPayments hold={hold} unit={unit} />:
      </p>
      <HeldPayments hold={hold} unit={unit} />
    </>
  )
}
