import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import type { FaultPlanInput } from '#lab/localnet/faults/fault-plan.ts'
import { prepareRehearsalEnvironment } from '#lab/rehearsal/rehearsal-environment.ts'
import type { Benchmark, Figures } from '../benchmark.ts'
import { measureScript } from '../measure-script.ts'

/** What a script that pays works on: its one argument, in JSON. */
export interface PayingTerms {
  rpcUrl: string
  genesisHash: string
  /** The sending wallet's key: a JSON array of 64 numbers. */
  walletKeyJson: string
  mint: string
  recipients: number
  /** The calls a second that the node takes; null for any number. */
  allowedCalls: number | null
}

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
  about: `payments to new token accounts on the localnet, and by a node of ${LATENCIES_MS.join(', ')} ms that takes ${ALLOWED_CALLS} calls a second`,
  rounds: 3,
  size: 6_000,
  prepare: async ({ size }) => {
    const fewer = Math.ceil(size / OBVIOUS_SHARE)
    const limited = Math.ceil(size / LIMITED_SHARE)
    return {
      contestants: [
        { name: 'Ferry', measure: () => payOn(QUICK, size, 'payout/pay-by-engine.ts') },
        { name: 'obvious', measure: () => payOn(QUICK, fewer, 'obvious/pay-one-by-one.ts') },
        {
          name: 'limit',
          measure: () => measureScript('payout/pay-on-bare-svm.ts', [JSON.stringify({ recipients: size })]),
        },
        ...LATENCIES_MS.map((latencyMs) => ({
          name: `Ferry, ${latencyMs} ms`,
          measure: () => payOn(USUAL, limited, 'payout/pay-by-engine.ts', latencyMs),
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
          { of: `Ferry, ${latencyMs} ms`, figure: 'of the allowed calls', atLeast: 0.9 },
          { of: `Ferry, ${latencyMs} ms`, figure: 'calls/recipient', atMost: 0.4 },
        ]),
      ],
    }
  },
}

export const packing: Benchmark = {
  about: 'transfers to token accounts that exist: base fees, and CPU time to build and sign',
  rounds: 3,
  size: 3_600,
  prepare: async ({ size }) => {
    const { keyJson, signer } = await makeSolanaKey()
    const obvious = { walletKeyJson: keyJson, mint: signer.address, recipients: size }
    return {
      contestants: [
        { name: 'Ferry', measure: () => measureScript('payout/sign-packed.ts', [size, 'v0']) },
        { name: 'Ferry, v1', measure: () => measureScript('payout/sign-packed.ts', [size, 'v1']) },
        {
          name: 'obvious',
          measure: () => measureScript('obvious/pay-one-by-one.ts', [JSON.stringify(obvious)]),
        },
      ],
      targets: [{ figure: 'recipients/lamport', beside: 'obvious', atLeast: 15 }],
    }
  },
}

/** Starts a localnet, puts its node's limits in force, and has a script pay there. */
async function payOn(
  localnetArgs: string[],
  recipients: number,
  script: string,
  latencyMs?: number,
): Promise<Figures> {
  const environment = await prepareRehearsalEnvironment(localnetArgs)
  try {
    const { rpcUrl, genesisHash, walletKeyJson, mint } = environment
    if (latencyMs !== undefined) await limitNode(rpcUrl, latencyMs)
    const allowedCalls = latencyMs === undefined ? null : ALLOWED_CALLS
    const terms: PayingTerms = { rpcUrl, genesisHash, walletKeyJson, mint, recipients, allowedCalls }
    return await measureScript(script, [JSON.stringify(terms)])
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
