import { expect, test } from 'vitest'
import { type ActionEntry, CHAIN_BEGIN, hashAction } from '#domain/action-chain.ts'
import { checkActions } from './check-actions.ts'
import { verdictOf } from './verdict.ts'

const entry = (subject: string): ActionEntry => ({
  at: 1_700_000_000,
  session: 'abc',
  action: 'note',
  facts: { subject, detail: 'seen', person: null },
})

function chain(entries: readonly ActionEntry[]) {
  let previous = CHAIN_BEGIN
  return entries.map((each) => {
    const hash = hashAction(previous, each)
    const chained = { ...each, previous, hash }
    previous = hash
    return chained
  })
}

const textOf = (entries: readonly object[]) => entries.map((each) => `${JSON.stringify(each)}\n`).join('')
const ENTRIES = chain(['a', 'b', 'c'].map(entry))
const [a, b, c] = ENTRIES as [(typeof ENTRIES)[0], (typeof ENTRIES)[0], (typeof ENTRIES)[0]]
const check = (entries: readonly object[], told = '') =>
  verdictOf(() => checkActions({ text: textOf(entries), entry: told }))

test('a record that holds the entry which was told is proved', async () => {
  expect(await check(ENTRIES, b.hash.slice(0, 16))).toMatchObject({
    outcome: 'proved',
    sentence: expect.stringContaining('number 2 of 3'),
  })
})

test('without one that was told nothing is proved', async () => {
  expect((await check(ENTRIES)).outcome).toBe('not_proved')
  expect((await check(ENTRIES, 'abc')).outcome).toBe('not_proved')
  expect((await check([])).outcome).toBe('not_proved')
  expect((await check([a, { at: 'x' }])).outcome).toBe('not_proved')
})

test.each([
  ['altered', [a, { ...b, facts: { ...b.facts, detail: 'unseen' } }, c]],
  ['taken out', [a, c]],
  ['cut off at the begin', [b, c]],
  ['moved', [a, c, b]],
  ['put in', [a, b, b, c]],
])('an entry that was %s is found', async (_how, entries) => {
  expect((await check(entries, c.hash)).outcome).toBe('refuted')
})

test('a record that was written anew does not hold the entry which was told', async () => {
  const anew = chain(['a', 'other', 'c'].map(entry))
  expect(await check(anew, b.hash)).toMatchObject({
    outcome: 'refuted',
    sentence: expect.stringContaining('is not among them'),
  })
})
