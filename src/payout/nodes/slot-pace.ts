import type { Clock } from '#payout/clock.ts'

/** The time for which a reading is used before the next one. */
const READ_EVERY_MS = 60_000

/** The age from which a reading counts for less than the slots that other answers show. */
const TOLD_FOR_MS = 3 * READ_EVERY_MS

/** The slots between two answers from which a pace is measured: over fewer, the time of the requests would be measured. */
const MEASURED_OVER_SLOTS = 8

/**
 * The length that is assumed until a node has told it or answers have shown it: the longest that public clusters were set to. Too long
 * an assumption costs a longer estimate, and nothing else.
 */
const ASSUMED_SLOT_MS = 400

/** No cluster that works has longer slots. It bounds the wait that a node can cause by a lie. */
const LONGEST_SLOT_MS = 2_000

interface SlotPaceParts {
  clock: Pick<Clock, 'monotonicMs'>
  /** Reads the mean length of recent slots; null where the node has none to tell. */
  read(): Promise<number | null>
  /** Told once, where the node does not tell the length of its slots. */
  onUntold?: ((assumedMs: number) => void) | undefined
}

/**
 * Tells how long the slots of a cluster are: as its node measured them; where it does not say, as the answers to other requests show.
 * It is a help for words, estimates and intervals. A node may err and lie: nothing is signed because slots are said to be short.
 */
export class SlotPace {
  readonly #parts: SlotPaceParts
  #slotMs: number | null = null
  #askedAtMs = Number.NEGATIVE_INFINITY
  #toldAtMs = Number.NEGATIVE_INFINITY
  #seen: { slot: number; atMs: number } | null = null
  #hasComplained = false

  constructor(parts: SlotPaceParts) {
    this.#parts = parts
  }

  /** The length of a slot in milliseconds; assumed where nothing has shown it yet. */
  get slotMs(): number {
    return this.#slotMs ?? ASSUMED_SLOT_MS
  }

  /** False while the length is an assumption. */
  get isKnown(): boolean {
    return this.#slotMs !== null
  }

  /** Begins to read the length anew, where the last reading is old. Nobody waits for it, and a failure changes nothing. */
  refresh(): void {
    const { clock } = this.#parts
    if (clock.monotonicMs() - this.#askedAtMs < READ_EVERY_MS) return
    this.#askedAtMs = clock.monotonicMs()
    void this.#read()
  }

  /** Notes the newest slot that an answer showed. */
  saw(slot: number): void {
    const atMs = this.#parts.clock.monotonicMs()
    const since = this.#seen
    if (since && slot - since.slot < MEASURED_OVER_SLOTS) return
    this.#seen = { slot, atMs }
    if (since && atMs - this.#toldAtMs > TOLD_FOR_MS) this.#take((atMs - since.atMs) / (slot - since.slot))
  }

  async #read(): Promise<void> {
    const { clock, read, onUntold } = this.#parts
    const told = await read().catch(() => null)
    if (told !== null && this.#take(told)) this.#toldAtMs = clock.monotonicMs()
    else if (!this.#hasComplained) {
      this.#hasComplained = true
      onUntold?.(this.slotMs)
    }
  }

  /** Returns whether it is a length that slots can have: anything else is no reading. */
  #take(slotMs: number): boolean {
    const isPossible = slotMs > 0 && slotMs <= LONGEST_SLOT_MS
    if (isPossible) this.#slotMs = slotMs
    return isPossible
  }
}
