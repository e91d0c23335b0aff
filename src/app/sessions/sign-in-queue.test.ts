import { expect, test } from 'vitest'
import { type Acquaintance, createSignInQueue } from './sign-in-queue.ts'

const CLIENT = { address: '203.0.113.1', known: 'none', countedAs: '203.0.113.1' } as const

/** A queue whose checks end when the test says so. */
function controlledQueue() {
  let nowMs = 0
  const queue = createSignInQueue(() => nowMs)
  const started: string[] = []
  const refused: string[] = []
  const checked: string[] = []
  let end: (() => void) | undefined

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }

  return {
    started,
    refused,
    checked,
    ask(address: string, known: Acquaintance = 'none'): void {
      const check = () => {
        started.push(address)
        return new Promise<void>((resolve) => {
          end = resolve
        })
      }
      queue.check({ address, known, countedAs: address }, check).then(
        () => checked.push(address),
        () => refused.push(address),
      )
    },
    settle,
    async endCheck(): Promise<void> {
      end?.()
      await settle()
    },
    pass(ms: number): void {
      nowMs += ms
    },
  }
}

test('one check at a time', async () => {
  const queue = controlledQueue()
  for (let n = 1; n <= 3; n++) queue.ask(`203.${n}.0.1`)
  await queue.settle()
  expect(queue.started).toHaveLength(1)
  await queue.endCheck()
  expect(queue.started).toHaveLength(2)
  expect(queue.checked).toEqual(['203.1.0.1'])
})

test('a check that fails ends only its own', async () => {
  const queue = createSignInQueue()
  const failing = queue.check(CLIENT, () => Promise.reject(new Error('no')))
  const right = queue.check(CLIENT, () => Promise.resolve(5))
  await expect(failing).rejects.toThrow('no')
  await expect(right).resolves.toBe(5)
})

test('nine in all: the others are refused at once', async () => {
  const queue = controlledQueue()
  for (let n = 1; n <= 400; n++) queue.ask(`198.51.100.${n}`)
  await queue.settle()
  expect(queue.started).toHaveLength(1)
  expect(queue.refused).toHaveLength(391)
})

test.each<[string, (n: number) => string]>([
  ['one address', () => '198.51.100.1'],
  ['one network', (n) => `198.51.${n % 200}.${n % 7}`],
  ['one block of IPv6 networks', (n) => `2001:db8:${(n % 256).toString(16)}:${n}::1`],
  ['as many networks', (n) => `${(n % 200) + 11}.${n % 251}.0.1`],
])('a fresh address is next, whatever came before it from %s', async (_, addressOf) => {
  const queue = controlledQueue()
  for (let n = 1; n <= 400; n++) queue.ask(addressOf(n))
  await queue.settle()
  queue.ask('203.0.113.1')
  await queue.endCheck()
  expect(queue.started.at(-1)).toBe('203.0.113.1')
})

test('a fresh address keeps its place, whatever comes after it from another network', async () => {
  const queue = controlledQueue()
  queue.ask('198.51.100.1')
  queue.ask('203.0.113.1')
  for (let n = 1; n <= 400; n++) queue.ask(`198.51.${n % 200}.${n % 7}`)
  await queue.settle()
  expect(queue.refused).not.toContain('203.0.113.1')
  await queue.endCheck()
  await queue.endCheck()
  expect(queue.started).toContain('203.0.113.1')
})

test('who was refused and tries again comes before those who come for the first time', async () => {
  const queue = controlledQueue()
  queue.ask('203.0.113.1')
  queue.ask('203.1.113.1')
  for (let n = 1; n <= 8; n++) queue.ask(`${n}.0.0.1`)
  await queue.settle()
  expect(queue.refused).toEqual(['203.1.113.1'])
  queue.ask('203.1.113.1')
  for (let n = 1; n <= 400; n++) queue.ask(`${(n % 150) + 10}.${n % 251}.0.1`)
  await queue.endCheck()
  expect(queue.started.at(-1)).toBe('203.1.113.1')

  queue.pass(60_000)
  queue.ask('11.11.0.1')
  queue.ask('204.1.113.1')
  await queue.endCheck()
  expect(queue.started.at(-1)).toBe('204.1.113.1')
})

test('a network that was served lately comes after one that was not, for a quarter of an hour', async () => {
  const queue = controlledQueue()
  queue.ask('198.51.100.1')
  await queue.settle()
  await queue.endCheck()

  queue.ask('192.0.2.1')
  queue.ask('203.0.113.1')
  queue.ask('198.51.7.7')
  await queue.endCheck()
  expect(queue.started).toEqual(['198.51.100.1', '192.0.2.1', '203.0.113.1'])
  await queue.endCheck()
  await queue.endCheck()

  queue.pass(15 * 60_000)
  queue.ask('192.0.2.1')
  queue.ask('203.0.113.1')
  queue.ask('198.51.7.7')
  await queue.endCheck()
  expect(queue.started.slice(4)).toEqual(['192.0.2.1', '198.51.7.7'])
})

test('a device that signed in before comes first, then an address that did', async () => {
  const queue = controlledQueue()
  for (let n = 1; n <= 400; n++) queue.ask(`${n % 200}.${n % 251}.0.1`)
  queue.ask('198.51.100.1', 'address')
  queue.ask('198.51.100.1', 'device')
  for (let n = 1; n <= 400; n++) queue.ask(`${n % 200}.${n % 241}.7.1`)
  await queue.endCheck()
  expect(queue.started.at(-1)).toBe('198.51.100.1')
  await queue.endCheck()
  expect(queue.started.slice(1, 3)).toEqual(['198.51.100.1', '198.51.100.1'])
})

test('who has waited for ten seconds is refused', async () => {
  const queue = controlledQueue()
  queue.ask('198.51.100.1')
  queue.ask('203.0.113.1')
  await queue.settle()
  queue.pass(10_001)
  await queue.endCheck()
  expect(queue.refused).toEqual(['203.0.113.1'])
})
