import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyRingOf } from '#bin/key-ring.ts'
import { openDatabase } from '#store/database/database.ts'
import { rotateKey } from '#store/tools/key-rotation/rotate-key.ts'
import { alterStore, readRows } from '../harness/alter-store.ts'
import { makeSealedFolder, type SealedFolder } from '../harness/sealed-folder.ts'

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
  readRows<{ key_fingerprint: string }>(file('ferry.sqlite'), 'select key_fingerprint from store_identity')[0]
    ?.key_fingerprint

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

test('exchanges the key file, keeps the old one beside it, and says no key', {
  timeout: 60_000,
}, async () => {
  const before = keyIn('secrets.key')
  const { code, text } = await run()
  expect(text).toMatch(/claims: 2 sealed with the new key, and opened again\n/)
  expect(code).toBe(0)
  expect(keyIn('secrets.key.old')).toEqual(before)
  const after = keyIn('secrets.key')
  expect(after).not.toEqual(before)
  expect(existsSync(file('secrets.key.next'))).toBe(false)
  for (const name of ['secrets.key', 'secrets.key.old']) expect(statSync(file(name)).mode & 0o777).toBe(0o600)
  for (const key of keyTexts(before, after)) expect(text).not.toContain(key)
  expect(await folder.accepted()).toEqual(folder.acceptedBefore)
})

test('given again, it makes no further key, so that backups keep the one before', {
  timeout: 60_000,
}, async () => {
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

test('goes on where it was interrupted between the two key files', { timeout: 60_000 }, async () => {
  const next = randomBytes(32)
  writeFileSync(file('secrets.key.next'), next.toString('base64'), { mode: 0o600 })
  const database = await openDatabase(file('ferry.sqlite'))
  await rotateKey(database, keyRingOf(keyIn('secrets.key')), keyRingOf(next))
  await database.close()
  linkSync(file('secrets.key'), file('secrets.key.old'))
  expect((await run()).code).toBe(0)
  expect(keyIn('secrets.key')).toEqual(next)
})

test('goes on where it was interrupted after the commit', { timeout: 60_000 }, async () => {
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

test('takes both keys from the environment where the servers do', { timeout: 60_000 }, async () => {
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
  ['a new key that is none', { SECRETS_KEY: KEY, NEW_SECRETS_KEY: 'x' }, /NEW_SECRETS_KEY: must be 32 bytes/],
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
