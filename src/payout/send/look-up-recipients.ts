import type { Address } from '@solana/kit'
import type { Clock } from '#payout/clock.ts'
import type { AheadAnswer, FailoverRpc } from '#payout/nodes/failover-rpc.ts'
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

/** Two requests at once: what a node shows of its cluster then serves more recipients. */
export const LOOK_AHEAD = 2 * WALLETS_PER_REQUEST

/** The greatest age of an answer that is signed by. The simulation of the transaction shows later changes. */
const USABLE_FOR_MS = 30_000

/** Recipients by their wallets. */
type Found = ReadonlyMap<Address, Recipient>

interface Look {
  askedAtMs: number
  found: Promise<AheadAnswer<Found>>
}

/** Recipients that were looked up ahead. */
export interface LookedUp {
  recipients: Recipient[]
  /**
   * Tells whether that was on the right cluster: on another, every token account is missing. Else, they are looked up anew. Throws
   * RpcUnavailableError.
   */
  verify(): Promise<boolean>
}

/** Looks recipients up before anything is signed for them, with those of the next batches in the same requests. */
export class RecipientLookAhead {
  readonly #reader: FailoverRpc
  readonly #mint: Mint
  readonly #clock: Clock
  readonly #looks = new Map<Address, Look>()

  constructor(reader: FailoverRpc, mint: Mint, clock: Clock) {
    this.#reader = reader
    this.#mint = mint
    this.#clock = clock
  }

  /**
   * Returns the recipients of the first of these wallets, in their order, as a bank of that slot or a later one has them. Those of the next
   * batch are asked for too: until it is signed, the node shows its cluster by other answers.
   */
  async look(queued: readonly Address[], count: number, minContextSlot: number): Promise<LookedUp> {
    const isMissing = queued.slice(0, 2 * count).some((wallet) => !this.#isFresh(wallet))
    if (isMissing) this.#ask(queued, count, { minContextSlot })
    const wanted = queued.slice(0, count)
    const answers = await Promise.all(wanted.map((wallet) => this.#looks.get(wallet)?.found))
    const recipients = wanted.map((wallet, index) => {
      const recipient = answers[index]?.answer.get(wallet)
      if (!recipient) throw new Error('A recipient was not looked up')
      return recipient
    })
    const verify = async () => {
      for (const answer of new Set(answers)) {
        if (await answer?.verify()) continue
        this.#looks.clear()
        this.#ask(queued, count, { minContextSlot, surely: true })
        return false
      }
      return true
    }
    return { recipients, verify }
  }

  /** Forgets recipients, after a transaction's result contradicted their state. */
  forget(wallets: readonly Address[]): void {
    for (const wallet of wallets) this.#looks.delete(wallet)
  }

  #ask(
    queued: readonly Address[],
    count: number,
    { minContextSlot, surely = false }: { minContextSlot: number; surely?: boolean },
  ): void {
    const askedAtMs = this.#clock.monotonicMs()
    for (const [wallet, look] of this.#looks) {
      if (askedAtMs - look.askedAtMs > USABLE_FOR_MS) this.#looks.delete(wallet)
    }
    const missing = [...new Set(queued)].filter((wallet) => !this.#isFresh(wallet))
    const wallets = missing.slice(0, Math.max(count, LOOK_AHEAD))
    const found = this.#reader.readAhead(
      async (node) => byWallet(await inspectRecipients(node, this.#mint, wallets, minContextSlot)),
      (answer) => surely || answer.values().some(({ payable }) => !payable),
    )
    // Thrown where it is waited for.
    found.catch(() => this.forget(wallets))
    for (const wallet of wallets) this.#looks.set(wallet, { askedAtMs, found })
  }

  #isFresh(wallet: Address): boolean {
    const look = this.#looks.get(wallet)
    return look !== undefined && this.#clock.monotonicMs() - look.askedAtMs <= USABLE_FOR_MS
  }
}

const byWallet = (recipients: readonly Recipient[]): Found =>
  new Map(recipients.map((recipient) => [recipient.wallet, recipient]))
