import type { Address } from '@solana/kit'

/**
 * Which token accounts an owner has had. Asking the SVM would copy every token account there is. An account may have
 * been closed or handed over since: who asks checks the account's present state.
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
