import { expect, test } from 'vitest'
import { PortalError } from '#domain/portal-error.ts'
import { withStatementCache } from './open-sqlite.ts'
import { batchedLookup } from './queries.ts'

test('what one turn asks for is one look-up, answered in its places', async () => {
  const asked: string[][] = []
  const find = batchedLookup<string, string>(async (keys) => {
    asked.push([...keys])
    return keys.map((key) => `found ${key}`)
  })
  expect(await Promise.all(['b', 'a'].map(find))).toEqual(['found b', 'found a'])
  expect(asked).toEqual([['b', 'a']])
})

test('a row that can not be read concerns only who asks for it', async () => {
  const find = batchedLookup<string, string>(async (keys) => {
    if (keys.includes('forged')) throw new PortalError('record_unreadable', { column: 'amountWei' })
    return keys
  })
  const [one, forged, other] = await Promise.allSettled(['one', 'forged', 'other'].map(find))
  expect([one, other]).toEqual([
    { status: 'fulfilled', value: 'one' },
    { status: 'fulfilled', value: 'other' },
  ])
  expect(forged).toMatchObject({ status: 'rejected', reason: { code: 'record_unreadable' } })
})

test('a database that does not answer is not asked once more for each', async () => {
  let calls = 0
  const find = batchedLookup<string, string>(async () => {
    calls += 1
    throw new Error('it does not answer')
  })
  const answers = await Promise.allSettled(['a', 'b', 'c'].map(find))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(calls).toBe(1)
})

test('prepares a statement once and binds amounts as text; a pragma is prepared each time', () => {
  const prepared: string[] = []
  const ran: unknown[] = []
  const database = withStatementCache({
    close: () => {},
    prepare(text) {
      prepared.push(text)
      const note = (parameters: readonly unknown[]) => {
        ran.push(...parameters)
        return { changes: 0n, lastInsertRowid: 0n }
      }
      return { reader: false, all: () => [], run: note, iterate: () => [][Symbol.iterator]() }
    },
  })
  for (let time = 0; time < 2; time += 1) {
    database.prepare('insert into claim values (?)').run([2n ** 200n])
    database.prepare('pragma shrink_memory').run([])
  }
  expect(prepared).toEqual(['insert into claim values (?)', 'pragma shrink_memory', 'pragma shrink_memory'])
  expect(ran).toEqual([String(2n ** 200n), String(2n ** 200n)])
})
