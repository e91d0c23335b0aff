import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AlertForm } from '#domain/alert-form.ts'
import type { Network } from '#domain/networks.ts'
import type { PaymentCaps } from '#domain/payment-caps.ts'
import type { PortalSettings } from '#domain/portal-settings.ts'
import { type AdminPassword, hashPassword, readAdminPassword } from './admin-password.ts'
import {
  ConfigError,
  type Environment,
  httpUrl,
  readEnvironment,
  settingError,
  type TrustProxy,
} from './environment.ts'
import { readPortalSettings } from './portal-settings-file.ts'
import { makePrivateFolder } from './private-folder.ts'
import { type RotationKeys, readRotationKeys, readSecretsKey } from './secrets-key.ts'

/** How many connections PostgreSQL is asked for at most, and how long a start waits for the database. */
interface DatabaseTerms {
  poolSize: number
  waitMs: number
}

/** The operator's settings, validated. */
export interface Config {
  host: string
  port: number
  dataDir: string
  /** What is risky and could not be mended, in words. */
  warnings: readonly string[]
  /** `postgres://…`, or the path of an SQLite file. */
  databaseLocation: string
  database: DatabaseTerms
  allocationsFile: string | null
  /** What the operator says of the file that is loaded at the first start. */
  allocationsAnswer: ReturnType<typeof readEnvironment>['ALLOCATIONS_CONFIRM']
  adminPassword: AdminPassword
  sessionTerms: { passwordFingerprint: string; idleMs: number }
  adminFlag: string
  /** 32 bytes that seal the sending key in the store. */
  secretsKey: Buffer
  settings: PortalSettings
  /** By chain id; only to verify contract wallets. */
  evmRpcUrls: ReadonlyMap<number, string>
  solanaRpcUrl: string
  solanaVerifyRpcUrl: string | null
  caps: PaymentCaps
  hasStandaloneSender: boolean
  /** Who uploaded or published is not who starts. */
  twoPeople: boolean
  trustProxy: TrustProxy
  /** How long requests are served on after a stop has begun. */
  shutdownDelayMs: number
  observability: Observability
  logLevel: Environment['LOG_LEVEL']
}

/**
 * Turns the environment into a configuration, and makes DATA_DIR and, for a new SQLite database or where told to, the key file where
 * there are none.
 * Throws ConfigError, which names what is wrong.
 */
export async function readConfig(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  options: { mayMakeKey?: boolean } = {},
): Promise<Config> {
  const environment = readEnvironment(variables)
  const settings = await readPortalSettings(environment.PORTAL_CONFIG)
  const adminPassword = await takeAdminPassword(environment)
  const dataDir = resolve(environment.DATA_DIR)
  const openFolder = await makePrivateFolder(dataDir)
  const databaseLocation = locationOf(environment)
  return {
    host: environment.HOST,
    port: environment.PORT,
    dataDir,
    warnings: openFolder === null ? [] : [openFolder],
    databaseLocation,
    database: databaseTerms(environment),
    allocationsFile: environment.ALLOCATIONS_FILE ?? null,
    allocationsAnswer: environment.ALLOCATIONS_CONFIRM,
    adminPassword,
    sessionTerms: sessionTerms(environment),
    adminFlag: environment.ADMIN_FLAG,
    secretsKey: await readSecretsKey(environment.SECRETS_KEY, dataDir, {
      databaseLocation,
      mayMake: options.mayMakeKey ?? false,
    }),
    settings,
    evmRpcUrls: readEvmRpcUrls(variables, settings.networks),
    solanaRpcUrl: environment.SOLANA_RPC_URL,
    solanaVerifyRpcUrl: environment.SOLANA_VERIFY_RPC_URL ?? null,
    caps: { perDay: environment.MAX_PAID_PER_DAY, perRun: environment.MAX_PAID_PER_RUN },
    hasStandaloneSender: environment.STANDALONE_SENDER === 'on',
    twoPeople: environment.TWO_PEOPLE === 'on',
    trustProxy: environment.TRUST_PROXY,
    shutdownDelayMs: environment.SHUTDOWN_DELAY_MS,
    observability: readObservability(environment),
    logLevel: environment.LOG_LEVEL,
  }
}

