import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SilenceWatch } from './silence-watch.ts'

/** A database whose machine is frozen: it takes connections, and says nothing. */
const frozen = createServer((socket) => {
  connections.push(socket)
  socket.on('error', () => {})
})
const connections: Socket[] = []

beforeAll(async () => {
  frozen.listen(0, '127.0.0.1')
  await once(frozen, 'listening')
})

afterAll(() => {
  frozen.close()
  for (const socket of connections) socket.destroy()
})

test('a read that has just begun is not given up with those that went unanswered: the database may go on', {
  timeout: 30_000,
}, async () => {
  const { port } = frozen.address() as AddressInfo
  const watch = new SilenceWatch(`postgres://ferry:ferry@127.0.0.1:${port}/ferry`)
  const givenUp = new Map<number, Error>()
  const begin = (atMs: number) =>
    watch.whileAnswered(new Promise<never>(() => {})).catch((error) => givenUp.set(atMs, error))
  const first = begin(performance.now())
  const later: number[] = []
  let isOver = false
  void first.then(() => {
    isOver = true
  })
  while (!isOver) {
    await delay(100)
    later.push(performance.now())
    void begin(later.at(-1) ?? 0)
  }
  const nowMs = performance.now()
  const young = later.filter((beganMs) => nowMs - beganMs < 900)
  expect(young.length).toBeGreaterThan(3)
  expect(young.filter((beganMs) => givenUp.has(beganMs))).toEqual([])
  expect(later.filter((beganMs) => nowMs - beganMs > 1_500 && !givenUp.has(beganMs))).toEqual([])
  // They are by the next question.
  await expect.poll(() => young.every((beganMs) => givenUp.has(beganMs)), { timeout: 10_000 }).toBe(true)
  expect(String(givenUp.get(young[0] ?? 0))).toContain('the database is silent')
})
