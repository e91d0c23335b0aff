import type { Address } from '@solana/kit'
import type { Clock } from '#payout/clock.ts'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { assertGenesisHash } from '#payout/nodes/with-genesis-check.ts'
import type { Mint } from '#solana/mint.ts'
import { FROZEN, inspectRecipients, type Recipient } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'

/** Two accounts each: as many as fit one request. */
const WALLETS_PER_REQUEST = 50

/**
 * Public nodes accept 40 requests of one kind in ten seconds, and deriving token accounts slows other
 * requests meanwhile.
 */
const REQUESTS_AT_ONCE = 2

/**
 * After so many, the node's cluster is verified, and what was found is kept even if a later request fails.
 */
const WALLETS_PER_STRETCH = 1_000

export interface LookUpTerms {
  rpc: SolanaRpc
  genesisHash: string
  mint: Mint
  recipients: RecipientCache
  paidSince: PaidSince
  /** The most wallets to read from the cluster for the first time; of the others only cached ones are returned. */
  maxFresh: number
  /** Reads what should be as new as possible and be verified by the last check of the genesis hash. */
  readLast?: (() => Promise<void>) | undefined
  /** Ends the look-up early: its reason is thrown. */
  signal?: AbortSignal | undefined
}

/**
 * Looks up the state of recipients' wallets: cached, or read from the cluster now. The genesis hash is
 * checked after each stretch, and so at the end. Throws OtherClusterError or RpcUnavailableError; what was
 * found before stays cached.
 */
export async function lookUpRecipients(
  wallets: Iterable<Address>,
  terms: LookUpTerms,
): Promise<ReadonlyMap<Address, Recipient>> {
  const { rpc, genesisHash, recipients, paidSince, maxFresh, readLast } = terms
  const wanted = new Set(wallets)
  const found = await recipients.recall(terms, wanted, paidSince)
  const unknown: Address[] = []
  for (const wallet of wanted) {
    const remembered = found.get(wallet)
    if (remembered ? isFrozen(remembered) : unknown.length < maxFresh) unknown.push(wallet)
  }
  do {
    const inspected = await inspectAll(unknown.splice(0, WALLETS_PER_STRETCH), terms)
    if (unknown.length === 0) await readLast?.()
    await assertGenesisHash(rpc, genesisHash)
    recipients.keep(terms, inspected)
    for (const recipient of inspected) found.set(recipient.wallet, recipient)
  } while (unknown.length > 0)
  return found
}

/** It may have been thawed since: a run would pay more than the estimate said. */
const isFrozen = (recipient: Recipient) => !recipient.payable && recipient.reason === FROZEN

async function inspectAll(
  wallets: readonly Address[],
  { rpc, mint, signal }: LookUpTerms,
): Promise<Recipient[]> {
  const inspected: Recipient[] = []
  let next = 0
  async function inspectRest() {
    while (next < wallets.length) {
      signal?.throwIfAborted()
      const start = next
      next += WALLETS_PER_REQUEST
      inspected.push(...(await inspectRecipients(rpc, mint, wallets.slice(start, next))))
    }
  }
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, inspectRest))
  return inspected
}

/** The time for which estimates use the state of a recipient who is not frozen. Before anything is signed it is read anew. */
const KEPT_MS = 10 * 60_000

/** More than the estimates of both senders look up. */
const KEPT_RECIPIENTS = 100_000

/** Reads when each wallet that was paid since was paid last, by the records, in milliseconds. */
export type PaidSince = (sinceMs: number) => Promise<ReadonlyMap<Address, number>>

/** The cluster and the mint that a recipient was looked up for. */
interface RecipientScope {
  genesisHash: string
  mint: Pick<Mint, 'address' | 'tokenProgram'>
}

/** Caches the state of recipients, for estimates alone. Nothing is signed by it. */
export interface RecipientCache {
  /** Returns undefined when it was not looked up, or too long ago. */
  find(scope: RecipientScope, wallet: Address): Recipient | undefined
  /** Returns those that were looked up. One that was paid since has a token account. */
  recall(
    scope: RecipientScope,
    wallets: Iterable<Address>,
    paidSince: PaidSince,
  ): Promise<Map<Address, Recipient>>
  keep(scope: RecipientScope, recipients: readonly Recipient[]): void
  /** Counts how often something was kept: equal while nothing new is known. */
  timesKept(): number
}

interface Seen {
  recipient: Recipient
  /** By the clock that never jumps, and by the one that the records have. */
  atMs: number
  keptAtMs: number
}

