import { type DestinationStream, type Logger, pino } from 'pino'

const SECRETS = ['authorization', 'password', 'privateKey', 'signature', 'token']

/** The process's log: JSON lines. Bodies are never logged; should a secret get into a line all the same, it is cut out. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino({ level, redact: { paths, censor: '[redacted]' } }, destination)
}
