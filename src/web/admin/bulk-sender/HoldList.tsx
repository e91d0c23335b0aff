import { useState } from 'react'
import type { Hold } from '#contract/holds.ts'
import { ClaimLink } from '#web/admin/claims/ClaimLink.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { useHolds } from '#web/admin/queries.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { explorerTxUrl } from '#web/lib/explorer-url.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ExternalLink } from '#web/ui/ExternalLink.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { SettleDeadDialog } from './SettleDeadDialog.tsx'
import { SettlePaidDialog } from './SettlePaidDialog.tsx'

/** Transactions that may or may not have landed, with what is known, and the two ways to settle each. */
export function HoldList({ unit }: { unit: string }) {
  const query = useHolds()
  const { data, isError } = query
  if (isError) {
    return <FailedQuery text="Failed to fetch the transactions on hold" query={query} />
  }
  if (!data || data.holds.length === 0) return null
  return (
    <section className="space-y-2 border-t border-line pt-4">
      <h3 className="font-semibold">On hold</h3>
      <p className="text-13 text-muted">
        Nothing more is sent for these until the chain answers, or you settle them. Look the transaction up
        first.
      </p>
      <ul className="divide-y divide-line">
        {data.holds.map((hold) => (
          <HoldItem key={hold.attemptId} hold={hold} unit={unit} />
        ))}
      </ul>
    </section>
  )
}

function HoldItem({ hold, unit }: { hold: Hold; unit: string }) {
  const [asked, setAsked] = useState<'paid' | 'dead' | null>(null)
  const { signature, cluster, since, transfers, known, lastValidBlockHeight, slot } = hold
  const close = () => setAsked(null)
  return (
    <li className="space-y-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ShortAddress address={signature} what="Transaction" />
        <ExternalLink href={explorerTxUrl(signature, { cluster, rpcUrl: null })}>View Tx</ExternalLink>
      </div>
      <p>{known ?? 'Nothing is known of it yet.'}</p>
      <p className="text-13 text-muted">
        Signed {formatLocal(since)}. It can have landed from slot {groupThousands(slot)} up to block height{' '}
        {groupThousands(lastValidBlockHeight)}.
      </p>
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
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setAsked('paid')}>
          It was paid
        </Button>
        <Button size="small" variant="danger" onClick={() => setAsked('dead')}>
          It was not paid
        </Button>
      </div>
      {asked === 'paid' && <SettlePaidDialog hold={hold} onClose={close} />}
      {asked === 'dead' && <SettleDeadDialog hold={hold} onClose={close} />}
    </li>
  )
}
