import type { SeededRandom } from '#lab/random/seeded-random.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import type { PaymentAuthorization } from '#payout/payment-authorization.ts'
import type { ClaimRevision } from '#store/claims/claim-corrections.ts'
import type { Store } from '#store/store.ts'
import type { ActorParts } from './actor-parts.ts'
import { OTHER_WALLETS_FROM } from './fixtures.ts'

/** The most corrections of one seed. */
const MOST = 12

/** The operator starts the first run about then, where there are claimants to be early. */
const FIRST_RUN_MS = 7_000

/** How often one who was too late tries again. */
const TRIES = 6

/** How often a call of the store takes long, and how long: others get in between. */
const SLOW_CALL = 0.02
const SLOW_CALL_MS = 4_000

export interface ClaimantParts extends ActorParts {
  /** False where records may lack a payment: a claim that was paid is not rejected. */
  mayReject: boolean
}

/**
 * Simulates claimants who correct their claims at random times, to another wallet of theirs and back, some after a rejection. They
 * draw by a generator of their own: the faults of a seed are the same with and without them.
 */
export class SimulatedClaimants {
  readonly #parts: ClaimantParts
  readonly #random: SeededRandom
  readonly isPresent: boolean
  #nonce = 1
  /** Payments that were not to the address in force when they were about to be signed. */
  misdirected = 0

  constructor(parts: ClaimantParts) {
    this.#parts = parts
    this.#random = seededRandom(parts.seed + 0x636f7272)
    this.isPresent = this.#random.chance(0.6)
  }

  schedule(): void {
    if (!this.isPresent) return
    const { claims, time, untilMs } = this.#parts
    const count = this.#random.between(1, MOST)
    for (let made = 0; made < count; made++) {
      const index = this.#random.between(0, claims.length - 1)
      const atMs = this.#random.between(0, this.#random.chance(0.5) ? FIRST_RUN_MS : untilMs)
      time.after(atMs, () => void this.#correct(index, TRIES))
    }
  }

  /** Returns how long a call of the store takes: mostly no time. */
  callMs(): number {
    const isSlow = this.isPresent && this.#random.chance(SLOW_CALL)
    return isSlow ? this.#random.between(1, SLOW_CALL_MS) : 0
  }

  /** Compares payments with their claims, as the server does before it signs. */
  authorization(store: Store): PaymentAuthorization {
    return {
      check: async (transfers) => {
        if (!this.isPresent) return new Map()
        const ids = transfers.flatMap(({ claimId }) => (claimId === null ? [] : [claimId]))
        const claims = new Map((await store.claims.withIds(ids)).map((claim) => [claim.id, claim]))
        const changed = transfers.filter(
          ({ claimId, recipient }) => claims.get(claimId ?? '')?.solAddress !== recipient,
        )
        // A claim that was corrected since these were read has taken its payment along; what failed or was paid since is asked in vain.
        for (const { id, runId, recipient } of changed) {
          const [listed] = await store.journal.pageOfQueued(runId ?? 0, id - 1, 1)
          if (listed?.id === id && listed.recipient === recipient) this.misdirected += 1
        }
        return new Map(changed.map(({ id }) => [id, "its Solana address is not the claim's"]))
      },
    }
  }

  async #correct(index: number, tries: number): Promise<void> {
    const { claims, faults, time, store: serverStore, mayChange, mayReject, askForRun } = this.#parts
    if (tries === 0 || faults.areFaultsStopped) return
    const isRejected = this.#random.chance(0.3)
    const store = serverStore()
    const claim = claims[index]
    if (!store || !claim || !mayChange()) return
    if (isRejected && mayReject) await this.#reject(store, claim.id)
    const current = await store.claimDecisions.find(claim.id)
    if (!current) return
    // The server may crash once it is corrected, and never say so; a run that is started meanwhile may be too early for it.
    askForRun()
    time.after(SLOW_CALL_MS, askForRun)
    const { recipients } = this.#parts.fixtures
    const isOwn = current.solAddress === claim.solAddress
    const wallet = recipients[isOwn ? OTHER_WALLETS_FROM + index : index]?.wallet ?? current.solAddress
    const nonce = String(++this.#nonce)
    const { id, evmAddress, ethSigned, snapshotId, amountWei, amountUA, chainId } = current
    const same = { id, evmAddress, ethSigned, snapshotId, amountWei, amountUA, chainId }
    const signed: ClaimRevision = {
      ...same,
      solAddress: wallet,
      nonce,
      signature: `0x${nonce}`,
      signedBy: 'key',
      siweTerms: null,
      seal: '',
    }
    const outcome = await store.claimCorrections.correct(signed, this.#parts.time.now(), {
      keepsListed: false,
    })
    if (outcome === 'done') faults.count('corrected')
    if (outcome === 'claim_under_way') {
      faults.count('correctedTooLate')
      time.after(this.#random.between(1_000, 20_000), () => void this.#correct(index, tries - 1))
    }
    askForRun()
  }

  async #reject(store: Store, id: string): Promise<void> {
    const action = { atMs: this.#parts.time.now(), action: 'reject', subject: id, detail: '' } as const
    await store.claimDecisions.reject(id, 'the address is not yours', action)
  }
}
