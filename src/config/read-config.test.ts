import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_NETWORKS } from '#domain/networks.ts'
import { readConfig } from './read-config.ts'

/** A hash of "open sesame", as "npm run hash-password" makes it. */
const HASH = 'scrypt$32768$8$3$cGVwcGVyYW5kc2FsdDEyMw==$k7leLs+yHAGBNOEKT6sr8kv2zLgT1jzBYyQbsvYrLNk='

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-config-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = (variables: Record<string, string | undefined>) =>
  readConfig({ DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD_HASH: HASH, ...variables })

describe('defaults', () => {
  test('are those of the documentation', async () => {
    const config = await read({})
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseLocation: join(folder, 'data', 'ferry.sqlite'),
      allocationsFile: null,
      adminFlag: 'operator',
      solanaRpcUrl: 'https://api.mainnet-beta.solana.com',
      solanaVerifyRpcUrl: null,
      trustProxy: false,
      shutdownDelayMs: 0,
      logLevel: 'info',
      sessionTerms: { idleMs: 120 * 60_000 },
      warnings: [],
    })
    expect(config.settings).toEqual({
      tokenName: 'Token',
      tokenSymbol: 'TOKEN',
      networks: DEFAULT_NETWORKS,
      coinDecimals: 18,
      expectedSupplyUA: null,
      channelUrl: null,
      publicUrl: null,
      links: { site: null, terms: null, support: null, announcement: null },
      explorer: 'solana',
      claimMessage: 'lines',
      termsHash: null,
      accentColor: null,
      logoUrl: null,
      claimsOpenAtMs: null,
      claimsCloseAtMs: null,
      coolingOffMinutes: 0,
      expectedPayoutAtMs: null,
      walletConnect: null,
      safeAppOrigins: [],
      publishBundle: false,
      publicProgress: false,
    })
  })

  test('an empty variable counts as not set', async () => {
    expect(await read({ ADMIN_FLAG: '', PORT: ' ' })).toMatchObject({ adminFlag: 'operator', port: 3000 })
  })
})

describe('what is seen from outside', () => {
  const seen = async (variables: Record<string, string>) => (await read(variables)).observability

  test('is off unless it is configured', async () => {
    const metrics = { host: '127.0.0.1', port: null, token: null }
    expect(await seen({})).toEqual({ metrics, alerts: null })
  })

  test('takes several webhooks, and a chat for Telegram', async () => {
    const urls = ['https://one.example/a', 'http://two.example/b?c=d']
    const { alerts } = await seen({
      ALERT_WEBHOOK_URL: ` ${urls.join('  ')}`,
      ALERT_WEBHOOK_FORM: 'telegram',
      ALERT_TELEGRAM_CHAT_ID: '-100',
    })
    expect(alerts).toEqual({ urls, form: 'telegram', telegramChatId: '-100' })
    await expect(
      read({ ALERT_WEBHOOK_URL: 'https://one.example', ALERT_WEBHOOK_FORM: 'telegram' }),
    ).rejects.toThrow('ALERT_TELEGRAM_CHAT_ID')
  })

  test('a wrong URL is not repeated: it may hold a token', async () => {
    const error = await read({ ALERT_WEBHOOK_URL: 'bot123:secret' }).catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('ALERT_WEBHOOK_URL')
    expect(String(error)).not.toContain('secret')
  })
})

