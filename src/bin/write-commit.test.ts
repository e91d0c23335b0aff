import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCommit } from '#config/build.ts'
import { findCommit } from './write-commit.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-commit-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function git(...args: string[]): string {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.org']
  return execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' }).trim()
}

test('is the one that git has checked out, and says where files were changed since', () => {
  git('init', '--quiet')
  writeFileSync(join(folder, 'file'), 'one')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  git('tag', 'v9')
  const commit = git('rev-parse', '--short=12', 'HEAD')
  expect(findCommit(folder, {})).toBe(commit)
  expect(findCommit(folder, { FERRY_COMMIT: '' })).toBe(commit)
  writeFileSync(join(folder, 'file'), 'two')
  expect(findCommit(folder, {})).toBe(`${commit}-dirty`)
  const within = join(folder, 'within')
  mkdirSync(within)
  expect(findCommit(within, {})).toBe('unknown')
})

test('is the one that FERRY_COMMIT names, and unknown without both', () => {
  expect(findCommit(folder, { FERRY_COMMIT: 'abc123\n' })).toBe('abc123')
  expect(findCommit(folder, {})).toBe('unknown')
})

test('is read as it was written, and unknown before a build', () => {
  const file = pathToFileURL(join(folder, 'commit'))
  expect(readCommit(file)).toBe('unknown')
  writeFileSync(file, 'abc123')
  expect(readCommit(file)).toBe('abc123')
})
