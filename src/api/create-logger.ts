import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'

const SECRETS = ['authorization', 'password', 'privateKey', 'signature', 'token']

/** The process's log: JSON lines. Bodies are never logged; should a secret get into a line all the same, it is cut out. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({ fd: 1, sync: true }),
): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino({ level, redact: { paths, censor: '[redacted]' } }, destination)
}

/** Returns the log for lines of fields of Ferry's own, among which no secret can be: to search each costs more than to write ten. */
export function withoutSearch(logger: FastifyBaseLogger): FastifyBaseLogger {
  return logger.child({}, { redact: [] })
}
