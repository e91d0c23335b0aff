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

async function help(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--help'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH },
  })
  return stdout
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
