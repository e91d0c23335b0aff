import { ConfigError } from '#config/config-error.ts'
import { CommandRefusedError } from '#domain/command-refused-error.ts'
import { PortalError } from '#domain/portal-error.ts'
import { StartRefusedError } from '#domain/start-refused-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { sqliteTrouble } from '#store/database/sqlite-trouble.ts'

/** Says why a command fails, in words where they are the operator's to read, and ends it. `outcome` says what is left behind, where that is not plain. */
export function explainFailure(outcome: string | null, error: unknown): never {
  const words = wordsOf(sqliteTrouble(error) ?? error)
  if (words === null) console.error(outcome ?? 'It failed.', error)
  else console.error(outcome === null ? words : `${outcome}\n${words}`)
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
