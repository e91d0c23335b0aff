import { MislabelledResult, type RpcId } from '#lab/localnet/json-rpc.ts'
import type { FaultRule } from './fault-plan.ts'
import type { DrawnFault } from './plan-in-force.ts'

/** The rules under which a result reaches another request than its own, or has another id. */
export type Mislabelling = Extract<FaultRule, { kind: 'exchangeAnswers' | 'wrongId' }>

type Exchanging = Extract<FaultRule, { kind: 'exchangeAnswers' }>

interface Answer {
  method: string
  id: RpcId
  result: unknown
}

/** An answer that was exchanged, and the rule that did so. */
interface Exchanged {
  answer: Answer
  rule: Exchanging
}

const UNASKED_ID = 'an id that nobody asked with'

export function isMislabelling(fault: DrawnFault): fault is DrawnFault<Mislabelling> {
  return fault.rule.kind === 'exchangeAnswers' || fault.rule.kind === 'wrongId'
}

/** Answers the request under these faults, with a result or a MislabelledResult. */
export async function mislabel(
  own: Answer,
  drawn: readonly DrawnFault<Mislabelling>[],
  { exchange, triggered }: { exchange: AnswerExchange; triggered(fault: DrawnFault): void },
): Promise<unknown> {
  const wrongId = drawn.find(({ rule }) => rule.kind === 'wrongId')
  if (wrongId) triggered(wrongId)
  const exchanged = await exchange.pass(own, drawn, triggered)
  const { id, result } = exchanged?.answer ?? own
  if (wrongId) return new MislabelledResult(UNASKED_ID, result)
  return !exchanged || exchanged.rule.relabelled ? result : new MislabelledResult(id, result)
}

/** Holds answers back until another request for the same method comes, and exchanges the two. */
export class AnswerExchange {
  readonly #held = new Map<string, (other: Answer) => Exchanged>()

  /**
   * Exchanges this answer for the one that is held. Where none is, this one is held if a drawn rule says so. Returns null
   * when no other request came.
   */
  async pass(
    own: Answer,
    drawn: readonly DrawnFault<Mislabelling>[],
    triggered: (fault: DrawnFault) => void,
  ): Promise<Exchanged | null> {
    const exchange = this.#held.get(own.method)
    if (exchange) return exchange(own)
    const fault = drawn.find(isExchanging)
    if (!fault) return null
    const got = await this.#hold(own, fault.rule)
    if (got) triggered(fault)
    return got
  }

  #hold(own: Answer, rule: Exchanging): Promise<Exchanged | null> {
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => {
        this.#held.delete(own.method)
        resolve(null)
      }, rule.holdMs)
      giveUp.unref()
      this.#held.set(own.method, (other) => {
        clearTimeout(giveUp)
        this.#held.delete(own.method)
        resolve({ answer: other, rule })
        return { answer: own, rule }
      })
    })
  }
}

function isExchanging(fault: DrawnFault<Mislabelling>): fault is DrawnFault<Exchanging> {
  return fault.rule.kind === 'exchangeAnswers'
}
