import type { Clock } from '#payout/clock.ts'
import { fillRun } from '#payout/fill-run.ts'
import { LEASE_TTL_MS } from '#payout/lease-ttl.ts'
import { type PreparedBatch, prepareBatch } from '#payout/prepare-batch.ts'
import type { SendingWallet } from '#payout/sending-wallet.ts'
import { AttemptSettler, DEFAULT_SETTLING_TERMS, type SettlingTerms } from '#payout/settle-attempts.ts'
import { type Cluster, ClusterUnreachableError } from '#solana/cluster.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'
import { JournalRefusedError } from '#store/journal.ts'
import type { RunRow } from '#store/schema.ts'
import type { Store } from '#store/store.ts'

/** Payments refused for no known reason, one after another, after which the run stops. */
const UNEXPLAINED_IN_A_ROW = 3

export interface PayoutParts {
  store: Store
  wallet: SendingWallet
  secondNode: Cluster | null
  clock: Clock
  /** Names this runner among others: unique to the process. */
  holder: string
  /** How long to wait between two looks at the cluster. */
  pollMs: number
  terms?: SettlingTerms
}

/** How a run was left: done for good, or to be gone on with by whoever comes next. */
export type RunOutcome = 'finished' | 'interrupted'

/**
 * Pays out a run: leases the wallet, settles what is under way, sends batch after batch at the run's pace, and ends when
 * nothing is queued and nothing is under way. It may be killed at any moment and started again: everything it needs
 * to know is in the store.
 */
export async function runPayout(run: RunRow, parts: PayoutParts, signal: AbortSignal): Promise<RunOutcome> {
  const fence = await acquireLease(parts, signal)
  if (fence === null) return 'interrupted'
  try {
    // Waiting for the lease may have taken as long as the run itself.
    if (!isUnfinished(await parts.store.runs.find(run.id))) return 'finished'
    await fillRun(parts.store, run)
    return await new PayoutLoop(run, parts, fence).run(signal)
  } finally {
    await parts.store.leases.release(parts.wallet.signer.address, fence)
  }
}

function isUnfinished(run: RunRow | undefined): boolean {
  return run?.state === 'running' || run?.state === 'stopping'
}

async function acquireLease({ store, wallet, clock, holder, pollMs }: PayoutParts, signal: AbortSignal) {
  while (!signal.aborted) {
    const fence = await store.leases.acquire(wallet.signer.address, holder, clock.now(), LEASE_TTL_MS)
    if (fence !== null) return fence
    await clock.sleep(pollMs, signal)
  }
  return null
}

class PayoutLoop {
  readonly #run: RunRow
  readonly #parts: PayoutParts
  readonly #fence: number
  readonly #settler: AttemptSettler
  /** What the cluster said it takes, until anything speaks against v1: from then on v0. */
  #format: TransactionFormat
  #nextBatchAtMs = 0
  /** In a row: the price is raised until something lands again. */
  #timesExpired = 0
  #unexplainedInARow = 0
  #message: string | null = null

