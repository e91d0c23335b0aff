import type { RecordSeal } from '#domain/sealed-record.ts'
import type { SecretBox } from '#domain/secret-box.ts'

/** Seals nothing and accepts any seal: for a store without payments. */
export const UNSEALED: RecordSeal = { make: () => '', differences: () => null, fits: () => true }

/** Leaves secrets as they are: for a store in a test or a simulation. */
export const OPEN_BOX: SecretBox = {
  seal: (plain) => Buffer.from(plain),
  open: (sealed) => Buffer.from(sealed),
}
