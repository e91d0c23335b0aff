import { z } from 'zod'
import { MAX_BLOCKHASH_AGE_BLOCKS } from '#lab/localnet/block-chain.ts'
import { KEPT_STATE_SLOTS } from '#lab/localnet/cluster.ts'

const DEVNET_GENESIS_HASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'

const count = z.int().min(1)
const probability = z.number().min(0).max(1)

/** A span from which one whole number is drawn, both ends included. */
function span(least: number, most: number) {
  const bound = z.int().min(least).max(most)
  return z.strictObject({ min: bound, max: bound }).refine(({ min, max }) => min <= max, 'min is above max')
}

export type Span = z.output<ReturnType<typeof span>>

/** The probability of a fault. With `forSlots` it is drawn for each period of so many slots instead of each request. */
const frequency = { probability, forSlots: count.optional() }

/** The methods that it applies to; all of them where none are named. */
const anyMethod = { ...frequency, methods: z.array(z.string()).min(1).optional() }

/** Before the request is carried out, so that it has no effect; or after, so that only its answer is lost. */
const timing = { ...anyMethod, when: z.enum(['before', 'after']).default('before') }

/** The faults of a request. */
const ruleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), ...timing, delayMs: span(0, 600_000) }),
  /** The connection is closed without an answer. */
  z.strictObject({ kind: z.literal('drop'), ...timing }),
  /** Nothing comes for so long, then the connection is closed. */
  z.strictObject({ kind: z.literal('timeout'), ...timing, holdMs: count }),
  /** HTTP 429, with `Retry-After` where it is set. */
  z.strictObject({ kind: z.literal('rateLimit'), ...timing, retryAfterSeconds: count.optional() }),
  z.strictObject({ kind: z.literal('serverError'), ...timing, status: z.literal([500, 502, 503]) }),
  /** HTTP 200 with a web page. */
  z.strictObject({ kind: z.literal('garbage'), ...timing }),
  z.strictObject({
    kind: z.literal('rpcError'),
    ...timing,
    error: z.enum([
      'nodeBehind',
      'minContextSlotNotReached',
      'blockNotAvailable',
      'internalError',
      'blockhashNotFound',
    ]),
  }),
  /** HTTP 200 with a JSON-RPC error that means a rate limit: at random, or above so many requests a second. */
  z.strictObject({
    kind: z.literal('limitInBody'),
    ...timing,
    requestsPerSecond: count.optional(),
    code: z.int().default(429),
    message: z.string().default('Too many requests'),
  }),
  /** No answer until the client gives up, or so much time has passed. */
  z.strictObject({ kind: z.literal('hang'), ...timing, holdMs: count.default(600_000) }),

  /**
   * The answer is exchanged with that of the next request for the same method, where one comes while it is held. With
   * `relabelled`, each of the two gets the id that it asked with.
   */
  z.strictObject({
    kind: z.literal('exchangeAnswers'),
    ...anyMethod,
    relabelled: z.boolean().default(false),
    holdMs: count.default(250),
  }),
  /** The answer has an id that belongs to no request. */
  z.strictObject({ kind: z.literal('wrongId'), ...anyMethod }),

  /** `sendTransaction` answers the signature, but the transaction never reaches the cluster. */
  z.strictObject({ kind: z.literal('swallow'), ...frequency }),
  /** It reaches the cluster so many slots later, if it is still valid then. */
  z.strictObject({ kind: z.literal('landLate'), ...frequency, afterSlots: span(1, 300) }),
  /** It reaches the cluster at once, and again so many slots later. */
  z.strictObject({ kind: z.literal('duplicate'), ...frequency, afterSlots: span(0, 300) }),

  /** A transaction given to `simulateTransaction` is sent on to the cluster, after it was simulated. */
  z.strictObject({ kind: z.literal('relaySimulated'), ...frequency }),

  /** `getSignatureStatuses` answers null for known signatures. `search`: only where history is searched, or only where not. */
  z.strictObject({ kind: z.literal('statusNull'), ...frequency, search: z.boolean().optional() }),
  /**
   * History, and statuses for which it is searched, come from an index that is so many blocks behind, while the slots in
   * the answers are those of the node. With `indexOnlyStatus`, the node remembers no recent statuses either.
   */
  z.strictObject({
    kind: z.literal('lateIndex'),
    ...frequency,
    behindBlocks: span(1, 1000),
    indexOnlyStatus: z.boolean().default(false),
  }),
  /** Mints are shown with other decimals than they have. */
  z.strictObject({ kind: z.literal('lyingMint'), ...frequency, decimals: z.int().min(0).max(255) }),
  /** The whole answer is that of a node so many slots behind. */
  z.strictObject({ kind: z.literal('lag'), ...anyMethod, behindSlots: span(1, KEPT_STATE_SLOTS) }),
  /** The node answers, but gets no block any more from when the plan comes into force. It still relays transactions. */
  z.strictObject({ kind: z.literal('standStill'), ...frequency }),
  /** `getLatestBlockhash` hands out one that is so many blocks old, as the newest. */
  z.strictObject({
    kind: z.literal('staleBlockhash'),
    ...frequency,
    ageBlocks: span(1, MAX_BLOCKHASH_AGE_BLOCKS),
  }),
  /** `getGenesisHash` is that of another cluster. */
  z.strictObject({
    kind: z.literal('wrongCluster'),
    ...frequency,
    genesisHash: z.string().default(DEVNET_GENESIS_HASH),
  }),
])

