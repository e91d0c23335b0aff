import { ConfigError } from '#config/environment.ts'
import { PortalError } from '#domain/portal-error.ts'
import { CommandRefusedError, StartRefusedError } from '#domain/refused-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { sqliteTrouble } from '#store/database/open-sqlite.ts'

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
  if (isErrno(error) && error.syscall === 'listen') {
    const where = `${error.address}:${error.port}`
    return error.code === 'EADDRINUSE'
      ? `Another program listens on ${where}. Stop it, or choose another port.`
      : `Nothing can listen on ${where} (${error.code}).`
  }
  if (!(error instanceof PortalError)) return null
  const details = (error.details ?? []).map(({ where, problem }) => `${where}: ${problem}`)
  return [error.message, ...details].join('\n')
}

/** Node's own of a system call. */
function isErrno(error: unknown): error is NodeJS.ErrnoException & { address?: string; port?: number } {
  return error instanceof Error && 'syscall' in error
}

/** Has this process make files and folders for their owner alone, whatever the shell that started it allows. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}
