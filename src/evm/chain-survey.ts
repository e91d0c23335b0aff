import type { EvmAddress } from '#domain/evm-address.ts'
import type { AddressBatches } from './address-batches.ts'
import { ADDRESS_BYTES } from './address-program.ts'
import type { SurveyChain } from './survey-chain.ts'

/** Batches that are asked about at the same time. */
const AT_ONCE = 4

/** Contracts that one call probes: what takes all of its gas leaves enough for the others. */
const PROBED_AT_ONCE = 50

/** Asks one chain about addresses, batch by batch, until the last one or the first that its node does not answer. */
export class ChainSurvey {
  readonly #chain: SurveyChain
  readonly #batches: AddressBatches
  #next = 0
  #isStopped = false

  readonly silent: EvmAddress[] = []
  readonly signing: EvmAddress[] = []
  /** Addresses of which the chain has said everything. */
  checkedCount = 0
  /** What ended it before its end, in words. */
  trouble: string | null = null
  /** Never rejects. */
  readonly ended: Promise<void>

  constructor(chain: SurveyChain, batches: AddressBatches) {
    this.#chain = chain
    this.#batches = batches
    this.ended = this.#run().catch((error: unknown) => {
      this.#isStopped = true
      this.trouble ??= error instanceof Error ? error.message : String(error)
    })
  }

  get chainId(): number {
    return this.#chain.chainId
  }

  /** Asks nothing more. */
  stop(): void {
    this.#isStopped = true
  }

  async #run(): Promise<void> {
    await this.#chain.assertChain()
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#work()))
  }

  async #work(): Promise<void> {
    while (!this.#isStopped) {
      const batch = await this.#batches.at(this.#next++)
      if (batch === null || this.#isStopped) return
      const contracts = await this.#chain.withCode(batch)
      for (let start = 0; start < contracts.length; start += PROBED_AT_ONCE) {
        if (this.#isStopped) return
        const some = contracts.slice(start, start + PROBED_AT_ONCE)
        const silent = new Set(await this.#chain.silent(some))
        for (const address of some) (silent.has(address) ? this.silent : this.signing).push(address)
      }
      this.checkedCount += batch.length / ADDRESS_BYTES
    }
  }
}
