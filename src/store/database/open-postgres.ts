import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { type StoreTrouble, StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { SilenceWatch } from './silence-watch.ts'
import type { StoreHealth } from './store-health.ts'
import { LIFT_LIMITS, LONG_STATEMENT_MS } from './transactions.ts'

/** How long a connection may take to be made, and how long one is waited for while all are in use. */
const CONNECT_MS = 5_000

/** How long a statement may take, and wait for a lock, before the server ends it. */
const STATEMENT_MS = 20_000
const LOCK_MS = 10_000

/** How long a transaction may stay open without a statement: what its process leaves behind holds locks. */
const IDLE_IN_TRANSACTION_MS = 30_000

/** How much longer than the server an answer is waited for: where none comes, the line is dead. */
const GRACE_MS = 5_000

const KEEP_ALIVE_AFTER_MS = 10_000

export const DEFAULT_POOL_SIZE = 10

/**
 * A pool of connections, each with limits of time. They are set by statements, since a pooler between (PgBouncer) refuses them as
 * parameters of the start.
 */
export function openPostgres(
  connectionString: string,
  poolSize: number,
  health: StoreHealth,
): PostgresDialect {
  const location = asLibpqReads(connectionString)
  const pool = new pg.Pool({
    connectionString: location,
    max: poolSize,
    types: { getTypeParser },
    application_name: 'ferry',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    onConnect: setLimits,
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  health.pool = () => ({
    inUse: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  })
  return new PostgresDialect({ pool: new WatchedPool(pool, health, new SilenceWatch(location)) })
}

/**
 * `sslmode` as in libpq: `require` encrypts, and looks at the certificate only where `sslrootcert` names a CA. The driver would take
 * it for `verify-full`, which no managed PostgreSQL with a CA of its own passes.
 */
export function asLibpqReads(connectionString: string): string {
  const isDrivers = /[?&](uselibpqcompat=|sslmode=no-verify)/.test(connectionString)
  return /[?&]sslmode=/.test(connectionString) && !isDrivers
    ? `${connectionString}&uselibpqcompat=true`
    : connectionString
}

// Every bigint column holds a time, a slot, a height or a serial number: all below 2^53. Amounts are text.
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser

async function setLimits(client: pg.ClientBase): Promise<void> {
  // Also while it is in use, when the pool does not listen: what breaks it is told by the statement that meets it.
  client.on('error', () => {})
  await timed(
    client,
    `set statement_timeout = ${STATEMENT_MS}; set lock_timeout = ${LOCK_MS};
     set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
    undefined,
    CONNECT_MS,
  )
}

/** Waits for an answer for so long only, whatever the network does. */
function timed(client: pg.ClientBase, text: string, values: readonly unknown[] | undefined, limitMs: number) {
  // The types do not know it; the driver does (https://node-postgres.com/apis/client).
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: limitMs }
  return client.query(values === undefined ? query : { ...query, values: [...values] })
}

/** The pool as the query builder uses it. What is the database's trouble is thrown as such, and remembered. */
class WatchedPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #health: StoreHealth
  readonly #silence: SilenceWatch

  constructor(pool: pg.Pool, health: StoreHealth, silence: SilenceWatch) {
    this.#pool = pool
    this.#health = health
    this.#silence = silence
  }

  get options(): object {
    return this.#pool.options
  }

  async connect(): Promise<PostgresPoolClient> {
    try {
      return watchedClient(await this.#pool.connect(), this.#health, this.#silence)
    } catch (error) {
      throw noted(error, this.#health)
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

/**
 * Tells whether a statement has no outcome that is unknown when its answer is not waited for. A commit has, and so has a write that is
 * its own commit: those are waited for until their limit. Where in doubt it is none.
 */
function isRead(text: string): boolean {
  return /^\s*(select|with|begin|start|rollback)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text)
}

function watchedClient(
  client: pg.PoolClient,
  health: StoreHealth,
  silence: SilenceWatch,
): PostgresPoolClient {
  let limitMs = STATEMENT_MS + GRACE_MS
  // What broke it: nothing more can be asked over it, the end of a transaction neither.
  let broken: { by: unknown } | null = null

  async function query(text: string, values: readonly unknown[] = []) {
    if (broken) throw broken.by
    if (text === LIFT_LIMITS) limitMs = LONG_STATEMENT_MS + GRACE_MS
    try {
      const answer = timed(client, text, values, limitMs)
      return await (isRead(text) ? silence.whileAnswered(answer) : answer)
    } catch (error) {
      const by = noted(error, health)
      if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') broken = { by }
      throw by
    }
  }

  return {
    // The query builder asks by a cursor only where it was given one to use.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || broken !== null),
  }
}

function noted(error: unknown, health: StoreHealth): unknown {
  const trouble = postgresTrouble(error)
  if (trouble === null) return error
  health.note(trouble)
  return trouble
}

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
