import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { SubmitClaimBody } from '#api-schema/claims.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AmountUA } from '#domain/amounts.ts'
import { type MessageSettings, siweTermsOf } from '#domain/claim-message.ts'
import { signClaim, type ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import { count } from './answers.ts'
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
  readonly #claimed: Acknowledged[] = []
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
  countLost(): Promise<number> {
    return countLost(this.#client, this.#claimed)
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
    return claimed !== undefined && (await isThere(this.#client, claimed))
  }

  async #lookUp(index: number): Promise<boolean> {
    const eth = this.#holder(index).address
    const { amountUA } = await this.#client.send(endpoints.public.allocation, { query: { eth } })
    return amountUA === allocationOf(index)
  }

  async #claim(index: number): Promise<boolean> {
    const holder = this.#holder(index)
    try {
      this.#claimed.push(await submitClaim(this.#client, holder))
    } catch (error) {
      // Of an answer that was lost, where it is 409: the claim is there.
      if (!(error instanceof PortalResponseError && error.status === 409)) this.#unanswered.push(index)
      throw error
    }
    return true
  }

  #holder(index: number): ThrowawayHolder {
    const holder = this.#holders[index]
    if (!holder) throw new RangeError('There is no such holder')
    return holder
  }
}

/** The settings of a portal that its claimants go by: what is signed, and the chain that their wallets are on. */
interface ClaimSettings extends MessageSettings {
  chainId: string
}

/** Reads what claimants go by. Wallets are on the first network of the portal. */
export async function readClaimSettings(client: PortalClient): Promise<ClaimSettings> {
  const portal = await client.send(endpoints.public.portal)
  return { ...portal, chainId: portal.networks[0]?.chainId ?? '' }
}

/** Has a holder read its allocation and sign the message that the portal takes. */
export async function claimBody(
  client: PortalClient,
  settings: ClaimSettings,
  holder: ThrowawayHolder,
): Promise<SubmitClaimBody> {
  const query = { eth: holder.address }
  const { amountUA, fileHash } = await client.send(endpoints.public.allocation, { query })
  return signClaim(holder, amountUA, settings.chainId, siweTermsOf(settings, fileHash))
}

/** A claim that was answered with its id. */
interface Acknowledged {
  id: string
  eth: string
}

async function submitClaim(client: PortalClient, holder: ThrowawayHolder): Promise<Acknowledged> {
  const body = await claimBody(client, await readClaimSettings(client), holder)
  const { id } = await client.send(endpoints.public.submitClaim, { body })
  return { id, eth: holder.address }
}

async function isThere(client: PortalClient, { id, eth }: Acknowledged): Promise<boolean> {
  return (await client.send(endpoints.public.claim, { params: { eth } })).id === id
}

async function countLost(client: PortalClient, claims: readonly Acknowledged[]): Promise<number> {
  let lost = 0
  for (const claim of claims) if (!(await isThere(client, claim).catch(() => false))) lost += 1
  return lost
}

const CLAIMANTS_AT_ONCE = 4

/** Claimants who try again until they are told that their claim is there. */
export class Claiming {
  readonly acknowledged: Acknowledged[] = []
  readonly statuses: Record<string, number> = {}
  /** Of the server that is running. */
  client: PortalClient

  constructor(client: PortalClient) {
    this.client = client
  }

  async claimAll(holders: readonly ThrowawayHolder[]): Promise<void> {
    const waiting = [...holders]
    const claimants = Array.from({ length: CLAIMANTS_AT_ONCE }, async () => {
      for (let holder = waiting.pop(); holder; holder = waiting.pop()) {
        while (!(await this.claim(holder))) await delay(50)
      }
    })
    await Promise.all(claimants)
  }

  countLost(): Promise<number> {
    return countLost(this.client, this.acknowledged)
  }

  /** True where the claim is there. */
  async claim(holder: ThrowawayHolder): Promise<boolean> {
    try {
      this.acknowledged.push(await submitClaim(this.client, holder))
      count(this.statuses, '200')
      return true
    } catch (error) {
      if (!(error instanceof PortalResponseError)) throw error
      count(this.statuses, String(error.status))
      // Of an answer that was lost: the claim is there.
      return error.status === 409
    }
  }
}
