import type { ReceiptSigner } from '#domain/portal-receipt.ts'
import type { AllocationSeal, RecordSeal } from '#domain/sealed-record.ts'
import type { SecretBox } from '#domain/secret-box.ts'

/** Everything that is made from one SECRETS_KEY. */
export interface KeyRing {
  fingerprint: string
  seals: Pick<RecordSeal, 'make' | 'fits'>
  allocationSeals: AllocationSeal
  secrets: SecretBox
  receipts: ReceiptSigner
}
