import type { Address } from '@solana/kit'

/**
 * Indexes the token accounts that an owner has had. Asking the SVM would copy every token account. An account may have
 * been closed or given to another owner since: the caller checks its current state.
 */
export class TokenAccountIndex {
  readonly #byOwner = new Map<Address, Set<Address>>()

  note(owner: Address, tokenAccount: Address): void {
    const accounts = this.#byOwner.get(owner)
    if (accounts) accounts.add(tokenAccount)
    else this.#byOwner.set(owner, new Set([tokenAccount]))
  }

  candidates(owner: Address): readonly Address[] {
    return [...(this.#byOwner.get(owner) ?? [])]
  }
}
