import type { DestinationStream } from 'pino'

/** Pino's, by which a destination is told the level of the line that it is given. */
const METADATA = Symbol.for('pino.metadata')
const WARN = 40

/**
 * Writes the lines of one turn of the event loop at once: on a busy day a write of its own for each costs more than what it tells of.
 * A warning or an error, and the end of the process, take along what waits.
 */
export class LineBuffer implements DestinationStream {
  readonly [METADATA] = true
  /** Of the line that comes next, set by pino. */
  lastLevel = WARN
  readonly #destination: DestinationStream
  /** Joined when they are written: a string that grows by each is a tree, and takes a third of a look-up's time. */
  #lines: string[] = []

  constructor(destination: DestinationStream) {
    this.#destination = destination
    process.once('exit', () => this.flush())
  }

  write(line: string): void {
    this.add(line, this.lastLevel)
  }

  /** Writes a line of this level. */
  add(line: string, level: number): void {
    const isFirst = this.#lines.length === 0
    this.#lines.push(line)
    if (level >= WARN) this.flush()
    else if (isFirst) setImmediate(() => this.flush())
  }

  flush(): void {
    const lines = this.#lines
    this.#lines = []
    if (lines.length > 0) this.#destination.write(lines.join(''))
  }
}