test.each([
  ['PORT', 'many'],
  ['PORT', '70000'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'mysql://localhost/ferry'],
  ['DATABASE_URL', 'postgres://ferry:a/b#c@db:5432/ferry'],
  ['DATABASE_URL', 'postgres://db:port/ferry'],
  ['DATABASE_URL', 'postgres://ferry:%ff@db/ferry'],
  ['METRICS_PORT', '0'],
  ['METRICS_PORT', '3000'],
  ['METRICS_TOKEN', 'short'],
  ['METRICS_TOKEN', 'sixteen letters and spaces'],
  ['ALERT_WEBHOOK_URL', 'hooks.example'],
  ['ALERT_WEBHOOK_URL', 'https://hooks.example ftp://hooks.example'],
  ['ALERT_WEBHOOK_FORM', 'email'],
  ['ADMIN_FLAG', 'a flag'],
  ['EVM_RPC_URL_56', 'wss://example.org'],
  ['EVM_RPC_URL_271', 'example.org'],
  ['EVM_RPC_URL_1', 'https://example.org'],
  ['EVM_RPC_URL_BSC', 'https://example.org'],
  ['SOLANA_RPC_URL', 'ftp://example.org'],
  ['SOLANA_VERIFY_RPC_URL', 'nonsense'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '10.0.0.0/40'],
  ['TRUST_PROXY', '1'],
  ['SHUTDOWN_DELAY_MS', '-1'],
  ['SHUTDOWN_DELAY_MS', '10s'],
  ['SHUTDOWN_DELAY_MS', '300001'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.1, ::/0'],
  ['LOG_LEVEL', 'loud'],
  ['ADMIN_PASSWORD_HASH', 'plain'],
  ['ADMIN_PASSWORD_HASH', HASH.replace('32768', '32767')],
  ['ADMIN_PASSWORD_HASH', HASH.replace('32768$8', '16777216$64')],
  ['SECRETS_KEY', 'c2hvcnQ='],
  ['SECRETS_KEY', `${'A'.repeat(42)}!=`],
  ['SECRETS_KEY', `${'A'.repeat(42)}!A=`],
  ['PORTAL_CONFIG', '/nowhere/portal.json'],
  ['DATA_DIR', '/dev/null/data'],
  ['SESSION_IDLE_MINUTES', '4'],
  ['SESSION_IDLE_MINUTES', '721'],
  ['SESSION_IDLE_MINUTES', 'never'],
])('a wrong %s (%s) stops the start and is named', async (name, value) => {
  await expect(read({ [name]: value })).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining(`${name}: `),
  })
})

test('several wrong values are named together', async () => {
  const reading = read({ PORT: 'x', LOG_LEVEL: 'y' })
  await expect(reading).rejects.toThrow(/PORT: .*\nLOG_LEVEL: /)
})

test('an EVM node may be named for any configured network', async () => {
  const path = join(folder, 'portal.json')
  const network = {
    chainId: '0x7a69',
    chainName: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:8545'],
  }
  writeFileSync(path, JSON.stringify({ networks: [network] }))
  const { evmRpcUrls } = await read({ PORTAL_CONFIG: path, EVM_RPC_URL_31337: 'http://127.0.0.1:8545' })
  expect([...evmRpcUrls]).toEqual([[31337, 'http://127.0.0.1:8545']])
  await expect(read({ PORTAL_CONFIG: path, EVM_RPC_URL_56: 'http://127.0.0.1:8545' })).rejects.toThrow(
    'EVM_RPC_URL_56: names no configured network: their chain ids are 31337',
  )
})

test('a missing password stops the start, with the variable to set', async () => {
  await expect(read({ ADMIN_PASSWORD_HASH: undefined })).rejects.toThrow(
    /ADMIN_PASSWORD_HASH.*ADMIN_PASSWORD/,
  )
})

test.each([
  ['off', false],
  ['on', ['loopback', 'linklocal', 'uniquelocal']],
  ['10.0.0.1, 192.168.0.0/16, ::1', ['10.0.0.1', '192.168.0.0/16', '::1']],
])('TRUST_PROXY %s', async (text, trust) => {
  expect((await read({ TRUST_PROXY: text })).trustProxy).toEqual(trust)
})

