import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { portalResponse } from '#api-schema/portal.ts'
import { keyRingOf } from '#bin/key-ring.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { rotateKey } from '#store/tools/key-rotation/rotate-key.ts'
import { alterStore, readRows } from '../harness/alter-store.ts'
import { fetchEndpoint } from '../harness/call-endpoint.ts'
import { makeHolder, signClaim } from '../harness/holders.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { makeSealedFolder, type SealedFolder } from '../harness/sealed-store.ts'
import { ADMIN_PASSWORD } from '../harness/start-portal.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as {
  scripts: Record<string, string>
}

/** The scripts that are one file, and the file. */
const COMMANDS = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = /^node [^&]*?(\S+\.ts)$/.exec(script) ?? []
  return file === undefined ? [] : [[name, file] as const]
})
const TROUBLES = ['kills', 'database', 'deploys', 'disk', 'hostile', 'proxies']

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { PATH: process.env.PATH } })

async function help(...args: string[]): Promise<string> {
  return (await run(...args, '--help')).stdout
}

test.each(COMMANDS)('npm run %s -- --help explains it and does nothing else', async (name, file) => {
  expect(await help(file)).toContain(name === 'start' ? 'npm start' : `npm run ${name}`)
})

test.each(TROUBLES)('so does npm run soak -- %s --help', async (name) => {
  expect(await help('lab/bin/soak.ts', name)).toContain(`npm run soak -- ${name} [options]`)
})

test('there are commands', () => {
  expect(COMMANDS.length).toBeGreaterThan(18)
})

test.each(['--from', '--reopen'])(
  'copy-store says in words that a file is no database: %s',
  async (option) => {
    const other = option === '--from' ? ['--to', '/nowhere/other'] : []
    const asked = run('src/bin/copy-store.ts', option, `${ROOT}/package.json`, ...other)
    const { code, stderr } = await asked.catch((error) => error)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Nothing was moved\.\nThe database can not be used: it is damaged/)
    expect(stderr).not.toMatch(/^\s+at /m)
  },
)

const MISSING = '/nowhere/file'
const SNAPSHOT = ['--rpc', 'http://127.0.0.1:1', '--token', `0x${'1'.repeat(40)}`, '--out', MISSING]

test.each([
  ['src/bin/verify.ts', '--proof', MISSING],
  ['src/bin/verify.ts', '--list', MISSING],
  ['src/bin/verify.ts', '--receipt', MISSING],
  ['src/bin/copy-store.ts', '--from', MISSING, '--to', '/nowhere/other'],
  ['tools/snapshot/main.ts', ...SNAPSHOT, '--exclude', MISSING],
])('%s says in words that a file is not there: %s', async (...args) => {
  const { code, stdout, stderr } = await run(...args).catch((error) => error)
  expect(code).toBeGreaterThan(0)
  expect(stdout + stderr).toContain(MISSING)
  expect(stdout + stderr).not.toMatch(/ENOENT|^\s+at /m)
})

