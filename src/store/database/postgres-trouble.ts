import pg from 'pg'
import { type StoreTrouble, StoreUnavailableError } from '#domain/store-unavailable-error.ts'

/** By SQLSTATE, whole ones before their classes (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const BY_STATE: Record<string, StoreTrouble> = {
  '08': 'away',
  '25006': 'read_only',
  '25P03': 'late',
  '25P04': 'late',
  '28': 'refused',
  '3D000': 'refused',
  '53': 'full',
  '53300': 'busy',
  '55P03': 'busy',
  '57014': 'late',
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '57P05': 'away',
  '58': 'disk',
  XX001: 'damaged',
  XX002: 'damaged',
}

/** What Node's TLS calls a certificate that it does not take. */
const CERTIFICATE = /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_VERIFY/

/**
 * Tells whether an error is the database's state instead of the statement's fault, and which. An error of the driver that carries no
 * SQLSTATE is the connection's; one of JavaScript's own is ours.
 */
export function postgresTrouble(error: unknown): StoreUnavailableError | null {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return null
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof pg.DatabaseError) {
    const trouble = BY_STATE[code] ?? BY_STATE[code.slice(0, 2)]
    return trouble === undefined ? null : new StoreUnavailableError(trouble, error)
  }
  if (CERTIFICATE.test(code) || isOfTls(error)) return new StoreUnavailableError('insecure', error)
  if (/timeout exceeded when trying to connect/.test(error.message))
    return new StoreUnavailableError('busy', error)
  if (/timeout/.test(error.message)) return new StoreUnavailableError('late', error)
  return new StoreUnavailableError('away', error)
}

/** The server speaks no TLS, the CA's file can not be read, or none is named where one has to be. */
function isOfTls(error: Error): boolean {
  const isUnreadableFile = 'syscall' in error && error.syscall === 'open'
  return isUnreadableFile || /does not support SSL|sslrootcert/.test(error.message)
}