describe('admin password', () => {
  test('from a hash', async () => {
    const { adminPassword } = await read({})
    expect(await adminPassword.verify('open sesame')).toBe(true)
    expect(await adminPassword.verify('open sesame ')).toBe(false)
  })

  test('from the password itself', async () => {
    const ADMIN_PASSWORD = 'twelve chars'
    const { adminPassword } = await read({ ADMIN_PASSWORD_HASH: undefined, ADMIN_PASSWORD })
    expect(await adminPassword.verify(ADMIN_PASSWORD)).toBe(true)
    expect(await adminPassword.verify('y'.repeat(12))).toBe(false)
  })

  test.each(['x', 'x'.repeat(11), '🚢'.repeat(11)])('%s is too short', async (ADMIN_PASSWORD) => {
    await expect(read({ ADMIN_PASSWORD_HASH: undefined, ADMIN_PASSWORD })).rejects.toThrow(
      'ADMIN_PASSWORD: must have at least 12 characters',
    )
  })

  test.each([
    'passwordpassword',
    'xxxxxxxxxxxx',
    'abcabcabcabc',
    'correctcorrect',
    '123456789012',
    'qwertyuiop12',
    'P@ssw0rd2026!',
    'Ferry-Admin-2026',
    'adminadmin123',
    'Welcome to Ferry',
    'Summer2026!!!!',
    'iloveyou1234',
    '1q2w3e4r5t6y',
  ])('%s is easily guessed', async (ADMIN_PASSWORD) => {
    await expect(read({ ADMIN_PASSWORD_HASH: undefined, ADMIN_PASSWORD })).rejects.toThrow(
      'ADMIN_PASSWORD: is one of the first that are guessed: take four words that do not belong together',
    )
  })

  test.each([
    'correct horse battery staple',
    'a long password',
    'k3J9vQx2LmT8',
    '4f1c09be77a2d35e',
    '8301746295813047',
  ])('%s is taken', async (ADMIN_PASSWORD) => {
    await expect(read({ ADMIN_PASSWORD_HASH: undefined, ADMIN_PASSWORD })).resolves.toBeDefined()
  })

  test.each(['16384$8$3', '32768$4$3', '32768$8$2', '16384$1$1'])(
    'a hash of cost %s is too weak',
    async (cost) => {
      const weak = HASH.replace('32768$8$3', cost)
      await expect(read({ ADMIN_PASSWORD_HASH: weak })).rejects.toThrow(
        'ADMIN_PASSWORD_HASH: is quicker to guess than what "npm run hash-password" prints: make it anew',
      )
    },
  )

  test('its fingerprint is that of the setting: the same at every start, another with another', async () => {
    const fingerprint = async (variables: Record<string, string | undefined>) =>
      (await read(variables)).sessionTerms.passwordFingerprint
    const plain = (ADMIN_PASSWORD: string) => fingerprint({ ADMIN_PASSWORD_HASH: undefined, ADMIN_PASSWORD })
    expect(await plain('a long password')).toBe(await plain('a long password'))
    expect(await plain('a long password')).not.toBe(await plain('another password'))
    expect(await fingerprint({})).toBe(await fingerprint({}))
    expect(await fingerprint({})).not.toBe(await plain('open sesame and so on'))
  })
})

