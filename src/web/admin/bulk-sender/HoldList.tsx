import { useState } from 'react'
import type { HeldTransaction, Hold, UnsignedHold } from '#api-schema/holds.ts'
import { isDenial } from '#domain/denial.ts'
import { ClaimLink } from '#web/admin/claims/ClaimLink.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { useHolds } from '#web/admin/queries.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { ReadAt } from '#web/admin/status/ReadAt.tsx'
import { explorerTxUrl } from '#web/lib/explorer-url.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ExternalLink } from '#web/ui/ExternalLink.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { SettleExpiredDialog } from './SettleExpiredDialog.tsx'
import { SettlePaidDialog } from './SettlePaidDialog.tsx'

/**
 * Lists transactions that may or may not have landed, with the known facts and the two ways to settle each,
 * and payments that no run would sign.
 */
export function HoldList({ unit }: { unit: string }) {
  const query = useHolds()
  const { data, isError } = query
  if (isError) {
    return <FailedQuery text="Failed to fetch the transactions on hold" query={query} />
  }
  if (!data || data.holds.length === 0) return null
  return (
    <section className="space-y-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">On hold</h3>
        <ReadAt query={query} />
      </div>
      <p className="text-13 text-muted">
        Nothing more is sent for these until the chain answers, or you settle them. Look the transaction up
        first.
      </p>
      <ul className="divide-y divide-line">
        {data.holds.map((hold) => (
          <HoldItem key={keyOf(hold)} hold={hold} unit={unit} />
        ))}
      </ul>
    </section>
  )
}

function keyOf({ attemptId, transfers }: Hold): string {
  return (
    attemptId ??
    transfers
      .map(({ claimId, distributionId, rowNumber }) => claimId ?? `${distributionId} ${rowNumber}`)
      .join()
  )
}

function HoldItem({ hold, unit }: { hold: Hold; unit: string }) {
  return (
    <li className="space-y-2 py-4">
      {hold.attemptId === null ? (
        <UnsignedHoldItem hold={hold} unit={unit} />
      ) : (
        <HeldTransactionItem hold={hold} unit={unit} />
      )}
    </li>
  )
}

function HeldTransactionItem({ hold, unit }: { hold: HeldTransaction; unit: string }) {
  const [asked, setAsked] = useState<'paid' | 'expired' | null>(null)
  const { signature, cluster, since, known, lastValidBlockHeight, slot } = hold
  const close = () => setAsked(null)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          Transaction <ShortAddress address={signature} what="Transaction" />
        </span>
        <ExternalLink href={explorerTxUrl(signature, { cluster, rpcUrl: null })}>View Tx</ExternalLink>
      </div>
      <p>{known === null ? 'Nothing is known of it yet.' : asSentence(`Not decided: ${known}`)}</p>
      <p className="text-13 text-muted">
        Signed {formatLocal(since)}. It can have landed from slot {groupThousands(slot)} up to block height{' '}
        {groupThousands(lastValidBlockHeight)}.
      </p>
      <HeldPayments hold={hold} unit={unit} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setAsked('paid')}>
          It was paid
        </Button>
        <Button size="small" variant="danger" onClick={() => setAsked('expired')}>
          It was not paid
        </Button>
      </div>
      {asked === 'paid' && <SettlePaidDialog hold={hold} onClose={close} />}
      {asked === 'expired' && <SettleExpiredDialog hold={hold} onClose={close} />}
    </>
  )
}

/** It has no transaction, so that there is nothing to settle: the claim itself is decided. */
function UnsignedHoldItem({ hold, unit }: { hold: UnsignedHold; unit: string }) {
  const isClaim = hold.transfers.some(({ claimId }) => claimId !== null)
  return (
    <>
      <Badge tone="warn" icon="warning">
        Never signed
      </Badge>
      <p>{asSentence(hold.known ?? 'It is not what was accepted')}</p>
      <HeldPayments hold={hold} unit={unit} />
      <p className="text-13 text-muted">
        {isDenial(hold.known)
          ? 'Nothing was sent. Take the address off the deny list and start a run to pay it; do not pay it in a new file.'
          : isClaim
            ? 'Nothing was sent. Find out why it differs, then reject the claim, or mark it sent where it was paid elsewhere.'
            : 'Nothing was sent. Find out why it differs, then pay this row in a new file.'}
      </p>
    </>
  )
}

/** Ends the server's words with a period: some have none, since they are also quoted within sentences. */
function asSentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`
}

function HeldPayments({ hold: { transfers }, unit }: { hold: Hold; unit: string }) {
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
