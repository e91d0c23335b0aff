import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import { claimBody, readClaimSettings } from './claim-body.ts'
import { type PortalClient, PortalResponseError } from './portal-client.ts'

const CLAIMANTS_AT_ONCE = 4

/** Claimants who try again until they are told that their claim is there. */
export class Claiming {
  readonly acknowledged: { id: string; eth: string }[] = []
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

  async countLost(): Promise<number> {
    let lost = 0
    for (const { id, eth } of this.acknowledged) {
      const claim = await this.client.send(endpoints.public.claim, { params: { eth } }).catch(() => null)
      if (claim?.id !== id) lost += 1
    }
    return lost
  }

  /** True where the claim is there. */
  async claim(holder: ThrowawayHolder): Promise<boolean> {
    const eth = holder.address
    try {
      const body = await claimBody(this.client, await readClaimSettings(this.client), holder)
      const { id } = await this.client.send(endpoints.public.submitClaim, { body })
      this.#count(200)
      this.acknowledged.push({ id, eth })
      return true
    } catch (error) {
      if (!(error instanceof PortalResponseError)) throw error
      this.#count(error.status)
      // Of an answer that was lost: the claim is there.
      return error.status === 409
    }
  }

  #count(status: number): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
  }
}
