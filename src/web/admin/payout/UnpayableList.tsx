import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import { ClaimLink } from '#web/admin/claims/ClaimLink.tsx'
import { countOf } from '#web/admin/count-of.ts'
import { ScrollRegion } from '#web/admin/ScrollRegion.tsx'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** The recipients who can not be paid, known before anything is sent. The others are paid all the same. */
export function UnpayableList({ estimate }: { estimate: BulkSenderEstimateResponse }) {
  const { unpayable, unpayableCount, recipientsChecked, claimCount } = estimate
  const ofSome = recipientsChecked < claimCount
  if (unpayableCount === 0) {
    return ofSome ? (
      <p className="text-13 text-muted">
        {groupThousands(recipientsChecked)} recipients were looked up; all of them can be paid. The figures
        are scaled.
      </p>
    ) : null
  }
  return (
    <Notice
      tone="warn"
      title={`${countOf(unpayableCount, 'payment')} can not be made${ofSome ? ` (of ${groupThousands(recipientsChecked)} looked up)` : ''}`}
    >
      <p>They are left out. The others are paid.</p>
      <ScrollRegion label="Payments that can not be made">
        <ul className="divide-y divide-line text-13">
          {unpayable.map(({ recipient, claimId, rowNumber, reason }) => (
            <li key={claimId ?? rowNumber} className="py-2">
              {claimId ? <ClaimLink id={claimId} /> : `Row ${rowNumber}`} to{' '}
              <ShortAddress address={recipient} />: {reason}
            </li>
          ))}
        </ul>
      </ScrollRegion>
      {unpayable.length < unpayableCount && (
        <p className="text-13 text-muted">The first {unpayable.length} are listed.</p>
      )}
    </Notice>
  )
}
