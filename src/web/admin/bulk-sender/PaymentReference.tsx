import { ClaimLink } from '#web/admin/claims/ClaimLink.tsx'

interface PaymentReferenceProps {
  payment: { claimId: string | null; isClaimReset: boolean; rowNumber: number | null }
}

/** What a payment was for: a claim, with a link for as long as it is there, or a row of a distribution. */
export function PaymentReference({ payment: { claimId, isClaimReset, rowNumber } }: PaymentReferenceProps) {
  if (claimId === null) return rowNumber === null ? '-' : `Row ${rowNumber}`
  if (!isClaimReset) return <ClaimLink id={claimId} />
  return (
    <span className="whitespace-nowrap" title="This claim was reset since">
      <span className="font-mono">{claimId}</span> <span className="text-muted">(reset)</span>
    </span>
  )
}
