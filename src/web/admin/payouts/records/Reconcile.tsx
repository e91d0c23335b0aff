import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type {
  AcknowledgeBody,
  OtherMovementBody,
  ReconcileResponse,
  RecordsEndpoints,
} from '#api-schema/sender-records.ts'
import { MISSING_PAYMENTS } from '#domain/run.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/Dialog.tsx'
import { errorSentence } from '#web/admin/failures.ts'
import { actionFailure, SENDERS, type SenderProps } from '#web/admin/payouts/payout.ts'
import {
  AmountFact,
  Count,
  countOf,
  Fact,
  Facts,
  groupThousands,
  ShortAddress,
  TransactionLink,
} from '#web/admin/values.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge, Button, Notice } from '#web/ui/basics.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const KINDS: Record<ReconcileResponse['differences'][number]['kind'], string> = {
  missing: 'Booked, but not on the chain',
  duplicate: 'Paid twice on the chain',
  foreign: 'On the chain, but not booked',
  different_amount: 'Another amount on the chain',
}

/** Compares the payments on the chain with the records. */
export function Reconcile({ kind, status, unit }: SenderProps) {
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
        <ByHand name="Marked sent without proof" {...result.markedWithoutProof} unit={unit} />
        <ByHand name="Marked sent from another wallet" {...result.bookedElsewhere} unit={unit} />
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

type ByHandProps = ReconcileResponse['bookedElsewhere'] & { name: string; unit: string }

/** Payments that the records have and this wallet's history does not. */
function ByHand({ name, payments, amountUA, unit }: ByHandProps) {
  if (payments === 0) return null
  return (
    <Fact name={name}>
      {countOf(payments, 'payment')}, <Amount value={amountUA} unit={unit} />
    </Fact>
  )
}

function Outcome({ result }: { result: ReconcileResponse }) {
  const { agrees, differences, otherOutflows, markedWithoutProof } = result
  const { payments: unproved } = markedWithoutProof
  const apart = unproved > 0 ? `, apart from ${countOf(unproved, 'payment')} marked sent without proof` : ''
  if (agrees) {
    return <Notice tone="done">The chain and the records agree{apart}.</Notice>
  }
  const unexplained = otherOutflows.filter(({ note }) => note === null).length
  return (
    <Notice tone="error">
      {differences.length > 0
        ? `The chain and the records do not agree. Do not start another run before this is understood.${differences.some(({ kind }) => kind === 'missing') ? ` ${MISSING_PAYMENTS}` : ''}`
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

/** The most that are listed at first: anyone can send to the wallet, so there may be many. */
const SHOWN_AT_FIRST = 20

const DIRECTIONS = {
  out: {
    title: 'Other transactions out of the wallet',
    about:
      'They moved tokens and are no payments of this portal. Find out what each of them was, then acknowledge it with a note.',
    moved: 'left the wallet',
    counterparty: 'to',
    /** A transaction by which no other wallet gained or lost. */
    nobody: 'to no other wallet: burned, or kept in another account of this wallet',
  },
  in: {
    title: 'Transactions into the wallet',
    about: 'They need no explanation; a note is for your own records.',
    moved: 'came into the wallet',
    counterparty: 'from',
    nobody: 'from no other wallet: newly minted, or from another account of this wallet',
  },
} as const

interface OtherMovementsProps {
  direction: keyof typeof DIRECTIONS
  movements: readonly OtherMovementBody[]
  /** The endpoints of the sender. */
  api: RecordsEndpoints
  sender: Pick<BulkSenderStatusResponse, 'cluster' | 'rpcUrl'>
  unit: string
  onNoted(signature: string, note: string): void
}

/** Lists what moved the wallet's tokens otherwise than by payments. Each can be acknowledged with a note. */
function OtherMovements({ direction, movements, ...itemProps }: OtherMovementsProps) {
  const [isWhole, setIsWhole] = useState(false)
  if (movements.length === 0) return null
  const { title, about } = DIRECTIONS[direction]
  const shown = isWhole ? movements : movements.slice(0, SHOWN_AT_FIRST)
  return (
    <section aria-label={title} className="space-y-1">
      <h4 className="font-semibold">{title}</h4>
      <p className="text-13 text-muted">{about}</p>
      <ul className="divide-y divide-line">
        {shown.map((movement) => (
          <MovementItem key={movement.signature} direction={direction} movement={movement} {...itemProps} />
        ))}
      </ul>
      {shown.length < movements.length && (
        <Button size="small" onClick={() => setIsWhole(true)}>
          Show all {groupThousands(movements.length)}
        </Button>
      )}
    </section>
  )
}

type MovementItemProps = Omit<OtherMovementsProps, 'movements'> & { movement: OtherMovementBody }

function MovementItem(props: MovementItemProps) {
  const { direction, movement, sender, unit } = props
  const [asked, setAsked] = useState(false)
  const { signature, amountUA, note } = movement
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <p className="flex flex-wrap items-center gap-2">
          <Amount value={amountUA} unit={unit} />
          {note !== null && (
            <Badge tone="done" icon="check">
              Acknowledged
            </Badge>
          )}
          {note === null && direction === 'out' && (
            <Badge tone="warn" icon="warning">
              Not explained
            </Badge>
          )}
        </p>
        <p className="text-13 text-muted">
          <Counterparties direction={direction} movement={movement} unit={unit} />
        </p>
        <p className="text-13 text-muted">
          Transaction <ShortAddress address={signature} what="Transaction" />{' '}
          <TransactionLink signature={signature} cluster={sender.cluster} rpcUrl={sender.rpcUrl} />
        </p>
        {note !== null && <p className="[overflow-wrap:anywhere]">{note}</p>}
      </div>
      <Button
        size="small"
        variant={note === null && direction === 'out' ? 'secondary' : 'quiet'}
        onClick={() => setAsked(true)}
      >
        {note === null ? 'Acknowledge' : 'Change note'}
      </Button>
      {asked && <AcknowledgeDialog {...props} onClose={() => setAsked(false)} />}
    </li>
  )
}

type MovementProps = Pick<MovementItemProps, 'direction' | 'movement' | 'unit'>

/** Shows the movement, with the other wallet in full where there is only one. */
function MovementFacts({ direction, movement, unit }: MovementProps) {
  const { amountUA, counterparties } = movement
  const { moved, counterparty, nobody } = DIRECTIONS[direction]
  const [first, ...others] = counterparties
  return (
    <div>
      <p>
        <Amount value={amountUA} unit={unit} /> {moved}, {first ? counterparty : nobody}
        {others.length > 0 && ` ${counterparties.length} wallets`}
      </p>
      {first && others.length === 0 && <p className="font-mono text-13 break-all">{first.address}</p>}
    </div>
  )
}

function Counterparties({ direction, movement: { counterparties }, unit }: MovementProps) {
  const { counterparty, nobody } = DIRECTIONS[direction]
  if (counterparties.length === 0) return nobody
  return (
    <>
      {counterparty}{' '}
      {counterparties.map(({ address, amountUA }, index) => (
        <span key={address}>
          {index > 0 && ', '}
          <ShortAddress address={address} />
          {counterparties.length > 1 && (
            <>
              {' '}
              (<Amount value={amountUA} unit={unit} />)
            </>
          )}
        </span>
      ))}
    </>
  )
}

/** Asks for the note that explains a transaction, or for another one. */
function AcknowledgeDialog({ onClose, ...props }: MovementItemProps & { onClose(): void }) {
  const { movement, api, onNoted } = props
  const { signature, note: before } = movement
  const [typed, setTyped] = useState(before ?? '')
  const note = typed.trim()
  const acknowledge = useMutation({
    mutationFn: (body: AcknowledgeBody) => adminSend(api.acknowledge, { body }),
    onSuccess() {
      showToast({
        tone: 'done',
        title: before === null ? 'Transaction Acknowledged' : 'Note Changed',
        description: 'The note is kept with the records.',
      })
      onNoted(signature, note)
      onClose()
    },
  })
  return (
    <FormDialog
      title={before === null ? 'Acknowledge this transaction' : 'Change the note'}
      onClose={onClose}
      onSubmit={() => acknowledge.mutate({ signature, note })}
      error={acknowledge.error && errorSentence(acknowledge.error, 'Failed to acknowledge')}
      submit={{
        text: before === null ? 'Acknowledge' : 'Change note',
        busyText: 'Saving...',
        busy: acknowledge.isPending,
        disabled: note === '' || note === before,
      }}
    >
      <MovementFacts {...props} />
      <div>
        <p className="text-13 text-muted">Transaction</p>
        <p className="font-mono text-13 break-all">{signature}</p>
      </div>
      <TextField
        label="Note"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          acknowledge.reset()
        }}
        maxLength={1000}
        autoComplete="off"
        hint="What the transaction was, for whoever reads this later: where the tokens went, and who decided it."
      />
    </FormDialog>
  )
}
