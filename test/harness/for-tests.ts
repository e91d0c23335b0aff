import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

/** A new folder for the tests of this file or `describe`: it goes after whatever they start later. */
export function folderForTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-tests-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What a test starts and has to end. */
type Part = { close(): unknown } | { stop(): unknown }

/** Starts a part before the tests of this file or `describe`, and ends it after them. It can be used within the tests only. */
export function forAllTests<T extends Part>(start: () => Promise<T>, timeoutMs?: number): T {
  return startedBy(start, beforeAll, afterAll, timeoutMs)
}

/** Starts a part before each test of this file or `describe`, and ends it after it. */
export function forEachTest<T extends Part>(start: () => Promise<T>, timeoutMs?: number): T {
  return startedBy(start, beforeEach, afterEach, timeoutMs)
}

function startedBy<T extends Part>(
  start: () => Promise<T>,
  before: typeof beforeAll | typeof beforeEach,
  after: typeof afterAll | typeof afterEach,
  timeoutMs?: number,
): T {
  let started: T | undefined
  before(async () => {
    started = await start()
  }, timeoutMs)
  after(async () => {
    const part = started
    started = undefined
    // A start that failed left nothing to end.
    if (part) await ('close' in part ? part.close() : part.stop())
  })
  const now = (): T => {
    if (!started) throw new Error('Not started: it is there within tests only')
    return started
  }
  return new Proxy({} as T, {
    get(_, key) {
      const value: unknown = Reflect.get(now(), key)
      // A method of a class needs its own object, for private fields.
      return typeof value === 'function' && !Object.hasOwn(now(), key) ? value.bind(now()) : value
    },
    set: (_, key, value) => Reflect.set(now(), key, value),
    has: (_, key) => Reflect.has(now(), key),
    ownKeys: () => Reflect.ownKeys(now()),
    getOwnPropertyDescriptor: (_, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(now(), key)
      return descriptor && { ...descriptor, configurable: true }
    },
  })
}
