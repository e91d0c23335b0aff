import { expect, test } from 'vitest'
import { withStatementCache } from './open-sqlite.ts'

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
