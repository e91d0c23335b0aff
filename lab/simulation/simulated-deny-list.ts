import { DENIAL } from '#domain/denied-address.ts'
import type { Transfer } from '#domain/transfer.ts'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import type { PaymentAuthorization } from '#payout/payment-authorization.ts'
import type { Database } from '#store/database/database.ts'
import type { Store } from '#store/store.ts'
import type { ActorParts } from './actor-parts.ts'
import { OTHER_WALLETS_FROM } from './fixtures.ts'

/** The most addresses of one seed, besides those that are listed just after their payment was checked. */
const MOST = 6

/**
 * How often a party is put on the list just after its payment was checked; how often of these at once, which is before the journal even
 * where signing takes no time, and how soon else.
 */
const JUST_CHECKED = 0.1
const AT_ONCE = 0.5
const JUST_CHECKED_MS = 1_500

/** How often an address is taken off again, and after how long at most. */
const ALLOWED_AGAIN = 0.6
const ALLOWED_AGAIN_MS = 60_000

type Parties = Pick<Transfer, 'recipient' | 'evmAddress'>

/**
 * Simulates an operator who puts wallets and holders on the deny list while runs go on, and takes some off again. Draws by a generator
 * of its own: the faults of a seed are the same with and without it.
 */
export class SimulatedDenyList {
  readonly #parts: ActorParts
  readonly #random: SeededRandom
  readonly #isPresent: boolean
  /** The list as the records have it. */
  readonly #denied = new Set<string>()
  /** Payments that were journaled while a party was on the list. */
  signedThoughDenied = 0

  constructor(parts: ActorParts) {
    this.#parts = parts
    this.#random = seededRandom(parts.seed + 0x64656e79)
    this.#isPresent = this.#random.chance(0.5)
  }

  schedule(): void {
    if (!this.#isPresent) return
    const { claims, fixtures, time, untilMs } = this.#parts
    const count = this.#random.between(1, MOST)
    for (let made = 0; made < count; made++) {
      const index = this.#random.between(0, claims.length - 1)
      const address = this.#random.pick([
        fixtures.recipients[index]?.wallet ?? '',
        fixtures.recipients[OTHER_WALLETS_FROM + index]?.wallet ?? '',
        claims[index]?.evmAddress ?? '',
      ])
      time.after(this.#random.between(0, untilMs), () => void this.#deny(address))
    }
  }

  /** Wraps a server's store, to keep the list as it is committed and to look at every payment that is journaled. */
  over(store: Store, { db }: Database): Store {
    const partiesOf = async (ids: readonly number[]): Promise<Parties[]> =>
      ids.length === 0
        ? []
        : db.selectFrom('transfer').select(['recipient', 'evmAddress']).where('id', 'in', ids).execute()
    return {
      ...store,
      denyList: {
        ...store.denyList,
        add: async (addresses, action) => {
          await store.denyList.add(addresses, action)
          for (const { address } of addresses) this.#denied.add(address)
        },
        remove: async (address, action) => {
          const isRemoved = await store.denyList.remove(address, action)
          this.#denied.delete(address)
          return isRemoved
        },
      },
      journal: {
        ...store.journal,
        write: async (lease, runId, planned) => {
          const written = await store.journal.write(lease, runId, planned)
          const carried = await partiesOf(planned.flatMap(({ transfers }) => transfers.map(({ id }) => id)))
          this.signedThoughDenied += carried.filter((parties) => this.isDenied(parties)).length
          return written
        },
      },
    }
  }

  /** Checks payments as the server does before it signs: by the list, by the other payments of an EVM address, by what was taken over from the chain, and then by `other`. */
  authorization(store: Store, other: PaymentAuthorization): PaymentAuthorization {
    return {
      check: async (transfers, token) => {
        const objections = await other.check(transfers, token)
        for (const id of await store.journal.contestedAmong(transfers.map((transfer) => transfer.id)))
          objections.set(id, 'its EVM address has two payments')
        const addresses = transfers.flatMap(({ evmAddress }) => evmAddress ?? [])
        for (const { id, evmAddress } of await store.claims.paymentsTo(addresses, token.genesisHash))
          for (const transfer of transfers)
            if (transfer.evmAddress === evmAddress && transfer.id !== id)
              objections.set(transfer.id, 'its EVM address was paid before')
        for (const [id, doubt] of await doubtsOf(store, transfers)) objections.set(id, doubt)
        if (!this.#isPresent) return objections
        const parties = transfers.flatMap(partiesIn)
        const denied = new Set((await store.denyList.among(parties)).map(({ address }) => address))
        for (const transfer of transfers) {
          const found = partiesIn(transfer).find((address) => denied.has(address))
          if (found) objections.set(transfer.id, `${found} ${DENIAL}`)
        }
        this.#denySoon(parties)
        return objections
      },
    }
  }

  isDenied(parties: Parties): boolean {
    return partiesIn(parties).some((address) => this.#denied.has(address))
  }

  /** The journal's own check is for what is listed after the payment was checked. */
  #denySoon(parties: readonly string[]): void {
    if (!this.#random.chance(JUST_CHECKED)) return
    const address = this.#random.pick(parties)
    if (this.#random.chance(AT_ONCE)) void this.#deny(address)
    else this.#parts.time.after(this.#random.between(1, JUST_CHECKED_MS), () => void this.#deny(address))
  }

  async #deny(address: string): Promise<void> {
    const { faults, time, store: serverStore, mayChange } = this.#parts
    const store = serverStore()
    if (faults.areFaultsStopped || !mayChange() || !store) return
    if (this.#random.chance(ALLOWED_AGAIN)) {
      time.after(this.#random.between(1, ALLOWED_AGAIN_MS), () => void this.#allow(address))
    }
    const atMs = time.now()
    const entry = { address, source: 'a report', note: null, addedAtMs: atMs }
    await store.denyList.add([entry], { atMs, action: 'deny_addresses', subject: address, detail: '' })
    faults.count('denied')
  }

  async #allow(address: string): Promise<void> {
    const { faults, time, store: serverStore, askForRun } = this.#parts
    const store = serverStore()
    if (faults.areFaultsStopped || !store) return
    // The server may crash once it is off the list, and never say so.
    askForRun()
    const action = { atMs: time.now(), action: 'allow_addresses', subject: address, detail: '' } as const
    if (await store.denyList.remove(address, action)) faults.count('allowedAgain')
    askForRun()
  }
}

/** Payments that were recorded from the chain and settle no debt so far may have paid some of these. */
async function doubtsOf(store: Store, transfers: readonly Transfer[]): Promise<Map<number, string>> {
  const run = await store.runs.find(transfers[0]?.runId ?? 0)
  return run ? store.takeOvers.doubts(run, transfers) : new Map()
}

function partiesIn({ recipient, evmAddress }: Parties): string[] {
  return evmAddress === null ? [recipient] : [recipient, evmAddress]
}
