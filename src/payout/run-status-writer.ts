import type { Run } from '#domain/run.ts'
import type { LeaseTerm } from '#store/payouts/leases.ts'
import type { RunStore } from '#store/payouts/runs.ts'
import type { Clock } from './clock.ts'
import type { FailoverRpc } from './nodes/failover-rpc.ts'

/** The time after which a turn reports that it waits for a node. */
const SILENT_AFTER_MS = 10_000

/** The interval at which a long turn is looked at. */
const LOOK_EVERY_MS = 1_000

/** The interval at which the paying time is recorded. */
const WRITE_EVERY_MS = 5_000

/** Records what a run waits for and since when, under the wallet's lease alone, and counts the time in which it pays. */
export class RunStatusWriter {
  readonly #runs: Pick<RunStore, 'setWaiting' | 'addActive'>
  readonly #clock: Clock
  readonly #runId: number
  readonly #lease: LeaseTerm
  #message: string | null
  #sinceMs: number | null
  #activeSinceMs: number | null = null

  constructor(runs: Pick<RunStore, 'setWaiting' | 'addActive'>, clock: Clock, run: Run, lease: LeaseTerm) {
    this.#runs = runs
    this.#clock = clock
    this.#runId = run.id
    this.#lease = lease
    this.#message = run.message
    this.#sinceMs = run.waitingSinceMs
  }

  /** Takes over what the store says of the run by now: another server may have written it. */
  readFrom({ message, waitingSinceMs }: Pick<Run, 'message' | 'waitingSinceMs'>): void {
    this.#message = message
    this.#sinceMs = waitingSinceMs
  }

  async setWaiting(message: string): Promise<void> {
    await this.#writeActive(true)
    this.#activeSinceMs = null
    if (message === this.#message) return
    this.#message = message
    this.#sinceMs ??= this.#clock.now()
    await this.#runs.setWaiting(this.#runId, message, this.#sinceMs, this.#lease)
  }

  /** Records that the run pays, with a note about its nodes where there is one. */
  async setPaying(note: string | null = null): Promise<void> {
    await this.#writeActive(false)
    this.#activeSinceMs ??= this.#clock.monotonicMs()
    if (this.#message === note && this.#sinceMs === null) return
    this.#message = note
    this.#sinceMs = null
    await this.#runs.setWaiting(this.#runId, note, null, this.#lease)
  }

  /** Runs one turn, and records which node it waits for when it takes long. */
  async watchTurn<T>(turn: () => Promise<T>, reader: FailoverRpc): Promise<T> {
    const done = new AbortController()
    // A failure to record the status must end neither the turn nor the process.
    const watching = this.#watch(reader, done.signal).catch(() => {})
    try {
      return await turn()
    } finally {
      done.abort()
      await watching
    }
  }

  /** Records that the run waits for a node, once that has not answered for ten seconds of the time since `sinceMs`. */
  async noteSilence({ preferred }: FailoverRpc, sinceMs: number): Promise<void> {
    const answeredAtMs = Math.max(sinceMs, preferred.answeredAtMs?.() ?? sinceMs)
    if (this.#clock.monotonicMs() - answeredAtMs < SILENT_AFTER_MS) return
    await this.setWaiting(
      `Waiting for the Solana RPC node ${preferred.name}, which has not answered for ${SILENT_AFTER_MS / 1000} seconds.`,
    )
  }

  async #watch(reader: FailoverRpc, signal: AbortSignal): Promise<void> {
    const sinceMs = this.#clock.monotonicMs()
    await this.#clock.sleep(SILENT_AFTER_MS, signal)
    while (!signal.aborted) {
      await this.noteSilence(reader, sinceMs)
      await this.#clock.sleep(LOOK_EVERY_MS, signal)
    }
  }

  async #writeActive(isOver: boolean): Promise<void> {
    if (this.#activeSinceMs === null) return
    const nowMs = this.#clock.monotonicMs()
    const ms = Math.round(nowMs - this.#activeSinceMs)
    if (ms <= 0 || (!isOver && ms < WRITE_EVERY_MS)) return
    this.#activeSinceMs = nowMs
    await this.#runs.addActive(this.#runId, ms)
  }
}

/**
 * Tells how a run was left: done for good, to be gone on with by the next owner of the lease, or to be opened anew
 * because its sender was configured again.
 */
export type RunOutcome = 'finished' | 'interrupted' | 'reconfigured'

/** The state and the message that a run ends with, once nothing of it is under way. */
export type RunEnding = { state: 'stopped' | 'failed'; message: string | null }
