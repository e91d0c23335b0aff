import { z } from 'zod'
import { type FaultPlanInput, faultPlanSchema } from './fault-plan.ts'

type Profile = Omit<FaultPlanInput, 'seed' | 'untilSlot' | 'forMs'>
type Rules = NonNullable<Profile['rules']>

/** An RPC provider with a bad connection and too many customers. */
const FLAKY: Rules = [
  { kind: 'delay', probability: 0.1, when: 'before', delayMs: { min: 20, max: 400 } },
  { kind: 'delay', probability: 0.1, when: 'after', delayMs: { min: 20, max: 400 } },
  { kind: 'drop', probability: 0.02, when: 'before' },
  { kind: 'drop', probability: 0.02, when: 'after' },
  { kind: 'timeout', probability: 0.002, when: 'before', holdMs: 20_000 },
  { kind: 'timeout', probability: 0.002, when: 'after', holdMs: 20_000 },
  { kind: 'rateLimit', probability: 0.02 },
  { kind: 'rateLimit', probability: 0.02, retryAfterSeconds: 1 },
  { kind: 'serverError', probability: 0.01, status: 500 },
  { kind: 'serverError', probability: 0.01, status: 502, when: 'after' },
  { kind: 'serverError', probability: 0.01, status: 503 },
  { kind: 'garbage', probability: 0.01 },
  { kind: 'rpcError', probability: 0.01, error: 'nodeBehind' },
  { kind: 'rpcError', probability: 0.01, error: 'minContextSlotNotReached' },
  { kind: 'rpcError', probability: 0.005, error: 'blockNotAvailable' },
  { kind: 'rpcError', probability: 0.005, error: 'internalError', when: 'after' },
]

/** A network that loses, delays and duplicates transactions, and answers null for some that it has accepted. */
const LOSSY: Rules = [
  { kind: 'swallow', probability: 0.25 },
  { kind: 'landLate', probability: 0.15, afterSlots: { min: 1, max: 40 } },
  { kind: 'landLate', probability: 0.05, afterSlots: { min: 120, max: 180 } },
  { kind: 'duplicate', probability: 0.2, afterSlots: { min: 0, max: 60 } },
  { kind: 'drop', probability: 0.1, methods: ['sendTransaction'], when: 'after' },
  {
    kind: 'rpcError',
    probability: 0.1,
    methods: ['sendTransaction'],
    when: 'after',
    error: 'blockhashNotFound',
  },
]

/** A pool of nodes of which some are behind or have pruned their history. */
const LAGGING: Rules = [
  { kind: 'lag', probability: 0.25, behindSlots: { min: 1, max: 30 } },
  { kind: 'lag', probability: 0.05, forSlots: 10, behindSlots: { min: 20, max: 64 } },
  { kind: 'staleBlockhash', probability: 0.1, ageBlocks: { min: 100, max: 148 } },
  { kind: 'statusNull', probability: 0.2, search: false },
  { kind: 'statusNull', probability: 0.1, search: true },
]

/** A provider that mixes answers up, limits in the body of a 200, relays transactions meant for simulation, and indexes late. */
const UNFAITHFUL: Rules = [
  { kind: 'relaySimulated', probability: 0.5 },
  { kind: 'lateIndex', probability: 0.1, behindBlocks: { min: 1, max: 60 } },
  { kind: 'lateIndex', probability: 0.2, forSlots: 100, behindBlocks: { min: 60, max: 500 } },
  {
    kind: 'lateIndex',
    probability: 0.1,
    forSlots: 50,
    behindBlocks: { min: 20, max: 250 },
    indexOnlyStatus: true,
  },
  { kind: 'exchangeAnswers', probability: 0.05 },
  { kind: 'wrongId', probability: 0.02 },
  { kind: 'limitInBody', probability: 0.02 },
  { kind: 'limitInBody', probability: 0.01, code: -32005 },
  { kind: 'hang', probability: 0.002, holdMs: 30_000 },
]

const FORK = { relandProbability: 0.6, relandAfterSlots: { min: 1, max: 6 } }

/** The factor by which each rule is rarer where all of them are combined. */
const CHAOS_SHARE = 0.4

/** Sets of faults by name, at rates for slots of 400 ms. A payout ends under each of them. */
export const FAULT_PROFILES = {
  none: {},
  flaky: { rules: FLAKY },
  lossy: { rules: LOSSY },
  lagging: { rules: LAGGING },
  unfaithful: { rules: UNFAITHFUL },
  /** Unfinalized slots are rolled back. */
  forky: { cluster: { fork: { everySlots: 12, depthSlots: { min: 1, max: 8 }, ...FORK } } },
  /** Transactions in flight expire, and nodes prune so soon that this can not be proved: payments go on hold. */
  pruned: {
    rules: [{ kind: 'swallow', probability: 0.3 }],
    cluster: { prune: { everySlots: 2, keepSlots: 60 }, expireBlockhashes: { everySlots: 40 } },
  },
  /** All faults but wrong mint data, which end a payout. History is kept long enough to prove that a transaction expired. */
  chaos: {
    rules: [
      ...[...FLAKY, ...LOSSY, ...LAGGING, ...UNFAITHFUL].map((rule) => ({
        ...rule,
        probability: rule.probability * CHAOS_SHARE,
      })),
      { kind: 'wrongCluster', probability: 0.02, forSlots: 10 },
    ],
    cluster: {
      fork: { everySlots: 30, depthSlots: { min: 1, max: 8 }, ...FORK },
      expireBlockhashes: { everySlots: 150 },
      prune: { everySlots: 20, keepSlots: 600 },
    },
  },
} as const satisfies Record<string, Profile>

export type FaultProfile = keyof typeof FAULT_PROFILES

const profileRequestSchema = faultPlanSchema
  .pick({ seed: true, untilSlot: true, forMs: true })
  .extend({ profile: z.literal(Object.keys(FAULT_PROFILES) as FaultProfile[]) })

export type ProfileRequest = z.input<typeof profileRequestSchema>

/** Returns a named profile as a plan. Throws ZodError when there is no profile of that name. */
export function planOf(request: unknown): FaultPlanInput {
  const { profile, ...rest } = profileRequestSchema.parse(request)
  return { ...FAULT_PROFILES[profile], ...rest }
}
