import { join } from 'node:path'
import type { Benchmark, BenchmarkOptions, Figures } from '#lab/bench/benchmark.ts'
import { measureScript } from '#lab/bench/measure-script.ts'
import type { FaultPlanInput } from '#lab/localnet/faults/fault-plan.ts'
import { prepareRehearsalEnvironment } from '#lab/rehearsal/rehearsal-environment.ts'
import type { PayingTerms } from './paying-terms.ts'

const RECIPIENTS = 6_000

/** Enough to be paid for some seconds. */
const OBVIOUS_SHARE = 6

/** The calls a second that a usual plan allows. */
const ALLOWED_CALLS = 10

/** At that rate: a minute and a half, of which the first ten seconds find the pace. */
const LIMITED_SHARE = 4

const LATENCIES_MS = [50, 200, 400]

/** A localnet as quick as it gets: the engine is measured, not the waiting for blocks. */
const QUICK = ['--slot-ms', '20', '--finalized-after-slots', '6']

/** As public clusters are. */
const USUAL = ['--slot-ms', '400', '--finalized-after-slots', '12']

export const payout: Benchmark = {
  name: 'payout',
  about: `payments to new token accounts on the localnet, and by a node of ${LATENCIES_MS.join(', ')} ms that takes ${ALLOWED_CALLS} calls a second`,
  rounds: 3,
  prepare: ({ size = RECIPIENTS }: BenchmarkOptions) => {
    const limited = Math.ceil(size / LIMITED_SHARE)
    return Promise.resolve({
      contestants: [
        { name: 'Ferry', measure: () => payOn(QUICK, size, script('pay-by-engine')) },
        {
          name: 'obvious',
          measure: () => payOn(QUICK, Math.ceil(size / OBVIOUS_SHARE), obvious('pay-one-by-one')),
        },
        { name: 'limit', measure: () => payOn(QUICK, size, script('pay-on-bare-svm')) },
        ...LATENCIES_MS.map((latencyMs) => ({
          name: byLatency(latencyMs),
          measure: () => payOn(USUAL, limited, script('pay-by-engine'), latencyMs),
        })),
      ],
      targets: [
        { figure: 'recipients/s', beside: 'limit', atLeast: 0.5 },
        {
          figure: 'recipients/s',
          beside: 'limit',
          besideFigure: 'recipients/s, simulated first',
          atLeast: 0.5,
        },
        { figure: 'recipients/s', beside: 'obvious', atLeast: 5 },
        { figure: 'calls/recipient', atMost: 0.4 },
        ...LATENCIES_MS.flatMap((latencyMs) => [
          { of: byLatency(latencyMs), figure: 'of the allowed calls', atLeast: 0.9 },
          { of: byLatency(latencyMs), figure: 'calls/recipient', atMost: 0.4 },
        ]),
      ],
      close: () => Promise.resolve(),
    })
  },
}

function byLatency(latencyMs: number): string {
  return `Ferry, ${latencyMs} ms`
}

function script(name: string): string {
  return join(import.meta.dirname, `${name}.ts`)
}

function obvious(name: string): string {
  return join(import.meta.dirname, '../obvious', `${name}.ts`)
}

/** Starts a localnet, puts its node's limits in force, and has a script pay there. */
async function payOn(
  localnetArgs: string[],
  recipients: number,
  path: string,
  latencyMs?: number,
): Promise<Figures> {
  const environment = await prepareRehearsalEnvironment(localnetArgs)
  try {
    const { rpcUrl, genesisHash, walletKeyJson, mint } = environment
    if (latencyMs !== undefined) await limitNode(rpcUrl, latencyMs)
    const terms: PayingTerms = {
      rpcUrl,
      genesisHash,
      walletKeyJson,
      mint,
      recipients,
      allowedCalls: latencyMs === undefined ? null : ALLOWED_CALLS,
    }
    return await measureScript(path, [JSON.stringify(terms)])
  } finally {
    await environment.close()
  }
}

async function limitNode(rpcUrl: string, latencyMs: number): Promise<void> {
  const plan: FaultPlanInput = {
    seed: 1,
    rules: [
      { kind: 'limitInBody', probability: 1, requestsPerSecond: ALLOWED_CALLS },
      { kind: 'delay', probability: 1, delayMs: { min: latencyMs, max: latencyMs } },
    ],
  }
  const response = await fetch(new URL('/faults', rpcUrl), { method: 'POST', body: JSON.stringify(plan) })
  if (!response.ok) throw new Error(`The localnet does not take the limits: ${await response.text()}`)
}
