import {
  createAllocationSeal,
  createReceiptSigner,
  createRecordSeal,
  createSecretBox,
  keyFingerprint,
} from '#config/seals.ts'
import type { KeyRing } from '#store/tools/key-rotation/sealed-tables.ts'

/** Makes everything that is made from a SECRETS_KEY. */
export function keyRingOf(secretsKey: Uint8Array): KeyRing {
  return {
    fingerprint: keyFingerprint(secretsKey),
    seals: createRecordSeal(secretsKey),
    allocationSeals: createAllocationSeal(secretsKey),
    secrets: createSecretBox(secretsKey),
    receipts: createReceiptSigner(secretsKey),
  }
}
