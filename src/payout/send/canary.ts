import type { Run } from '#domain/run.ts'
import type { RunStore } from '#store/payouts/runs.ts'

/** The number of payments that a run may sign now, beside those under way; 0 with the reason, in words, once its canary failed. */
interface CanaryAnswer {
  payments: number
  failure: string | null
}

const ANY: CanaryAnswer = { payments: Number.POSITIVE_INFINITY, failure: null }

/**
 * Keeps a run to its first payments until they are final, by the journal alone: whoever goes on with the run goes on with its
 * canary. A payment that is found unpayable before anything is signed for it is no part of it.
 */
export class Canary {
  readonly #runs: Pick<RunStore, 'signedOutcome' | 'transferCounts'>
  readonly #run: Pick<Run, 'id' | 'canary'>
  #isOver: boolean
  #isSigned = false

  constructor(runs: Pick<RunStore, 'signedOutcome' | 'transferCounts'>, run: Pick<Run, 'id' | 'canary'>) {
    this.#runs = runs
    this.#run = run
    this.#isOver = run.canary === null
  }

  /** What the run waits for while all of its canary is signed, in words. */
  get words(): string | null {
    if (this.#isOver || !this.#isSigned) return null
    return `The canary: nothing else is signed before its ${paymentsOf(this.#run.canary ?? 0)} final.`
  }

  async ask(): Promise<CanaryAnswer> {
    if (this.#isOver) return ANY
    const { id, canary } = this.#run
    const size = canary ?? 0
    const { paid, failed, held } = await this.#runs.signedOutcome(id)
    if (paid >= size) {
      this.#isOver = true
      return ANY
    }
    if (failed + held > 0) return { payments: 0, failure: describe(size, failed, held) }
    const { in_flight: underWay } = await this.#runs.transferCounts(id)
    const payments = Math.max(size - paid - underWay, 0)
    this.#isSigned = payments === 0
    return { payments, failure: null }
  }
}

function paymentsOf(size: number): string {
  return size === 1 ? 'payment is' : `${size} payments are`
}

function describe(size: number, failed: number, held: number): string {
  const what = failed > 0 ? 'failed on the chain' : 'can not be decided'
  const which = size === 1 ? 'its payment' : `of its ${size} payments ${failed || held}`
  return `The canary did not get through: ${which} ${what}. No other payment was sent.`
}
