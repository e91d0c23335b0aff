import { type Address, zeroAddress } from 'viem'
import { SnapshotError } from './snapshot-error.ts'
import type { TransferLog } from './transfer.ts'

/** Balances of a token, as its transfers say. */
export class TokenBalances {
  readonly #balances: Map<Address, bigint>

  constructor(balances: Iterable<readonly [Address, bigint]> = []) {
    this.#balances = new Map(balances)
  }

  apply(transfers: readonly TransferLog[]): void {
    for (const { from, to, value } of transfers) {
      this.#change(from, -value)
      this.#change(to, value)
    }
  }

  #change(holder: Address, by: bigint): void {
    // Out of it comes what is minted.
    if (holder === zeroAddress) return
    const balance = (this.#balances.get(holder) ?? 0n) + by
    if (balance === 0n) this.#balances.delete(holder)
    else this.#balances.set(holder, balance)
  }

  /** Those with a balance, in ascending order of their addresses. Throws SnapshotError where one sent more than it had. */
  holders(): [Address, bigint][] {
    const holders = [...this.#balances]
    const negative = holders.find(([, balance]) => balance < 0n)
    if (negative) {
      throw new SnapshotError(
        `${negative[0]} sent more than it received: the logs are not complete, or the token moves balances without logs`,
      )
    }
    return holders.sort(([a], [b]) => (a < b ? -1 : 1))
  }

  entries(): Iterable<[Address, bigint]> {
    return this.#balances
  }

  of(holder: Address): bigint {
    return this.#balances.get(holder) ?? 0n
  }
}
