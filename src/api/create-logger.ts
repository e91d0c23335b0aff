import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import { LineBuffer } from './line-buffer.ts'
import { ANSWERED, answeredLine, INFO, type RequestLog } from './request-log.ts'

const SECRETS = ['authorization', 'password', 'privateKey', 'signature', 'token']

/** What a logger writes without a search for secrets: each line is made of fields of Ferry's own. */
interface UnsearchedLogs {
  requests: RequestLog
  events: Logger
}

const unsearchedLogs = new WeakMap<object, UnsearchedLogs>()

/** The process's log: JSON lines. Bodies are never logged; should a secret get into a line all the same, it is cut out. */
export function createLogger(
  level: string,
  destination: DestinationStream = new LineBuffer(pino.destination({ fd: 1, sync: true })),
): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const logger = pino({ level, redact: { paths, censor: '[redacted]' } }, destination)
  const writeInfo = (line: string) =>
    destination instanceof LineBuffer ? destination.add(line, INFO) : destination.write(line)
  unsearchedLogs.set(logger, {
    requests(request) {
      if (logger.isLevelEnabled('info')) writeInfo(answeredLine(request, Date.now()))
    },
    events: pino({ level }, destination),
  })
  return logger
}

/**
 * Returns the log for the line of each request that was answered. It is made of a few fields of Ferry's own: to search those for secrets
 * takes longer than a look-up.
 */
export function requestLogOf(logger: FastifyBaseLogger): RequestLog {
  return unsearchedLogs.get(logger)?.requests ?? ((request) => logger.info(request, ANSWERED))
}

/** Returns the log for events, whose catalogue holds no secret: to search one takes longer than to write ten, and a fifth of a claim's memory. */
export function eventLogOf(logger: Logger): Logger {
  return unsearchedLogs.get(logger)?.events ?? logger
}
