import { expect, test } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'
import { localeFor, preferredLanguage } from './languages.ts'

test.each([
  [['de-CH', 'en'], 'de', 'de-CH'],
  [['en-IN'], 'en', 'en-IN'],
  [['fr-FR', 'de'], 'de', 'de'],
  [['fr-FR', 'ja'], 'en', 'en'],
  [[], 'en', 'en'],
  // Chromium under a POSIX locale.
  [['en-US@posix'], 'en', 'en'],
  [['de_DE', 'de@euro', 'de-AT'], 'de', 'de-AT'],
  [['de@euro'], 'de', 'de'],
] as const)('readers of %o get %s, written as in %s', (preferred, language, locale) => {
  expect(preferredLanguage(preferred)).toBe(language)
  expect(localeFor(preferredLanguage(preferred), preferred)).toBe(locale)
})

/** Lists every text by its path in the catalogue, functions by their result for "A" and "B". */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, value('A', 'B')]]
  return Object.entries(value as object).flatMap(([key, child]) => textsOf(child, `${path}.${key}`))
}

test('the two languages have the same texts, each in its own words', () => {
  const english = new Map(textsOf(en))
  const german = new Map(textsOf(de))
  expect([...german.keys()]).toEqual(expect.arrayContaining([...english.keys()]))
  const alike = [...english].filter(([path, text]) => german.get(path) === text).map(([, text]) => text)
  expect([...new Set(alike)].sort()).toEqual(['.', 'Status', 'System', 'Test', 'Wallet'])
})