  constructor(run: RunRow, parts: PayoutParts, fence: number) {
    this.#run = run
    this.#parts = parts
    this.#fence = fence
    this.#format = parts.wallet.format
    this.#settler = new AttemptSettler({
      cluster: parts.wallet.cluster,
      secondNode: parts.secondNode,
      reader: parts.wallet.reader,
      journal: parts.store.journal,
      clock: parts.clock,
      terms: parts.terms ?? DEFAULT_SETTLING_TERMS,
    })
  }

  async run(signal: AbortSignal): Promise<RunOutcome> {
    const { clock, pollMs } = this.#parts
    while (!signal.aborted) {
      try {
        if (!(await this.#renewLease())) return 'interrupted'
        if (await this.#turn()) return 'finished'
        await this.#say(null)
      } catch (error) {
        if (error instanceof ClusterUnreachableError) {
          await this.#say(waitingForNode(error))
        } else if (!(error instanceof JournalRefusedError)) {
          throw error
        }
      }
      await clock.sleep(pollMs, signal)
    }
    return 'interrupted'
  }

  /** One look at everything. True when the run has ended. */
  async #turn(): Promise<boolean> {
    const { store, clock, wallet } = this.#parts
    const run = await store.runs.find(this.#run.id)
    if (!isUnfinished(run)) return true
    const { underWay, landed, died, hasV1Expired } = await this.#settler.pass(wallet.genesisHash)
    if (landed > 0) this.#timesExpired = 0
    else if (died > 0) this.#timesExpired += 1
    // A node may simulate what the cluster behind it drops.
    if (hasV1Expired) this.#format = 'v0'
    if (run?.state === 'stopping') {
      return underWay > 0 ? false : this.#finish('stopped', null)
    }
    if (clock.now() < this.#nextBatchAtMs) return false
    const sent = await this.#sendBatch()
    if (sent.blocked !== null) return this.#finish('failed', sent.blocked)
    if (sent.any || underWay > 0) return false
    const { hold, failed } = await store.runs.transferCounts(this.#run.id)
    return this.#finish('completed', summary(hold, failed))
  }

  async #sendBatch(): Promise<{ any: boolean; blocked: string | null }> {
    const { store, wallet, clock } = this.#parts
    const { id: runId, batch_size: batchSize, delay_ms: delayMs, priority_fee_cap: priceCap } = this.#run
    const candidates = await store.journal.nextTransfers(runId, batchSize + 1)
    if (candidates.length === 0) return { any: false, blocked: null }

    const batch = await prepareBatch(wallet, candidates.slice(0, batchSize), {
      runId,
      fence: this.#fence,
      format: this.#format,
      moreQueued: candidates.length > batchSize,
      priceCap,
      timesExpired: this.#timesExpired,
      nowMs: clock.now(),
    })
    if (batch.isFormatRefused) this.#format = 'v0'
    await store.journal.limitPack(batch.suspects, 1)
    const stop = this.#judgeUnexplained(batch)
    // What stops the run is not these recipients' fault: they stay queued.
    const failed = batch.unpayable.filter(({ unexplained }) => !(stop && unexplained))
    for (const { transferId, reason } of failed) {
      await store.journal.failUnsent([transferId], reason, clock.now())
    }
    if (batch.planned.length > 0) {
      const lease = { name: wallet.signer.address, fence: this.#fence }
      const journaled = await store.journal.write(lease, runId, batch.planned)
      this.#nextBatchAtMs = clock.now() + delayMs
      await Promise.all(journaled.map((attempt) => this.#settler.broadcast(attempt)))
    }
    return { any: true, blocked: batch.blocked ?? stop }
  }

  /** One odd recipient is its own matter; several in a row, with nobody paid in between, are likely everybody's. */
  #judgeUnexplained({ planned, unpayable }: PreparedBatch): string | null {
    const unexplained = unpayable.filter((transfer) => transfer.unexplained)
    this.#unexplainedInARow = (planned.length > 0 ? 0 : this.#unexplainedInARow) + unexplained.length
    const [first] = unexplained
    if (!first || this.#unexplainedInARow < UNEXPLAINED_IN_A_ROW) return null
    return `${this.#unexplainedInARow} payments in a row were refused. ${first.reason}`
  }

  async #renewLease(): Promise<boolean> {
    const { store, wallet, clock } = this.#parts
    return store.leases.renew(wallet.signer.address, this.#fence, clock.now(), LEASE_TTL_MS)
  }

  async #finish(state: 'completed' | 'stopped' | 'failed', message: string | null): Promise<true> {
    await this.#parts.store.runs.finish(this.#run.id, state, message, this.#parts.clock.now())
    return true
  }

  async #say(message: string | null): Promise<void> {
    if (message === this.#message) return
    this.#message = message
    await this.#parts.store.runs.setMessage(this.#run.id, message)
  }
}

export function waitingForNode(error: ClusterUnreachableError): string {
  return `Waiting for the Solana RPC node, which does not answer: ${error.message}`
}

function summary(held: number, failed: number): string | null {
  const parts: string[] = []
  if (failed > 0) parts.push(`${failed} ${failed === 1 ? 'payment' : 'payments'} failed`)
  if (held > 0) parts.push(`${held} ${held === 1 ? 'payment is' : 'payments are'} on hold`)
  return parts.length > 0 ? `${parts.join(', ')}.` : null
}
