import type { Address } from '@solana/kit'
import type { Clock } from '#payout/clock.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import type { FailoverRpc } from './failover-rpc.ts'

/** The time for which fees that were read are used, and for which a node that refused is not asked again. */
const USABLE_FOR_MS = 20_000

/** Recent prices in micro-lamports for a compute unit: none where the node does not tell them. */
interface RecentPrices {
  prices: readonly bigint[]
  /** The fault of a node that does not tell them. */
  untold: RpcUnavailableError | null
}

/**
 * Reads the priority fees that others recently offered for an account. They are a help: providers refuse the
 * method, or lack it, and the least price is offered then.
 */
export async function readRecentPrices(node: SolanaRpc, account: Address): Promise<RecentPrices> {
  try {
    return { prices: await node.recentPriorityFees([account]), untold: null }
  } catch (error) {
    if (error instanceof RpcUnavailableError) return { prices: [], untold: error }
    throw error
  }
}

/** Reads the priority fees that others recently offered for the source account. */
export class FeeSource {
  readonly #reader: Pick<FailoverRpc, 'preferred'>
  readonly #account: Address
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #recent: (RecentPrices & { atMs: number }) | null = null

  constructor(reader: Pick<FailoverRpc, 'preferred'>, account: Address, clock: Pick<Clock, 'monotonicMs'>) {
    this.#reader = reader
    this.#account = account
    this.#clock = clock
  }

  /** Names the node that does not tell recent fees, in words; null where it does, or was not asked yet. */
  get untold(): string | null {
    const untold = this.#recent?.untold
    if (!untold) return null
    return `The Solana RPC node ${untold.nodeName ?? ''} does not tell recent priority fees (${untold.message}): the least price is offered.`
  }

  /**
   * Returns prices in micro-lamports for a compute unit. A node that does not tell them does not rest for it:
   * it answers everything else.
   */
  async recentPrices(): Promise<readonly bigint[]> {
    const nowMs = this.#clock.monotonicMs()
    if (this.#recent && nowMs - this.#recent.atMs <= USABLE_FOR_MS) return this.#recent.prices
    const read = await readRecentPrices(this.#reader.preferred, this.#account)
    this.#recent = { ...read, atMs: this.#clock.monotonicMs() }
    return read.prices
  }
}