/** Remembers recipients from one estimate to the start and the preflight after it, by a clock that never jumps. */
export function createRecipientCache({
  monotonicMs,
  now,
}: Pick<Clock, 'monotonicMs' | 'now'>): RecipientCache {
  let times = 0
  const seen = new Map<string, Seen>()
  const freshEntry = (scope: RecipientScope, wallet: Address) => {
    const entry = seen.get(keyOf(scope, wallet))
    return entry && monotonicMs() - entry.atMs < KEPT_MS ? entry : undefined
  }
  return {
    find: (scope, wallet) => freshEntry(scope, wallet)?.recipient,

    async recall(scope, wallets, paidSince) {
      const entries = [...new Set(wallets)].flatMap((wallet) => freshEntry(scope, wallet) ?? [])
      const withoutAccount = entries.filter(
        ({ recipient }) => recipient.payable && recipient.need !== 'existing',
      )
      if (withoutAccount.length > 0) {
        const oldestMs = withoutAccount.reduce((oldest, { keptAtMs }) => Math.min(oldest, keptAtMs), now())
        const paid = await paidSince(oldestMs)
        for (const entry of withoutAccount) {
          const { recipient, keptAtMs } = entry
          if (recipient.payable && (paid.get(recipient.wallet) ?? -1) >= keptAtMs)
            entry.recipient = { ...recipient, need: 'existing' }
        }
      }
      return new Map(entries.map(({ recipient }) => [recipient.wallet, recipient]))
    },

    keep(scope, recipients) {
      const [atMs, keptAtMs] = [monotonicMs(), now()]
      if (recipients.length > 0) times += 1
      for (const recipient of recipients) {
        const key = keyOf(scope, recipient.wallet)
        // The oldest come first.
        seen.delete(key)
        seen.set(key, { recipient, atMs, keptAtMs })
        if (seen.size > KEPT_RECIPIENTS) seen.delete(seen.keys().next().value ?? '')
      }
    },

    timesKept: () => times,
  }
}

function keyOf({ genesisHash, mint }: RecipientScope, wallet: Address): string {
  return `${genesisHash} ${mint.tokenProgram} ${mint.address} ${wallet}`
}

/** Two accounts each: as many as fit one request. */
export const LOOK_AHEAD = 50

/** The greatest age of an answer that is signed by. The simulation of the transaction shows later changes. */
const USABLE_FOR_MS = 30_000

interface Looked {
  recipient: Recipient
  atMs: number
}

/** Looks recipients up before anything is signed for them, with those of the next batches in the same request. */
export class RecipientLookAhead {
  readonly #reader: FailoverRpc
  readonly #mint: Mint
  readonly #clock: Clock
  readonly #looked = new Map<Address, Looked>()

  constructor(reader: FailoverRpc, mint: Mint, clock: Clock) {
    this.#reader = reader
    this.#mint = mint
    this.#clock = clock
  }

  /** Returns the recipients of `wanted`, in their order, as a bank of that slot or a later one has them; `next` are those of the next batches. */
  async look(
    wanted: readonly Address[],
    next: readonly Address[],
    minContextSlot: number,
  ): Promise<Recipient[]> {
    const missing = wanted.filter((wallet) => !this.#isFresh(wallet))
    if (missing.length > 0) {
      const ahead = next.filter((wallet) => !this.#isFresh(wallet))
      const asked = [...new Set([...missing, ...ahead])].slice(0, Math.max(missing.length, LOOK_AHEAD))
      await this.#ask(asked, minContextSlot)
    }
    return wanted.map((wallet) => {
      const looked = this.#looked.get(wallet)
      if (!looked) throw new Error('A recipient was not looked up')
      return looked.recipient
    })
  }

  /** Forgets recipients, after a transaction's result contradicted their state. */
  forget(wallets: readonly Address[]): void {
    for (const wallet of wallets) this.#looked.delete(wallet)
  }

  async #ask(wallets: readonly Address[], minContextSlot: number): Promise<void> {
    const recipients = await this.#reader.read(
      (node) => inspectRecipients(node, this.#mint, wallets, minContextSlot),
      (found) => found.some(({ payable }) => !payable),
    )
    const atMs = this.#clock.monotonicMs()
    for (const [wallet, { atMs: seenMs }] of this.#looked) {
      if (atMs - seenMs > USABLE_FOR_MS) this.#looked.delete(wallet)
    }
    for (const recipient of recipients) this.#looked.set(recipient.wallet, { recipient, atMs })
  }

  #isFresh(wallet: Address): boolean {
    const looked = this.#looked.get(wallet)
    return looked !== undefined && this.#clock.monotonicMs() - looked.atMs <= USABLE_FOR_MS
  }
}
