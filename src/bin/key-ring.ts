import { createAllocationSeal } from '#config/allocation-seal.ts'
import { keyFingerprint } from '#config/key-fingerprint.ts'
import { createRecordSeal } from '#config/record-seal.ts'
import { createSecretBox } from '#config/secret-box.ts'
import type { KeyRing } from '#store/key-rotation/key-ring.ts'

/** Makes everything that is made from a SECRETS_KEY. */
export function keyRingOf(secretsKey: Uint8Array): KeyRing {
  return {
    fingerprint: keyFingerprint(secretsKey),
    seals: createRecordSeal(secretsKey),
    allocationSeals: createAllocationSeal(secretsKey),
    secrets: createSecretBox(secretsKey),
  }
}