test('npm run demo serves a portal with claims to pay, until Ctrl-C', { timeout: 180_000 }, async () => {
  const child = spawn(process.execPath, ['lab/bin/demo.ts'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = once(child, 'exit')
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  await expect
    .poll(() => /Claim page +(http\S+)/.test(said) || child.exitCode, { timeout: 150_000 })
    .toBe(true)
  const url = /Claim page +(http\S+)/.exec(said)?.[1] ?? ''
  const portal = portalResponse.parse(await (await fetch(`${url}/api/portal`)).json())
  expect(portal.claimsOpen).toBe(true)
  expect(said).toMatch(/Password +\S+/)
  child.kill('SIGINT')
  expect((await exit)[0]).toBe(0)
  expect(said).not.toMatch(/^\s+at /m)
})

/** Long ago, so that claims are refused until the example opens the window. */
const CLOSED = { claimsOpenAt: 1_000_000_000, claimsCloseAt: 1_000_000_001 }

test('examples/api/migrate.ts runs a migration from the list to the ledger', async () => {
  const portal = await startPayingPortal({ settings: CLOSED })
  const url = await portal.ferry.listen()
  const holders = Array.from({ length: 5 }, () => makeHolder())
  const list = join(portal.folder, 'holders.csv')
  const ledger = join(portal.folder, 'ledger.csv')
  const rows = holders.map(({ account }) => `${account.address},1.5\n`)
  writeFileSync(list, `address,amountUA\n${rows.join('')}`)

  const done = promisify(execFile)(process.execPath, ['examples/api/migrate.ts'], {
    env: {
      PATH: process.env.PATH,
      FERRY_URL: url,
      ADMIN_PASSWORD,
      HOLDERS: list,
      LEDGER: ledger,
      CLAIMS: '3',
      RPC_URL: portal.rpcUrl,
      TOKEN_MINT: portal.mint,
      PRIVATE_KEY: portal.walletKeyJson,
    },
  })
  const isOpen = async () =>
    portalResponse.parse(await (await fetchEndpoint(url, endpoints.public.portal)).json()).claimsOpen
  await Promise.race([done, expect.poll(isOpen, { timeout: 60_000 }).toBe(true)])
  const claims = await Promise.all(holders.slice(0, 3).map((holder) => signClaim(holder)))
  for (const body of claims) {
    expect((await fetchEndpoint(url, endpoints.public.submitClaim, { body })).status).toBe(200)
  }

  const { stdout } = await done
  expect(stdout).toContain('3 paid, 0 failed, 0 on hold')
  expect(stdout).toContain('On the chain: 3 payments, 4.5 tokens')
  expect(await isOpen()).toBe(false)
  for (const { sol } of claims) {
    expect(readFileSync(ledger, 'utf8')).toContain(sol)
    expect(await portal.balanceOf(sol)).toBe(1_500_000_000n)
  }
  await portal.close()
})

describe('rotate key command', () => {
  /** `npm run rotate-key`, as an operator runs it. */

  const MAIN = fileURLToPath(new URL('../../src/bin/rotate-key.ts', import.meta.url))

  let folder: SealedFolder
  beforeEach(async () => {
    folder = await makeSealedFolder()
  })
  afterEach(() => folder.remove())

  const file = (name: string) => join(folder.dataDir, name)
  const keyIn = (name: string) => Buffer.from(readFileSync(file(name), 'utf8').trim(), 'base64')
  const bound = () =>
    readRows<{ key_fingerprint: string }>(
      file('ferry.sqlite'),
      'select key_fingerprint from store_identity',
    )[0]?.key_fingerprint

  function start(environment: Record<string, string> = {}) {
    const child = spawn(process.execPath, [MAIN], {
      cwd: folder.dataDir,
      env: { DATA_DIR: folder.dataDir, ...environment },
    })
    const output = { text: '' }
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output.text += chunk
      })
    }
    return { child, output, exit: once(child, 'close').then(([code]) => code as number | null) }
  }

  async function run(environment: Record<string, string> = {}) {
    const { output, exit } = start(environment)
    return { code: await exit, text: output.text }
  }

  const keyTexts = (...keys: Buffer[]) => keys.flatMap((key) => [key.toString('base64'), key.toString('hex')])

  test('exchanges the key file, keeps the old one beside it, and says no key', async () => {
    const before = keyIn('secrets.key')
    const { code, text } = await run()
    expect(text).toMatch(/claims: 2 sealed with the new key, and opened again\n/)
    expect(code).toBe(0)
    expect(keyIn('secrets.key.old')).toEqual(before)
    const after = keyIn('secrets.key')
    expect(after).not.toEqual(before)
    expect(existsSync(file('secrets.key.next'))).toBe(false)
    for (const name of ['secrets.key', 'secrets.key.old'])
      expect(statSync(file(name)).mode & 0o777).toBe(0o600)
    for (const key of keyTexts(before, after)) expect(text).not.toContain(key)
    expect(await folder.accepted()).toEqual(folder.acceptedBefore)
  })

  test('given again, it makes no further key, so that backups keep the one before', async () => {
    const before = keyIn('secrets.key')
    expect((await run()).code).toBe(0)
    const after = keyIn('secrets.key')
    const { code, text } = await run()
    expect(text).toMatch(/^The key was not changed\.\n.*secrets\.key\.old/s)
    expect(code).toBe(1)
    expect(keyIn('secrets.key')).toEqual(after)
    expect(keyIn('secrets.key.old')).toEqual(before)
    expect(existsSync(file('secrets.key.next'))).toBe(false)
    renameSync(file('secrets.key.old'), file('secrets.key.of-backups'))
    expect((await run()).code).toBe(0)
  })

  test('goes on where it was interrupted between the two key files', async () => {
    const next = randomBytes(32)
    writeFileSync(file('secrets.key.next'), next.toString('base64'), { mode: 0o600 })
    const database = await openDatabase(file('ferry.sqlite'))
    await rotateKey(database, keyRingOf(keyIn('secrets.key')), keyRingOf(next))
    await database.close()
    linkSync(file('secrets.key'), file('secrets.key.old'))
    expect((await run()).code).toBe(0)
    expect(keyIn('secrets.key')).toEqual(next)
  })

  test('goes on where it was interrupted after the commit', async () => {
    const next = randomBytes(32)
    writeFileSync(file('secrets.key.next'), next.toString('base64'), { mode: 0o600 })
    const database = await openDatabase(file('ferry.sqlite'))
    await rotateKey(database, keyRingOf(keyIn('secrets.key')), keyRingOf(next))
    await database.close()
    await expect(folder.accepted()).rejects.toThrow(/"npm run rotate-key" was interrupted, run it again/)
    expect(await run()).toMatchObject({
      code: 0,
      text: expect.stringContaining('belongs to the new key already'),
    })
    expect(keyIn('secrets.key')).toEqual(next)
    expect(await folder.accepted()).toEqual(folder.acceptedBefore)
  })

  test('killed at any moment, it leaves one key that opens everything, and a second run ends it', {
    timeout: 120_000,
  }, async () => {
    const before = keyIn('secrets.key')
    for (const ms of [150, 300, 450, 600, 800, 1000]) {
      const { child, exit } = start()
      await delay(ms)
      child.kill('SIGKILL')
      await exit
      const keys = ['secrets.key', 'secrets.key.next'].filter((name) => existsSync(file(name))).map(keyIn)
      expect(keys.map((key) => keyRingOf(key).fingerprint)).toContain(bound())
      // One that came to its end before it was killed has left the key of backups, as an operator takes it away.
      rmSync(file('secrets.key.old'), { force: true })
    }
    expect((await run()).code).toBe(0)
    expect(keyIn('secrets.key')).not.toEqual(before)
    expect(await folder.accepted()).toEqual(folder.acceptedBefore)
  })

  test('takes both keys from the environment where the servers do', async () => {
    const present = keyIn('secrets.key')
    const next = randomBytes(32)
    rmSync(file('secrets.key'))
    const SECRETS_KEY = present.toString('base64')
    const NEW_SECRETS_KEY = next.toString('base64')
    const { code, text } = await run({ SECRETS_KEY, NEW_SECRETS_KEY })
    expect(text).toMatch(/Start Ferry with the new key/)
    expect(code).toBe(0)
    for (const key of keyTexts(present, next)) expect(text).not.toContain(key)
    expect(existsSync(file('secrets.key'))).toBe(false)
    expect(await folder.accepted(NEW_SECRETS_KEY)).toEqual(folder.acceptedBefore)
    expect((await run({ SECRETS_KEY, NEW_SECRETS_KEY })).text).toMatch(/belongs to the new key already/)
  })

  const KEY = Buffer.alloc(32, 1).toString('base64')
  const OTHER = Buffer.alloc(32, 2).toString('base64')

  test.each([
    ['no new key', { SECRETS_KEY: KEY }, /NEW_SECRETS_KEY: set it to the next key/],
    ['the same key twice', { SECRETS_KEY: KEY, NEW_SECRETS_KEY: KEY }, /NEW_SECRETS_KEY: is the same/],
    [
      'a new key that is none',
      { SECRETS_KEY: KEY, NEW_SECRETS_KEY: 'x' },
      /NEW_SECRETS_KEY: must be 32 bytes/,
    ],
    [
      'a present key that is none',
      { SECRETS_KEY: 'x', NEW_SECRETS_KEY: KEY },
      /^SECRETS_KEY: must be 32 bytes/m,
    ],
    [
      'a present key of another database',
      { SECRETS_KEY: KEY, NEW_SECRETS_KEY: OTHER },
      /not the one that this database belongs to/,
    ],
    [
      'a new key beside a key file',
      { NEW_SECRETS_KEY: KEY },
      /NEW_SECRETS_KEY: is for servers that have SECRETS_KEY/,
    ],
    [
      'PostgreSQL and no key',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      /SECRETS_KEY: must be set with DATABASE_URL/,
    ],
    ['no database', { DATA_DIR: '/nowhere/data' }, /DATA_DIR: has no database/],
  ])('%s changes nothing, and is said', async (_, environment, words) => {
    const before = [bound(), keyIn('secrets.key')]
    const { code, text } = await run(environment)
    expect(text).toMatch(words)
    expect(text).toMatch(/^The key was not changed\.$/m)
    expect(text).not.toMatch(/\n\s+at /)
    expect(code).toBe(1)
    expect([bound(), keyIn('secrets.key')]).toEqual(before)
  })

  test('a run that is unfinished keeps the key as it is', async () => {
    alterStore(file('ferry.sqlite'), "update run set state = 'running' where id = 1")
    expect(await run()).toMatchObject({ code: 1, text: expect.stringMatching(/A run is unfinished/) })
  })
})
