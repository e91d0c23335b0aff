import { ConfigError } from '#config/config-error.ts'
import { CommandRefusedError } from '#domain/command-refused-error.ts'
import { PortalError } from '#domain/portal-error.ts'
import { StartRefusedError } from '#domain/start-refused-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'

/** Says why a main ends before it began, in words where they are the operator's to read, and ends it. */
export function explainStart(what: string, error: unknown): never {
  const words = wordsOf(error)
  if (words === null) console.error(what, error)
  else console.error(`${what}\n${words}`)
  process.exit(1)
}

function wordsOf(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof StartRefusedError) return error.message
  if (error instanceof CommandRefusedError) return error.message
  if (error instanceof StoreUnavailableError) {
    const { message, cause } = error
    return `The database can not be used: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}.`
  }
  if (!(error instanceof PortalError)) return null
  const details = (error.details ?? []).map(({ where, problem }) => `${where}: ${problem}`)
  return [error.message, ...details].join('\n')
}
