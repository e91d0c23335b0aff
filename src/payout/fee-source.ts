import type { Address } from '@solana/kit'
import type { Clock } from './clock.ts'
import type { FailoverRpc } from './failover-rpc.ts'

/** The time for which fees that were read are used. */
const USABLE_FOR_MS = 20_000

/** Reads the priority fees that others recently offered for the source account. */
export class FeeSource {
  readonly #reader: FailoverRpc
  readonly #account: Address
  readonly #clock: Clock
  #recent: { prices: readonly bigint[]; atMs: number } | null = null

  constructor(reader: FailoverRpc, account: Address, clock: Clock) {
    this.#reader = reader
    this.#account = account
    this.#clock = clock
  }

  /** Returns prices in micro-lamports for a compute unit. */
  async recentPrices(): Promise<readonly bigint[]> {
    const nowMs = this.#clock.monotonicMs()
    if (this.#recent && nowMs - this.#recent.atMs <= USABLE_FOR_MS) return this.#recent.prices
    const prices = await this.#reader.read((node) => node.recentPriorityFees([this.#account]))
    this.#recent = { prices, atMs: nowMs }
    return prices
  }
}
