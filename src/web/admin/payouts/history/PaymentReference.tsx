import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { ClaimLink } from '#web/admin/claims/ClaimLink.tsx'
import { TransactionLink } from '#web/admin/TransactionLink.tsx'

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

interface PaymentTransactionProps {
  signature: string | null
  cluster: BulkSenderStatusResponse['cluster']
  rpcUrl: string | null
}

/** The signature of a payment's transaction, shortened, as a link to the explorer. */
export function PaymentTransaction({ signature, cluster, rpcUrl }: PaymentTransactionProps) {
  if (signature === null) return <span className="text-muted">-</span>
  return (
    <TransactionLink signature={signature} cluster={cluster} rpcUrl={rpcUrl}>
      <span className="font-mono" title={signature}>
        {shortenAddress(signature)}
      </span>
    </TransactionLink>
  )
}
