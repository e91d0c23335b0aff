import { expect, test } from 'vitest'
import { defineTexts, fill, fillCount } from './fill.ts'

const texts = defineTexts({
  plain: 'Nothing to put in.',
  changed: 'It was {was}, it is {is}. {was} is over.',
  owners: { one: '{count} owner of {safe}', other: '{count} owners of {safe}' },
  steps: ['Connect', 'Open {wallet}'],
})

test('values stand in each of their places', () => {
  expect(fill(texts.changed, { was: '1', is: 2 })).toBe('It was 1, it is 2. 1 is over.')
  expect(fill(texts.steps[1], { wallet: 'Rabby' })).toBe('Open Rabby')
})

test.each(['{is}', '{was}', '$&', '$1', "$'", '$$', '$<was>', '\\', '<b>'])(
  'a value that looks like something else is put in as it is: %s',
  (value) => {
    expect(fill(texts.changed, { was: value, is: 'new' })).toBe(
      `It was ${value}, it is new. ${value} is over.`,
    )
  },
)

test('a count has the form of its language, and other values beside it', () => {
  const say = (count: number, language: string) => fillCount(texts.owners, { count, safe: 'it' }, language)
  expect([0, 1, 2].map((count) => say(count, 'en'))).toEqual([
    '0 owners of it',
    '1 owner of it',
    '2 owners of it',
  ])
  expect(say(0, 'fr')).toBe('0 owner of it')
})

test('a form that a text does not have is the general one', () => {
  expect(fillCount(texts.owners, { count: 3, safe: 'it' }, 'ru')).toBe('3 owners of it')
  expect(fillCount(texts.owners, { count: 1, safe: 'it' }, 'vi')).toBe('1 owners of it')
})

test('a text that the compiler does not know is no string before it is filled', () => {
  const { made } = defineTexts({ made: texts.plain })
  // @ts-expect-error: it may have places
  const text: string = made
  expect(text).toBe(texts.plain)
})

test('a text with places does not compile unless each has its value', () => {
  const text: string = texts.plain
  const wrong = [
    // @ts-expect-error: not filled
    (): string => texts.changed,
    // @ts-expect-error: not filled
    (): string => texts.owners,
    // @ts-expect-error: not filled
    (): string => texts.steps[1],
    // @ts-expect-error: without a value
    () => fill(texts.changed, { was: '1' }),
    // @ts-expect-error: misspelt
    () => fill(texts.changed, { was: '1', iz: '2' }),
    // @ts-expect-error: one too many
    () => fill(texts.changed, { was: '1', is: '2', more: '3' }),
    // @ts-expect-error: null is no value
    () => fill(texts.changed, { was: '1', is: null }),
    // @ts-expect-error: has no places
    () => fill(texts.plain, {}),
    // @ts-expect-error: no plural form chosen
    () => fill(texts.owners, { count: 1, safe: 'it' }),
    // @ts-expect-error: without its other value
    () => fillCount(texts.owners, { count: 1 }, 'en'),
    // @ts-expect-error: without a count
    () => fillCount(texts.owners, { safe: 'it' }, 'en'),
  ]
  expect([text, ...wrong]).toHaveLength(12)
})
