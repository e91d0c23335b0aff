import type { SeededRandom } from '#lab/random/seeded-random.ts'
import type { Clock } from '#payout/clock.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import type { FaultInjector } from './fault-injector.ts'
import type { VirtualTime } from './virtual-time.ts'

/** Jumps of a wall clock: by a time server, by an administrator, by a virtual machine that was asleep. */
const CLOCK_JUMPS_MS = [-3_600_000, -60_000, 60_000, 3_600_000]

export interface ProcessParts {
  time: VirtualTime
  faults: FaultInjector
  random: SeededRandom
  /** Store calls of all processes run one after another: a database's transactions do not interleave either. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** How long a call of the store takes, in milliseconds. */
  callMs(): number
  /** The offset of its wall clock when it starts. */
  wallOffsetMs: number
  onCrash(): void
  onStall(): void
}

/**
 * A server process whose every await passes a gate. There it may crash, and then nothing that it awaits ever resolves, or be
 * stopped for a while, as by SIGSTOP, and go on later with its old state.
 */
export class SimulatedProcess {
  #crashed = false
  #stoppedUntilMs = 0
  #wallOffsetMs: number
  readonly #startedMs: number
  readonly #parts: ProcessParts

  constructor(parts: ProcessParts) {
    this.#parts = parts
    this.#wallOffsetMs = parts.wallOffsetMs
    this.#startedMs = parts.time.monotonicMs()
  }

  get hasCrashed(): boolean {
    return this.#crashed
  }

  crash(): void {
    this.#crashed = true
  }

  /** Returns its own clocks: the wall clock may be off, and the monotonic one counts from its start. */
  clock(): Clock {
    const { time } = this.#parts
    return {
      now: () => time.now() + this.#wallOffsetMs,
      monotonicMs: () => time.monotonicMs() - this.#startedMs,
      sleep: async (ms, signal) => {
        await time.sleep(ms, signal)
        await this.#gate()
      },
    }
  }

  /** Wraps the store, with a gate before and after each call. */
  guardStore(store: Store): Store {
    const guarded = Object.entries(store).map(([name, part]) => [
      name,
      typeof part !== 'object' ? part : this.#guard(part, (work) => this.#inTurn(work)),
    ])
    return Object.fromEntries(guarded) as Store
  }

  async #inTurn(work: () => Promise<unknown>): Promise<unknown> {
    const { time, callMs, inTurn } = this.#parts
    const ms = callMs()
    if (ms > 0) await time.sleep(ms)
    return inTurn(work)
  }

  guardCluster(rpc: SolanaRpc): SolanaRpc {
    return this.#guard(rpc, (work) => work())
  }

  #guard<T extends object>(part: T, run: (work: () => Promise<unknown>) => Promise<unknown>): T {
    return new Proxy(part, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...args: unknown[]) => {
          await this.#gate()
          const answer = run(async () => method.apply(target, args))
          const settled = answer.then(
            (value) => ({ value }),
            (error: unknown) => ({ error }),
          )
          const outcome = await settled
          await this.#gate()
          if ('error' in outcome) throw outcome.error
          return outcome.value
        }
      },
    })
  }

  async #gate(): Promise<void> {
    const { time, faults, random, onCrash, onStall } = this.#parts
    if (!this.#crashed && faults.happens('crash')) {
      this.crash()
      onCrash()
    }
    if (this.#crashed) return new Promise(() => {})
    if (faults.happens('clockJump')) this.#wallOffsetMs += random.pick(CLOCK_JUMPS_MS)
    if (faults.happens('stall')) {
      this.#stoppedUntilMs = time.monotonicMs() + random.between(2_000, 40_000)
      onStall()
    }
    while (time.monotonicMs() < this.#stoppedUntilMs) {
      await time.sleep(this.#stoppedUntilMs - time.monotonicMs())
    }
    if (this.#crashed) return new Promise(() => {})
  }
}
