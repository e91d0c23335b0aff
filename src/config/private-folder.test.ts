import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePrivateFolder } from './private-folder.ts'

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'ferry-private-'))
  folder = join(parent, 'data')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const modeOf = () => statSync(folder).mode & 0o7777

function makeWithMode(mode: number): void {
  mkdirSync(folder)
  chmodSync(folder, mode)
}

test('makes the folder for its owner alone', async () => {
  expect(await makePrivateFolder(folder)).toBeNull()
  expect(modeOf()).toBe(0o700)
})

test.each([0o755, 0o750, 0o701, 0o777])('makes one that was there with mode %o private', async (mode) => {
  makeWithMode(mode)
  expect(await makePrivateFolder(folder)).toBeNull()
  expect(modeOf()).toBe(0o700)
})

test('leaves one that is private already as it is', async () => {
  makeWithMode(0o500)
  expect(await makePrivateFolder(folder)).toBeNull()
  expect(modeOf()).toBe(0o500)
})

test('leaves a folder that users share as it is, and says so', async () => {
  makeWithMode(0o1777)
  expect(await makePrivateFolder(folder)).toMatch(/mode 1777\), .* it is a folder that users share/)
  expect(modeOf()).toBe(0o1777)
})

test.runIf(process.geteuid?.() === 0)("leaves somebody else's as it is, and says so", async () => {
  makeWithMode(0o755)
  chownSync(folder, 12345, 12345)
  expect(await makePrivateFolder(folder)).toMatch(/mode 0755\), .* it belongs to another user \(uid 12345\)/)
  expect(modeOf()).toBe(0o755)
})
