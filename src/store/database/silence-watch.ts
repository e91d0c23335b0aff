import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** How long a read is waited for before the database is asked whether it answers at all, and how long until it is asked again. */
const ASK_AFTER_MS = 1_000

/** How often an answer is looked for, and how many times: by turns of the event loop, which a busy process makes late. */
const LOOK_MS = 500
const LOOKS = 6

/** When a question that nothing came of is cleared away. */
const CLEAR_AFTER_MS = LOOK_MS * LOOKS + 1_000

/**
 * Gives up reads in flight once the database answers nothing any more, as when its machine is frozen: their connections stay open, and
 * would be waited for until the limit of a statement. Whether it answers is asked by a connection of its own, so a statement that waits
 * for a lock or takes its time is waited for as ever. A refusal is an answer.
 */
export class SilenceWatch {
  readonly #ask: () => Promise<unknown>
  /** When each read began, the oldest first, by what gives it up. */
  readonly #waiting = new Map<(error: Error) => void, number>()
  #isWatching = false

  constructor(connectionString: string) {
    this.#ask = () => ask(connectionString)
  }

  /** Settles as the read does, or throws once the database is silent. */
  async whileAnswered<T>(read: Promise<T>): Promise<T> {
    const silence = Promise.withResolvers<never>()
    this.#waiting.set(silence.reject, performance.now())
    if (!this.#isWatching) void this.#watch()
    try {
      return await Promise.race([read, silence.promise])
    } finally {
      this.#waiting.delete(silence.reject)
    }
  }

  async #watch(): Promise<void> {
    this.#isWatching = true
    for (;;) {
      const [oldestMs] = this.#waiting.values()
      if (oldestMs === undefined) break
      const leftMs = oldestMs + ASK_AFTER_MS - performance.now()
      if (leftMs > 0) await delay(leftMs, undefined, { ref: false })
      else if (await this.#answers()) await delay(ASK_AFTER_MS, undefined, { ref: false })
      else this.#giveUp()
    }
    this.#isWatching = false
  }

  /** A read that has just begun may be one of a database that goes on: the next question tells. */
  #giveUp(): void {
    const askedForMs = performance.now() - ASK_AFTER_MS
    for (const [giveUp, beganMs] of this.#waiting) {
      if (beganMs > askedForMs) continue
      this.#waiting.delete(giveUp)
      giveUp(new Error('timeout: the database is silent'))
    }
  }

  async #answers(): Promise<boolean> {
    let isAnswered = false
    const answered = () => {
      isAnswered = true
    }
    void this.#ask().then(answered, answered)
    for (let looked = 0; looked < LOOKS && !isAnswered; looked += 1) {
      await delay(LOOK_MS, undefined, { ref: false })
    }
    return isAnswered
  }
}

async function ask(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'ferry watch',
    connectionTimeoutMillis: CLEAR_AFTER_MS,
    query_timeout: CLEAR_AFTER_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end()
  }
}
