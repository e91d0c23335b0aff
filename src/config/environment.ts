import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { ALERT_FORMS } from '#domain/alert-form.ts'
import type { AmountUA } from '#domain/amounts.ts'
import { isSolanaAddress } from '#domain/solana-address.ts'
import { passwordProblem } from './admin-password.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that begins with http:// or https://',
})

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(min, `must be ${min} to ${max}`)
    .max(max, `must be ${min} to ${max}`)

/** What is said of ALLOCATIONS_FILE, as the panel's answer to a list's question says it. */
const listAnswer = z.strictObject({
  unit: z.enum(['amountUA', 'amountWei']).optional(),
  columns: z.strictObject({ address: z.string(), amount: z.string() }).optional(),
  mark: z.enum(['.', ',']).optional(),
  leaveOut: z.array(z.number().int().positive()).optional(),
})

/** The most tokens of each mint, as JSON. */
const tokensByMint = z
  .string()
  .default('{}')
  .transform((text, context) => {
    const read = z.record(z.string().refine(isSolanaAddress), z.string().regex(/^\d{1,20}(?:\.\d{1,9})?$/))
    const caps = read.safeParse(readJson(text))
    if (caps.success) return new Map(Object.entries(caps.data) as [string, AmountUA][])
    context.addIssue('must be JSON of mints and tokens, such as {"DezX…B263":"250000"}')
    return z.NEVER
  })

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must begin with postgres://; leave it out for SQLite in DATA_DIR')
    .refine(
      isDatabaseUrl,
      'is no URL: write postgres://user:password@host:5432/database, and signs such as / # @ % in the password as %2F %23 %40 %25',
    )
    .optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 500).default(10),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 86_400).default(60),
  ALLOCATIONS_FILE: z.string().optional(),
  ALLOCATIONS_CONFIRM: z
    .string()
    .default('{}')
    .transform((text, context) => {
      const answer = listAnswer.safeParse(readJson(text))
      if (answer.success) return answer.data
      context.addIssue({
        code: 'custom',
        message:
          'must be JSON such as {"unit":"amountWei","columns":{"address":"Holder","amount":"Balance"},"mark":".","leaveOut":[15]}, with what is to be said alone',
      })
      return z.NEVER
    }),
  ADMIN_PASSWORD_HASH: z.string().optional(),
  ADMIN_PASSWORD: z
    .string()
    .max(1000, 'must be at most 1000 characters')
    .superRefine((password, context) => {
      const problem = passwordProblem(password)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    })
    .optional(),
  SESSION_IDLE_MINUTES: wholeNumber(5, 720).default(120),
  ADMIN_FLAG: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _')
    .default('operator'),
  SECRETS_KEY: z.string().optional(),
  NEW_SECRETS_KEY: z.string().optional(),
  PORTAL_CONFIG: z.string().optional(),
  SOLANA_RPC_URL: httpUrl.default('https://api.mainnet-beta.solana.com'),
  SOLANA_VERIFY_RPC_URL: httpUrl.optional(),
  TRUST_PROXY: z
    .string()
    .default('off')
    .transform((text, context) => {
      const trust = readTrustProxy(text)
      if (trust !== null) return trust
      context.addIssue(
        'must be off, on (a proxy nearby), or the addresses or ranges of the proxies with commas between; not a range of all addresses, such as 0.0.0.0/0',
      )
      return z.NEVER
    }),
  MAX_PAID_PER_DAY: tokensByMint,
  MAX_PAID_PER_RUN: tokensByMint,
  STANDALONE_SENDER: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  TWO_PEOPLE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  SHUTDOWN_DELAY_MS: wholeNumber(0, 300_000).default(0),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'must be 16 characters at least, without spaces')
    .optional(),
  ALERT_WEBHOOK_URL: z
    .string()
    .transform((text) => text.trim().split(/[\s,]+/))
    .refine(
      (urls) => urls.every((url) => httpUrl.safeParse(url).success),
      'must be URLs that begin with http:// or https://, with spaces between',
    )
    .optional(),
  ALERT_WEBHOOK_FORM: z
    .enum(ALERT_FORMS, { error: `must be one of ${ALERT_FORMS.join(', ')}` })
    .default('json'),
  ALERT_TELEGRAM_CHAT_ID: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
})

/** The variables that Ferry reads, each in its own type; EVM_RPC_URL_<chain id> apart. */
export type Environment = z.infer<typeof environment>

/** Checks every variable at once; a variable that is empty counts as not set. Throws ConfigError. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const result = environment.safeParse(set)
  if (result.success) return result.data
  throw new ConfigError(
    result.error.issues.map(({ path, message }) => ({ setting: path.join('.'), problem: message })),
  )
}

/** Tells whether the driver can read it. It also takes one without a host, for a socket. */
function isDatabaseUrl(text: string): boolean {
  try {
    const { username, password } = new URL(URL.canParse(text) ? text : text.replace('@/', '@localhost/'))
    return [username, password].every(
      (part) => decodeURIComponent(part.replace(/%(?![0-9a-f]{2})/gi, '%25')) !== null,
    )
  } catch {
    return false
  }
}

/** A problem with one setting. */
interface SettingProblem {
  /** The environment variable, or the place in a file that one names: "PORTAL_CONFIG networks.0.chainId". */
  setting: string
  problem: string
}

/** The configuration can not be used. Its message names every setting that is wrong, one on a line. */
export class ConfigError extends Error {
  override name = 'ConfigError'

  constructor(problems: readonly SettingProblem[]) {
    super(problems.map(({ setting, problem }) => `${setting}: ${problem}`).join('\n'))
  }
}

/** Makes the error of one setting. */
export function settingError(setting: string, problem: string): ConfigError {
  return new ConfigError([{ setting, problem }])
}

/** Adds the variables of an `.env` file, where there is one, to the environment. Variables that are set already stay. */
export function loadEnvFile(path = '.env'): void {
  if (existsSync(path)) process.loadEnvFile(path)
}

/** The proxies whose X-Forwarded-For is trusted, by address or range; false trusts none. */
export type TrustProxy = false | string[]

/** Ranges by name, as the proxy-addr library knows them: this machine, and private networks. */
const NEARBY = ['loopback', 'linklocal', 'uniquelocal']

/**
 * Reads TRUST_PROXY; null when it is invalid. `on` means a proxy on this machine or in a private network: trusting the
 * header from anywhere would let every client choose its own address.
 */
export function readTrustProxy(text: string): TrustProxy | null {
  const value = text.trim().toLowerCase()
  if (value === 'off' || value === 'false') return false
  if (value === 'on' || value === 'true') return NEARBY
  const addresses = value.split(',').map((address) => address.trim())
  return addresses.every(isAddressOrRange) ? addresses : null
}

function isAddressOrRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  if (prefix === undefined) return true
  // A range of everything would trust every client to name its own address.
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) === 0) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}
