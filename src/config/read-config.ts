import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { PortalSettings } from '#domain/portal-settings.ts'
import { type AdminPassword, hashPassword, readAdminPassword } from './admin-password.ts'
import { ConfigError } from './config-error.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { readEvmRpcUrls } from './evm-rpc-urls.ts'
import { readPortalSettings } from './portal-settings-file.ts'
import { readSecretsKey } from './secrets-key.ts'
import type { TrustProxy } from './trust-proxy.ts'

/** The operator's settings, validated. */
export interface Config {
  host: string
  port: number
  dataDir: string
  /** `postgres://…`, or the path of an SQLite file. */
  databaseLocation: string
  allocationsFile: string | null
  adminPassword: AdminPassword
  adminFlag: string
  /** 32 bytes that seal the sending key in the store. */
  secretsKey: Buffer
  settings: PortalSettings
  /** By chain id; only to verify contract wallets. */
  evmRpcUrls: ReadonlyMap<number, string>
  solanaRpcUrl: string
  solanaVerifyRpcUrl: string | null
  trustProxy: TrustProxy
  logLevel: Environment['LOG_LEVEL']
}

/**
 * Turns the environment into a configuration, and makes DATA_DIR and the key file where there are none.
 * Throws ConfigError, which names what is wrong.
 */
export async function readConfig(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Config> {
  const environment = readEnvironment(variables)
  const settings = await readPortalSettings(environment.PORTAL_CONFIG)
  const adminPassword = await takeAdminPassword(environment)
  const dataDir = resolve(environment.DATA_DIR)
  await makeDataDir(dataDir)
  return {
    host: environment.HOST,
    port: environment.PORT,
    dataDir,
    databaseLocation: environment.DATABASE_URL ?? join(dataDir, 'ferry.sqlite'),
    allocationsFile: environment.ALLOCATIONS_FILE ?? null,
    adminPassword,
    adminFlag: environment.ADMIN_FLAG,
    secretsKey: await readSecretsKey(environment.SECRETS_KEY, dataDir),
    settings,
    evmRpcUrls: readEvmRpcUrls(variables, settings.networks),
    solanaRpcUrl: environment.SOLANA_RPC_URL,
    solanaVerifyRpcUrl: environment.SOLANA_VERIFY_RPC_URL ?? null,
    trustProxy: environment.TRUST_PROXY,
    logLevel: environment.LOG_LEVEL,
  }
}

async function takeAdminPassword({
  ADMIN_PASSWORD_HASH,
  ADMIN_PASSWORD,
}: Environment): Promise<AdminPassword> {
  if (ADMIN_PASSWORD_HASH === undefined && ADMIN_PASSWORD === undefined) {
    throw new ConfigError([
      { setting: 'ADMIN_PASSWORD_HASH', problem: 'set it (or ADMIN_PASSWORD): there is no default password' },
    ])
  }
  const password = readAdminPassword(ADMIN_PASSWORD_HASH ?? (await hashPassword(ADMIN_PASSWORD ?? '')))
  if (password !== null) return password
  throw new ConfigError([
    { setting: 'ADMIN_PASSWORD_HASH', problem: 'is not a hash that "npm run hash-password" prints' },
  ])
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError([{ setting: 'DATA_DIR', problem: `can not be made: ${reason}` }])
  }
}
