import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { RecordsEndpoints } from '#api-schema/endpoints/records.ts'
import type { AcknowledgeBody, OtherMovementBody } from '#api-schema/records.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { TransactionLink } from '#web/admin/TransactionLink.tsx'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'

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

type Direction = keyof typeof DIRECTIONS

export interface OtherMovementsProps {
  direction: Direction
  movements: readonly OtherMovementBody[]
  /** The endpoints of the sender. */
  api: RecordsEndpoints
  sender: Pick<BulkSenderStatusResponse, 'cluster' | 'rpcUrl'>
  unit: string
  onNoted(signature: string, note: string): void
}

/** Lists what moved the wallet's tokens otherwise than by payments. Each can be acknowledged with a note. */
export function OtherMovements({ direction, movements, ...itemProps }: OtherMovementsProps) {
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

function MovementItem({ direction, movement, api, sender, unit, onNoted }: MovementItemProps) {
  const [asked, setAsked] = useState(false)
  const { signature, amountUA, note } = movement
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <p className="flex flex-wrap items-center gap-2">
          <Amount value={amountUA} unit={unit} />
          <NoteBadge isNoted={note !== null} direction={direction} />
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
      {asked && (
        <AcknowledgeDialog movement={movement} api={api} onNoted={onNoted} onClose={() => setAsked(false)}>
          <MovementFacts direction={direction} movement={movement} unit={unit} />
        </AcknowledgeDialog>
      )}
    </li>
  )
}

/** Shows the movement, with the other wallet in full where there is only one. */
function MovementFacts({
  direction,
  movement,
  unit,
}: Pick<MovementItemProps, 'direction' | 'movement' | 'unit'>) {
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

function NoteBadge({ isNoted, direction }: { isNoted: boolean; direction: Direction }) {
  if (isNoted) {
    return (
      <Badge tone="done" icon="check">
        Acknowledged
      </Badge>
    )
  }
  if (direction === 'in') return null
  return (
    <Badge tone="warn" icon="warning">
      Not explained
    </Badge>
  )
}

function Counterparties({
  direction,
  movement: { counterparties },
  unit,
}: Pick<MovementItemProps, 'direction' | 'movement' | 'unit'>) {
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

interface AcknowledgeDialogProps {
  movement: OtherMovementBody
  /** The endpoints of the sender. */
  api: RecordsEndpoints
  onNoted(signature: string, note: string): void
  onClose(): void
  /** The movement of the transaction. */
  children: ReactNode
}

/** Asks for the note that explains a transaction, or for another one. */
function AcknowledgeDialog({ movement, api, onNoted, onClose, children }: AcknowledgeDialogProps) {
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
      {children}
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
