import { type RandomStream, randomStream } from '#lab/random/seeded-random.ts'
import { concerns, type FaultPlan, type FaultRule, type Span } from './fault-plan.ts'

/** A rule that was drawn for a request. */
export interface DrawnFault<Rule extends FaultRule = FaultRule> {
  rule: Rule
  /** From 0 up to but without 1: the position of its number in the rule's span. */
  share: number
}

/**
 * A plan with its random numbers. Each rule has its own stream for each method, so that the n-th request for a method
 * always gets the same faults, whatever requests for other methods come in between.
 */
export class PlanInForce {
  readonly plan: FaultPlan
  readonly #endsAtMs: number
  readonly #streams = new Map<string, RandomStream>()
  /** Times of the requests that passed in the last second, oldest first, by the rule that limits them. */
  readonly #admittedAtMs = new Map<FaultRule, number[]>()

  constructor(plan: FaultPlan, startedAtMs: number) {
    this.plan = plan
    this.#endsAtMs = startedAtMs + (plan.forMs ?? Number.POSITIVE_INFINITY)
  }

  isActive(slot: number, nowMs: number): boolean {
    return slot < (this.plan.untilSlot ?? Number.POSITIVE_INFINITY) && nowMs < this.#endsAtMs
  }

  /** Draws the faults of the next request for the method, in the plan's order. Call it once for each request. */
  draw(method: string, slot: number, nowMs: number): DrawnFault[] {
    return this.plan.rules.flatMap((rule, index) => {
      if (!concerns(rule, method)) return []
      const random = rule.forSlots
        ? randomStream(this.plan.seed, 'spell', index, Math.floor(slot / rule.forSlots))
        : this.stream('request', index, method)
      const strikes = random() < rule.probability
      const share = random()
      return strikes && !this.#admits(rule, nowMs) ? [{ rule, share }] : []
    })
  }

  /** True when the rule has a rate limit that one more request stays below. */
  #admits(rule: FaultRule, nowMs: number): boolean {
    if (rule.kind !== 'limitInBody' || rule.requestsPerSecond === undefined) return false
    const recent = (this.#admittedAtMs.get(rule) ?? []).filter((atMs) => atMs > nowMs - 1000)
    this.#admittedAtMs.set(rule, recent)
    if (recent.length >= rule.requestsPerSecond) return false
    recent.push(nowMs)
    return true
  }

  /** Returns a stream of random numbers that goes on where it was left. */
  stream(...labels: (string | number)[]): RandomStream {
    const key = JSON.stringify(labels)
    const stream = this.#streams.get(key) ?? randomStream(this.plan.seed, ...labels)
    this.#streams.set(key, stream)
    return stream
  }
}

/** Returns the whole number of a span at a share of it. */
export function within({ min, max }: Span, share: number): number {
  return min + Math.floor(share * (max - min + 1))
}
