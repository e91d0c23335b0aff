/** Thrown when a sealed secret was altered, or was sealed with another key. */
export class SealBrokenError extends Error {
  override name = 'SealBrokenError'

  constructor() {
    super('The sealed secret can not be opened: SECRETS_KEY is not the one that sealed it, or it was altered')
  }
}