describe('PORTAL_CONFIG', () => {
  const readSettings = async (content: unknown) => {
    const path = join(folder, 'portal.json')
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return (await read({ PORTAL_CONFIG: path })).settings
  }
  const network = {
    chainId: 1,
    chainName: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://rpc.example.org'],
  }

  test('takes its settings and fills in the rest', async () => {
    writeFileSync(join(folder, 'boat.svg'), '<svg/>')
    const settings = await readSettings({
      tokenName: 'Ferry',
      tokenSymbol: 'FRY',
      coinDecimals: 9,
      expectedSupply: '1000.50',
      channelUrl: 'https://t.me/ferry',
      explorer: 'solscan',
      accentColor: '#1B5e8c',
      logo: 'boat.svg',
      claimsOpenAt: 1_800_000_000,
      claimsCloseAt: '2027-01-31T12:00:00+02:00',
      coolingOffMinutes: 60,
      expectedPayoutAt: '2027-02-15T12:00:00Z',
      walletConnectProjectId: '0123456789abcdef0123456789abcdef',
      safeAppOrigins: ['https://app.safe.global/'],
      publishBundle: true,
      publicProgress: true,
      networks: [network, { ...network, chainId: '0x0038' }],
    })
    expect(settings).toEqual({
      tokenName: 'Ferry',
      tokenSymbol: 'FRY',
      coinDecimals: 9,
      expectedSupplyUA: '1000.5',
      channelUrl: 'https://t.me/ferry',
      publicUrl: null,
      links: { site: null, terms: null, support: null, announcement: null },
      explorer: 'solscan',
      claimMessage: 'lines',
      termsHash: null,
      accentColor: '#1B5e8c',
      logoUrl: `data:image/svg+xml;base64,${btoa('<svg/>')}`,
      claimsOpenAtMs: 1_800_000_000_000,
      claimsCloseAtMs: Date.UTC(2027, 0, 31, 10),
      coolingOffMinutes: 60,
      expectedPayoutAtMs: Date.UTC(2027, 1, 15, 12),
      walletConnect: {
        projectId: '0123456789abcdef0123456789abcdef',
        relayUrl: 'wss://relay.walletconnect.org',
      },
      safeAppOrigins: ['https://app.safe.global'],
      publishBundle: true,
      publicProgress: true,
      networks: [
        { ...network, chainId: '0x1', blockExplorerUrls: [] },
        { ...network, chainId: '0x38', blockExplorerUrls: [] },
      ],
    })
  })

  test('a logo that every visitor would wait for is refused', async () => {
    writeFileSync(join(folder, 'large.png'), Buffer.alloc(32 * 1024 + 1))
    await expect(readSettings({ logo: 'large.png' })).rejects.toThrow(/large\.png is larger than 32 kB/)
  })

  test.each([
    ['an unknown key', { tokenNmae: 'x' }, /tokenNmae/],
    ['no JSON', '{', /not valid JSON/],
    ['no object', [], /PORTAL_CONFIG/],
    ['a time without a zone', { claimsOpenAt: '2027-01-31T12:00:00' }, /claimsOpenAt/],
    ['an expected day without a time', { expectedPayoutAt: 'soon' }, /expectedPayoutAt/],
    ['a close before the opening', { claimsOpenAt: 20, claimsCloseAt: 10 }, /claimsCloseAt/],
    ['no network', { networks: [] }, /networks/],
    ['a chain id that is none', { networks: [{ ...network, chainId: '0xzz' }] }, /networks\.0\.chainId/],
    ['a network twice', { networks: [network, { ...network, chainId: '0x1' }] }, /same chainId/],
    ['an unknown key of a network', { networks: [{ ...network, rpcUrl: 'x' }] }, /rpcUrl/],
    ['a link that is no URL', { channelUrl: 'javascript:alert(1)' }, /channelUrl/],
    [
      'an explorer that is not known',
      { explorer: 'etherscan' },
      /explorer: must be "solana", "solscan", or "solanafm"/,
    ],
    ['an accent that is no colour', { accentColor: 'blue' }, /accentColor/],
    ['a logo that is not there', { logo: 'none.png' }, /logo.*none\.png/],
    ['a logo that is no picture', { logo: 'portal.json' }, /logo/],
    ['decimals that are none', { coinDecimals: 1.5 }, /coinDecimals/],
    ['half a minute of cooling off', { coolingOffMinutes: 0.5 }, /coolingOffMinutes/],
    ['a negative time of cooling off', { coolingOffMinutes: -1 }, /coolingOffMinutes/],
    ['a year of cooling off', { coolingOffMinutes: 525_600 }, /coolingOffMinutes/],
    ['a supply that is a number', { expectedSupply: 1e9 }, /expectedSupply/],
  ])('%s is refused and named', async (_, content, message) => {
    await expect(readSettings(content)).rejects.toThrow(message)
  })
})

describe('DATA_DIR and the key file', () => {
  const keyFile = () => join(folder, 'data', 'secrets.key')

  test('are made for the owner only, and the key stays the same', async () => {
    const { secretsKey } = await read({})
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    expect(secretsKey).toHaveLength(32)
    expect((await read({})).secretsKey).toEqual(secretsKey)
  })

  test('nothing is written where the key is there: the disk may be full', async () => {
    await read({})
    const before = statSync(join(folder, 'data'), { bigint: true }).mtimeNs
    await read({})
    expect(statSync(join(folder, 'data'), { bigint: true }).mtimeNs).toBe(before)
  })

  test('SECRETS_KEY takes precedence over the file', async () => {
    const key = Buffer.alloc(32, 7)
    expect((await read({ SECRETS_KEY: key.toString('base64') })).secretsKey).toEqual(key)
    expect(() => statSync(keyFile())).toThrow()
  })

  test.each([
    ['that others can read', 0o644, Buffer.alloc(32).toString('base64')],
    ['of the wrong length', 0o600, Buffer.alloc(31).toString('base64')],
    ['that is empty', 0o600, ''],
  ])('a key file %s is refused, and left as it is', async (_, mode, content) => {
    await read({})
    rmSync(keyFile())
    writeFileSync(keyFile(), content, { mode })
    await expect(read({})).rejects.toThrow(/secrets\.key/)
    expect(readFileSync(keyFile(), 'utf8')).toBe(content)
  })
})