/** Reads no more than where the database is, for what needs neither password nor key. Throws ConfigError. */
export async function readDatabaseConfig(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Pick<Config, 'databaseLocation' | 'database'>> {
  const environment = readEnvironment(variables)
  if (environment.DATABASE_URL === undefined) await makePrivateFolder(resolve(environment.DATA_DIR))
  return { databaseLocation: locationOf(environment), database: databaseTerms(environment) }
}

/** Reads where the database is, and the keys of a rotation. Makes nothing but the next key file. Throws ConfigError. */
export async function readRotationConfig(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Pick<Config, 'databaseLocation' | 'database'> & { keys: RotationKeys }> {
  const environment = readEnvironment(variables)
  const databaseLocation = locationOf(environment)
  if (environment.DATABASE_URL === undefined && !existsSync(databaseLocation))
    throw settingError('DATA_DIR', `has no database: ${databaseLocation} is missing`)
  if (environment.DATABASE_URL !== undefined && environment.SECRETS_KEY === undefined)
    throw settingError('SECRETS_KEY', 'must be set with DATABASE_URL')
  const keys = await readRotationKeys(environment, resolve(environment.DATA_DIR))
  return { databaseLocation, database: databaseTerms(environment), keys }
}

/** Reads where the database is, and makes nothing. Throws ConfigError. */
export function readDatabaseLocation(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return locationOf(readEnvironment(variables))
}

function locationOf({ DATABASE_URL, DATA_DIR }: Environment): string {
  return DATABASE_URL ?? join(resolve(DATA_DIR), 'ferry.sqlite')
}

function databaseTerms({ DATABASE_POOL_SIZE, DATABASE_WAIT_SECONDS }: Environment): DatabaseTerms {
  return { poolSize: DATABASE_POOL_SIZE, waitMs: DATABASE_WAIT_SECONDS * 1000 }
}

function sessionTerms({ ADMIN_PASSWORD_HASH, ADMIN_PASSWORD, SESSION_IDLE_MINUTES }: Environment) {
  return {
    passwordFingerprint: passwordFingerprint({ hash: ADMIN_PASSWORD_HASH, password: ADMIN_PASSWORD }),
    idleMs: SESSION_IDLE_MINUTES * 60_000,
  }
}

async function takeAdminPassword({
  ADMIN_PASSWORD_HASH,
  ADMIN_PASSWORD,
}: Environment): Promise<AdminPassword> {
  if (ADMIN_PASSWORD_HASH === undefined && ADMIN_PASSWORD === undefined) {
    throw settingError('ADMIN_PASSWORD_HASH', 'set it (or ADMIN_PASSWORD): there is no default password')
  }
  const password = readAdminPassword(ADMIN_PASSWORD_HASH ?? (await hashPassword(ADMIN_PASSWORD ?? '')))
  if (password?.isWeak) {
    throw settingError(
      'ADMIN_PASSWORD_HASH',
      'is quicker to guess than what "npm run hash-password" prints: make it anew',
    )
  }
  if (password !== null) return password
  throw settingError('ADMIN_PASSWORD_HASH', 'is not a hash that "npm run hash-password" prints')
}

const PREFIX = 'EVM_RPC_URL_'

/** Reads the RPC URLs of EVM chains by chain id, from EVM_RPC_URL_<chain id>, for configured networks alone. Throws ConfigError. */
function readEvmRpcUrls(
  variables: Readonly<Record<string, string | undefined>>,
  networks: readonly Network[],
): ReadonlyMap<number, string> {
  const configured = new Map(networks.map(({ chainId }) => [String(Number(chainId)), Number(chainId)]))
  const urls = new Map<number, string>()
  const problems: { setting: string; problem: string }[] = []
  for (const [setting, value] of Object.entries(variables)) {
    if (!setting.startsWith(PREFIX) || !value?.trim()) continue
    const chainId = configured.get(setting.slice(PREFIX.length))
    const url = httpUrl.safeParse(value)
    if (chainId === undefined) {
      const ids = [...configured.keys()].join(', ')
      problems.push({ setting, problem: `names no configured network: their chain ids are ${ids}` })
    } else if (!url.success) {
      problems.push({ setting, problem: url.error.issues.map(({ message }) => message).join(', ') })
    } else {
      urls.set(chainId, url.data)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return urls
}

/**
 * Tells one setting of the admin password from another: the hash's own text where there is one, else the password in NFKC. It is kept
 * in memory alone, as the password is, and sessions are sealed with it: servers that are given the same setting share theirs.
 */
function passwordFingerprint(setting: { hash?: string | undefined; password?: string | undefined }): string {
  const text =
    setting.hash === undefined
      ? `password ${(setting.password ?? '').normalize('NFKC')}`
      : `hash ${setting.hash}`
  return hash('sha256', text, 'base64url')
}

/** How the portal is seen from outside. */
export interface Observability {
  metrics: MetricsTerms
  /** Null where nobody is to be alerted. */
  alerts: AlertTerms | null
}

export interface MetricsTerms {
  host: string
  /** The port of their own; null where they have none. */
  port: number | null
  /** What a scrape has to show; required on the portal's own port. */
  token: string | null
}

interface AlertTerms {
  urls: readonly string[]
  form: AlertForm
  /** Empty but for Telegram. */
  telegramChatId: string
}

/** Throws ConfigError. */
function readObservability(environment: Environment): Observability {
  const { METRICS_HOST: host, METRICS_PORT, METRICS_TOKEN, PORT } = environment
  if (METRICS_PORT !== undefined && METRICS_PORT === PORT) {
    throw settingError('METRICS_PORT', 'must be another port than PORT')
  }
  return {
    metrics: { host, port: METRICS_PORT ?? null, token: METRICS_TOKEN ?? null },
    alerts: readAlerts(environment),
  }
}

function readAlerts({
  ALERT_WEBHOOK_URL: urls,
  ALERT_WEBHOOK_FORM: form,
  ALERT_TELEGRAM_CHAT_ID: telegramChatId = '',
}: Environment): AlertTerms | null {
  if (urls === undefined) return null
  if (form === 'telegram' && telegramChatId === '') {
    throw settingError('ALERT_TELEGRAM_CHAT_ID', 'set it: it says which chat the bot writes to')
  }
  return { urls, form, telegramChatId }
}
