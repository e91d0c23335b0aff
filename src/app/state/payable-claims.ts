import type { AppContext } from '#app/app-context.ts'
import { createPaymentAuthorization } from '#app/payouts/payment-authorization.ts'
import { coolingOffCutoff } from '#domain/run-limits.ts'
import type { Sender } from '#domain/sender.ts'
import { countPayable, type PayableCount } from '#payout/estimate-payout.ts'
import { owedPayments } from '#payout/owed-payments.ts'
import { pinnedMint } from '#payout/send/mint-pin.ts'

/** A count holds this long while nothing is known to have changed: claims cool off, and estimates look recipients up. */
const MAX_AGE_MS = 15_000

/** The share of the time that counting may take: of a large queue it takes seconds. */
const REST_TIMES = 20

/** Whoever looks waits no longer for a count. */
const LIMIT_MS = 250

export interface KnownPayable extends PayableCount {
  readAtMs: number
}

/** Counts what a start of the bulk sender would pay, as its estimate does, but asks no node: of the recipients it knows what estimates found. */
export class PayableClaims {
  readonly #app: AppContext
  #last: { known: KnownPayable; of: string; facts: string; atMs: number; tookMs: number } | null = null
  #counting: Promise<void> | null = null

  constructor(app: AppContext) {
    this.#app = app
  }

  /** Returns the newest count for this sender, null where there is none yet. It is made anew once `facts` are others, or it is old. */
  async latest(sender: Sender, facts: string): Promise<KnownPayable | null> {
    if (this.#isDue(sender, facts)) this.#counting ??= this.#count(sender, facts)
    if (this.#counting) await Promise.race([this.#counting, atMost(LIMIT_MS)])
    return this.#last?.of === tokenOf(sender) ? this.#last.known : null
  }

  #isDue(sender: Sender, facts: string): boolean {
    const last = this.#last
    if (last === null || last.of !== tokenOf(sender)) return true
    const ageMs = performance.now() - last.atMs
    return ageMs >= last.tookMs * REST_TIMES && (facts !== last.facts || ageMs >= MAX_AGE_MS)
  }

  async #count(sender: Sender, facts: string): Promise<void> {
    const { store, settings, recipients, now } = this.#app
    const [atMs, readAtMs] = [performance.now(), now()]
    try {
      const owed = owedPayments(
        { store, authorization: createPaymentAuthorization(this.#app) },
        { kind: 'claims' },
        { token: sender, acceptedBy: coolingOffCutoff(readAtMs, settings.coolingOffMinutes), limits: null },
      )
      const scope = { genesisHash: sender.genesisHash, mint: pinnedMint(sender) }
      const count = await countPayable(owed, (wallet) => recipients.find(scope, wallet))
      const tookMs = performance.now() - atMs
      this.#last = { known: { ...count, readAtMs }, of: tokenOf(sender), facts, atMs, tookMs }
    } catch {
      // It is counted again when somebody looks; until then the last one stands, with its time.
    } finally {
      this.#counting = null
    }
  }
}

function tokenOf({ genesisHash, mintAddress, mintDecimals }: Sender): string {
  return `${genesisHash} ${mintAddress} ${mintDecimals}`
}

function atMost(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms).unref()
  return promise
}
