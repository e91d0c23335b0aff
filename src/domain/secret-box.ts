/** Where in the store a sealed secret belongs. It opens nowhere else. */
export interface SealedPlace {
  table: string
  /** The row's primary key. */
  row: string
  column: string
  /** The rest of the row that the secret is good for: where any of it was changed, it does not open. */
  terms?: string
}

/** Seals secrets for the store, each for its place, and opens them again: config/secret-box.ts does so under a key. */
export interface SecretBox {
  seal(plain: Uint8Array, place: SealedPlace): Buffer
  /** Throws SealBrokenError where it was altered, moved to another place, or sealed with another key. */
  open(sealed: Uint8Array, place: SealedPlace): Buffer
}

/** Thrown when a sealed secret was altered, or was sealed with another key. */
export class SealBrokenError extends Error {
  override name = 'SealBrokenError'

  constructor() {
    super('The sealed secret can not be opened: SECRETS_KEY is not the one that sealed it, or it was altered')
  }
}
