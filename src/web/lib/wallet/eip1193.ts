/** The interface of a browser wallet (EIP-1193). */
export interface Eip1193Provider {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): void
  removeListener?(event: string, listener: (value: unknown) => void): void
}

/** Compares accounts as numbers: wallets write the same one with and without capitals. */
export function isSameAccount(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.toLowerCase() === b.toLowerCase()
}

/** A wallet that announced itself (EIP-6963), or the one at `window.ethereum`. */
export interface Wallet {
  /** Stays the same from visit to visit, where the wallet allows it. */
  id: string
  /** Null when the wallet gives none. */
  name: string | null
  /** A data: URI, shown in an `<img>` only: what a wallet sends is not trusted. */
  icon: string | null
  provider: Eip1193Provider
  /** Of a wallet that is paired with the page before it connects. */
  pairing?: Pairing
}

/** What is known of a wallet behind a relay. */
export interface Pairing {
  /** The link by which it is paired, while one is waited for. */
  get(): string | null
  /** A request is on its way to the relay, which has not acknowledged it yet. */
  isSending(): boolean
  subscribe(listener: () => void): () => void
}
