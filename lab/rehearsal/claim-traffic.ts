import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AmountUA } from '#domain/amounts.ts'
import type { ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import { claimBody, readClaimSettings } from './claim-body.ts'
import { type PortalClient, PortalResponseError } from './portal-client.ts'

/** The allocation of the holder at a place of the list. */
export const allocationOf = (index: number) => `${index + 1}.000000001` as AmountUA

/** Of ten requests, which is what. */
const KINDS = [
  ...Array.from({ length: 4 }, () => 'look-up' as const),
  ...Array.from({ length: 2 }, () => 'portal' as const),
  ...Array.from({ length: 2 }, () => 'claim' as const),
  ...Array.from({ length: 2 }, () => 'status' as const),
]

export type TrafficKind = (typeof KINDS)[number]

/** The part of all requests that are claims. */
export const CLAIMS_OF_ALL = 0.2

/** Claimants that come by the page: they look up, claim with real signatures, and look again. */
export class ClaimTraffic {
  /** Requests that were answered as they should. */
  readonly answered: Record<TrafficKind, number> = { 'look-up': 0, portal: 0, claim: 0, status: 0 }
  /** Why the others failed. */
  readonly failures: string[] = []
  slowestMs = 0
  readonly #client: PortalClient
  readonly #holders: readonly ThrowawayHolder[]
  readonly #claimed: { id: string; eth: string }[] = []
  /** Places of holders whose claim was not acknowledged: they try again. */
  readonly #unanswered: number[] = []
  #nextClaimant = 0
  #asked = 0

  constructor(client: PortalClient, holders: readonly ThrowawayHolder[]) {
    this.#client = client
    this.#holders = holders
  }

  /** Requests that have an answer, of whatever kind. */
  get count(): number {
    return Object.values(this.answered).reduce((sum, count) => sum + count, this.failures.length)
  }

  /** Claims that were acknowledged. */
  get acknowledged(): number {
    return this.#claimed.length
  }

  /** Holders who have claimed or tried to: the first so many. */
  get claimants(): number {
    return this.#nextClaimant
  }

  /** Makes requests, several at a time and each of them so long after its last one, until told. */
  async flow(atOnce: number, isOver: () => boolean, pauseMs = 0): Promise<void> {
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (!isOver()) {
          await this.#makeOne(this.#nextKind())
          if (pauseMs > 0) await delay(pauseMs)
        }
      }),
    )
  }

  /** Has those try again whose claim was not acknowledged, until the portal has it. */
  async claimAgain(): Promise<void> {
    while (this.#unanswered.length > 0) await this.#makeOne('claim')
  }

  /** Counts acknowledged claims that the portal does not have. */
  async countLost(): Promise<number> {
    let lost = 0
    for (const claimed of this.#claimed) {
      if ((await this.#status(claimed).catch(() => false)) !== true) lost += 1
    }
    return lost
  }

  async #makeOne(kind: TrafficKind): Promise<void> {
    const startedMs = performance.now()
    try {
      if (await this.#ask(kind)) this.answered[kind] += 1
      else this.failures.push(`${kind}: another answer than it should be`)
    } catch (error) {
      this.failures.push(`${kind}: ${String(error)}`)
    }
    this.slowestMs = Math.max(this.slowestMs, performance.now() - startedMs)
  }

  /** A look-up, where nobody is left to claim, or nobody has. */
  #nextKind(): TrafficKind {
    const kind = KINDS[this.#asked++ % KINDS.length] ?? 'look-up'
    const isPossible = {
      claim: this.#unanswered.length > 0 || this.#nextClaimant < this.#holders.length,
      status: this.#claimed.length > 0,
      portal: true,
      'look-up': true,
    }
    return isPossible[kind] ? kind : 'look-up'
  }

  async #ask(kind: TrafficKind): Promise<boolean> {
    if (kind === 'claim') return this.#claim(this.#unanswered.shift() ?? this.#nextClaimant++)
    if (kind === 'look-up') return this.#lookUp(randomInt(this.#holders.length))
    if (kind === 'portal') return (await this.#client.send(endpoints.public.portal)).fileHash !== null
    const claimed = this.#claimed[randomInt(this.#claimed.length)]
    return claimed !== undefined && (await this.#status(claimed))
  }

  async #lookUp(index: number): Promise<boolean> {
    const eth = this.#holder(index).address
    const { amountUA } = await this.#client.send(endpoints.public.allocation, { query: { eth } })
    return amountUA === allocationOf(index)
  }

  async #claim(index: number): Promise<boolean> {
    const holder = this.#holder(index)
    try {
      const body = await claimBody(this.#client, await readClaimSettings(this.#client), holder)
      const { id } = await this.#client.send(endpoints.public.submitClaim, { body })
      this.#claimed.push({ id, eth: holder.address })
    } catch (error) {
      // Of an answer that was lost, where it is 409: the claim is there.
      if (!(error instanceof PortalResponseError && error.status === 409)) this.#unanswered.push(index)
      throw error
    }
    return true
  }

  async #status({ id, eth }: { id: string; eth: string }): Promise<boolean> {
    return (await this.#client.send(endpoints.public.claim, { params: { eth } })).id === id
  }

  #holder(index: number): ThrowawayHolder {
    const holder = this.#holders[index]
    if (!holder) throw new RangeError('There is no such holder')
    return holder
  }
}
