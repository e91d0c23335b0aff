import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

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