/** The faults of the cluster itself. `everySlots` is an average: each slot is drawn for. */
const clusterSchema = z.strictObject({
  /**
   * So many slots at the tip are abandoned, but never a finalized one, nor one from before the plan. Some of the
   * transactions in them reach the new fork by themselves some slots later; the others are lost.
   */
  fork: z
    .strictObject({
      everySlots: count,
      depthSlots: span(1, KEPT_STATE_SLOTS),
      relandProbability: probability,
      relandAfterSlots: span(1, 300),
    })
    .optional(),
  /** So many empty blocks are made at once, so that transactions in flight expire. */
  expireBlockhashes: z
    .strictObject({ everySlots: count, jumpBlocks: count.max(400).default(160) })
    .optional(),
  /** From this slot on, an account costs so many lamports for each byte: 6,960 before SIMD-0437, and 696 after its last step. */
  rent: z.strictObject({ fromSlot: count, lamportsPerByte: count }).optional(),
  /** Nodes throw away the blocks that are older than so many slots. */
  prune: z.strictObject({ everySlots: count, keepSlots: count }).optional(),
})

/** The faults of a localnet. The same plan over the same requests and ticks gives the same faults. */
export const faultPlanSchema = z.strictObject({
  seed: z.int(),
  rules: z.array(ruleSchema).default([]),
  cluster: clusterSchema.default({}),
  /** The slot from which on there are no new faults. */
  untilSlot: count.optional(),
  /** The time during which there are new faults, from when the plan came into force. */
  forMs: count.optional(),
})

export type FaultPlan = z.output<typeof faultPlanSchema>
/** A plan as written: fields with a default may be left out. */
export type FaultPlanInput = z.input<typeof faultPlanSchema>
export type FaultRule = FaultPlan['rules'][number]
export type FaultKind = FaultRule['kind'] | keyof FaultPlan['cluster']

const ONLY_METHODS: Partial<Record<FaultRule['kind'], readonly string[]>> = {
  swallow: ['sendTransaction'],
  landLate: ['sendTransaction'],
  duplicate: ['sendTransaction'],
  relaySimulated: ['simulateTransaction'],
  statusNull: ['getSignatureStatuses'],
  lateIndex: ['getSignatureStatuses', 'getSignaturesForAddress', 'getTransaction'],
  lyingMint: ['getAccountInfo', 'getMultipleAccounts'],
  staleBlockhash: ['getLatestBlockhash'],
  wrongCluster: ['getGenesisHash'],
}

/** True when the rule applies to requests for the method. */
export function concerns(rule: FaultRule, method: string): boolean {
  const only = ONLY_METHODS[rule.kind]
  if (only !== undefined) return only.includes(method)
  return !('methods' in rule) || rule.methods === undefined || rule.methods.includes(method)
}
