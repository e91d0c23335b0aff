import type { Address, EncodedAccount } from '@solana/kit'

/** An account as it was before the transactions of a slot first wrote to it; null when there was none. */
interface Version {
  slot: number
  before: EncodedAccount | null
}

/** Keeps earlier versions of accounts: to read them as of an older slot, and to take slots back. */
export class AccountVersions {
  /** Oldest first, at most one for each slot. */
  readonly #byAddress = new Map<Address, Version[]>()
  /** Lowest slot first. */
  readonly #writtenIn = new Map<number, Address[]>()

  /** Notes an account that is written, with its version before. Slots never go down. */
  note(slot: number, address: Address, before: EncodedAccount | null): void {
    const versions = this.#byAddress.get(address) ?? []
    if (versions.at(-1)?.slot === slot) return
    versions.push({ slot, before })
    this.#byAddress.set(address, versions)
    const written = this.#writtenIn.get(slot)
    if (written) written.push(address)
    else this.#writtenIn.set(slot, [address])
  }

  /** Returns the account at the end of the slot; `now` is its version after all slots. */
  asOf(slot: number, address: Address, now: EncodedAccount | null): EncodedAccount | null {
    const next = this.#byAddress.get(address)?.find((version) => version.slot > slot)
    return next ? next.before : now
  }

  /** Forgets the slots above this one, and returns every account that they wrote, as it was before them. */
  takeAbove(slot: number): Map<Address, EncodedAccount | null> {
    const before = new Map<Address, EncodedAccount | null>()
    for (const [written, addresses] of this.#writtenIn) {
      if (written <= slot) continue
      this.#writtenIn.delete(written)
      for (const address of addresses) {
        const versions = this.#byAddress.get(address) ?? []
        const oldest = versions.find((version) => version.slot > slot)
        if (oldest) before.set(address, oldest.before)
        this.#keep(
          address,
          versions.filter((version) => version.slot <= slot),
        )
      }
    }
    return before
  }

  /** Forgets versions that are only needed to read as of slots below this one. */
  forgetUpTo(slot: number): void {
    for (const [written, addresses] of this.#writtenIn) {
      if (written > slot) return
      this.#writtenIn.delete(written)
      for (const address of addresses) {
        const versions = this.#byAddress.get(address) ?? []
        this.#keep(
          address,
          versions.filter((version) => version.slot > slot),
        )
      }
    }
  }

  #keep(address: Address, versions: Version[]): void {
    if (versions.length > 0) this.#byAddress.set(address, versions)
    else this.#byAddress.delete(address)
  }
}
