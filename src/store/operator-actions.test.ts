import { expect, test } from 'vitest'
import { actingAs } from '#domain/acting-operator.ts'
import type { ChainedAction } from '#domain/action-chain.ts'
import { checkActions } from '#proofs/check-actions.ts'
import type { Verdict } from '#proofs/verdict.ts'
import { describeEachStore } from '../../test/harness/each-store.ts'
import type { NewOperatorAction } from './database/schema.ts'
import { describeAction } from './operator-actions.ts'

const note = (subject: string): NewOperatorAction => ({
  atMs: 1_700,
  action: 'note',
  subject,
  detail: 'seen',
})

/** Checks exported entries as who was told the hash of the newest one does. */
function check(entries: readonly ChainedAction[]): Verdict {
  const text = entries.map((entry) => JSON.stringify(entry)).join('\n')
  return checkActions({ text, entry: entries.at(-1)?.hash ?? '' })
}

const brokenAt = (entry: number) => ({
  outcome: 'refuted',
  sentence: expect.stringMatching(new RegExp(`^Entry ${entry} `)),
})

describeEachStore('the record of actions', (context) => {
  test('each entry is chained to the one before, also of many at once', async () => {
    const { operatorActions } = context.store
    await Promise.all(Array.from({ length: 20 }, (_, index) => operatorActions.record(note(`${index}`))))
    const entries = (await operatorActions.after(0, 100)).map(describeAction)
    expect(entries).toHaveLength(20)
    expect(check(entries)).toMatchObject({ outcome: 'proved' })
    expect((await operatorActions.head()).hash).toBe(entries.at(-1)?.hash)
  })

  test('an entry that is altered, taken out, put in or moved is found', async () => {
    const { operatorActions } = context.store
    for (const subject of ['a', 'b', 'c', 'd']) await operatorActions.record(note(subject))
    const entries = (await operatorActions.after(0, 100)).map(describeAction)
    const [a, b, c, d] = entries as [
      (typeof entries)[0],
      (typeof entries)[0],
      (typeof entries)[0],
      (typeof entries)[0],
    ]
    const altered = { ...b, facts: { ...b.facts, detail: 'not seen' } }
    expect(check([a, altered, c, d])).toMatchObject(brokenAt(2))
    expect(check([a, { ...b, session: 'other' }, c, d])).toMatchObject(brokenAt(2))
    expect(check([a, c, d])).toMatchObject(brokenAt(2))
    expect(check([a, b, b, c, d])).toMatchObject(brokenAt(3))
    expect(check([a, c, b, d])).toMatchObject(brokenAt(2))
  })

  test('an entry says who asked for it', async () => {
    const { operatorActions } = context.store
    const operator = { session: 'abc', secondSecret: null, person: 'Ada' }
    await actingAs(operator, () => operatorActions.record(note('by somebody')))
    await operatorActions.record(note('by nobody'))
    expect(await operatorActions.list(2)).toMatchObject([
      { session: null, person: null },
      { session: 'abc', person: 'Ada' },
    ])
  })
})
