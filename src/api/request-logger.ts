import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'

type ChildLoggerFactory = NonNullable<FastifyServerOptions['childLoggerFactory']>
type Line = [fields: object, words: string]

/**
 * Makes the logger of each request when it first logs something: most never do, but for the line when they are over, and making one
 * searches what it carries for secrets.
 */
export const requestLogger: ChildLoggerFactory = (parent, bindings, options) =>
  new RequestLogger(() => parent.child(bindings, options)) as unknown as FastifyBaseLogger

class RequestLogger {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | null = null

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#make()
    return this.#made
  }

  get level(): FastifyBaseLogger['level'] {
    return this.#log.level
  }

  fatal(...line: Line): void {
    this.#log.fatal(...line)
  }

  error(...line: Line): void {
    this.#log.error(...line)
  }

  warn(...line: Line): void {
    this.#log.warn(...line)
  }

  info(...line: Line): void {
    this.#log.info(...line)
  }

  debug(...line: Line): void {
    this.#log.debug(...line)
  }

  trace(...line: Line): void {
    this.#log.trace(...line)
  }

  silent(...line: Line): void {
    this.#log.silent(...line)
  }

  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log.child(...given)
  }
}
