import { setTimeout as delay } from 'node:timers/promises'
import type { EvmAddress } from '#domain/evm-address.ts'
import { AddressBatches } from './address-batches.ts'
import { ChainSurvey } from './chain-survey.ts'

/** Addresses that one call asks about: the code that carries them has to stay under 48 kB. */
const ADDRESSES_AT_ONCE = 500

/** The least time between two requests to a node. */
const PACE_MS = 25

/** So long the upload of a list waits for what is left to ask once the list is read. */
const GRACE_MS = 5_000

/** The contracts among many addresses that sign nothing. */
export interface SurveyedContracts {
  /** On a chain that was asked they are contracts that sign nothing, and on none of the others do they sign. */
  silent: EvmAddress[]
  /** How many addresses some chain was not asked about, and why; null where all were. */
  unchecked: { count: number; why: string } | null
}

/** Asks all configured chains about addresses, beside whatever goes on. Once it is disposed of it asks nothing more. */
export interface ContractSurvey extends Disposable {
  add(addresses: readonly EvmAddress[]): void
  /** Waits a few seconds for what is left, and no longer. Never rejects. */
  finish(): Promise<SurveyedContracts>
}

/** Begins a survey; null where no node is configured. */
export type BeginSurvey = () => Promise<ContractSurvey | null>

/** Returns how surveys are begun. The client is loaded only where there is a node. */
export function createContractSurveys(rpcUrls: ReadonlyMap<number, string>, graceMs = GRACE_MS): BeginSurvey {
  return async () => {
    if (rpcUrls.size === 0) return null
    const { connectSurveyChain } = await import('./survey-chain.ts')
    const batches = new AddressBatches(ADDRESSES_AT_ONCE)
    const surveys = Array.from(
      rpcUrls,
      ([chainId, url]) => new ChainSurvey(connectSurveyChain(chainId, url, paceOf(PACE_MS)), batches),
    )
    const stop = () => {
      for (const survey of surveys) survey.stop()
      batches.end()
    }
    return {
      add: (addresses) => batches.add(addresses),
      async finish() {
        batches.end()
        const graceEnds = new AbortController()
        const ended = Promise.all(surveys.map((survey) => survey.ended)).then(() => graceEnds.abort())
        await Promise.race([ended, delay(graceMs, undefined, { signal: graceEnds.signal }).catch(() => {})])
        stop()
        return combine(surveys, batches.count)
      },
      [Symbol.dispose]: stop,
    }
  }
}

function combine(surveys: readonly ChainSurvey[], total: number): SurveyedContracts {
  const signing = new Set(surveys.flatMap((survey) => survey.signing))
  const silent = new Set(surveys.flatMap((survey) => survey.silent))
  const unfinished = surveys.filter(({ checkedCount }) => checkedCount < total)
  const counts = unfinished.map(({ checkedCount }) => total - checkedCount)
  const why = unfinished.map(
    ({ chainId, trouble }) => `chain ${chainId}: ${trouble ?? 'there was no time for all of them'}`,
  )
  return {
    silent: [...silent].filter((address) => !signing.has(address)),
    unchecked: unfinished.length === 0 ? null : { count: Math.max(...counts), why: why.join('; ') },
  }
}

/** Returns what waits until a request may be made: never two within `ms`. */
function paceOf(ms: number): () => Promise<void> {
  let freeAtMs = 0
  return async () => {
    const atMs = Math.max(performance.now(), freeAtMs)
    freeAtMs = atMs + ms
    const waitMs = atMs - performance.now()
    if (waitMs > 0) await delay(waitMs)
  }
}
