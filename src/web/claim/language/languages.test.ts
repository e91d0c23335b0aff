import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERROR_CATALOGUE } from '#domain/error-catalogue.ts'
import { fillCount } from '#web/ui/fill.ts'
import { en } from './en.ts'
import {
  LANGUAGES,
  type LanguageCode,
  loadAllTexts,
  loadTexts,
  localeFor,
  preferredLanguage,
} from './languages.ts'
import type { AllTexts } from './later-english.ts'

test.each([
  [['de-CH', 'en'], 'de', 'de-CH'],
  [['en-IN'], 'en', 'en-IN'],
  [['nl-NL', 'de'], 'de', 'de'],
  [['nl-NL', 'ja'], 'en', 'en'],
  [[], 'en', 'en'],
  // Chromium under a POSIX locale.
  [['en-US@posix'], 'en', 'en'],
  [['de_DE', 'de@euro', 'de-AT'], 'de', 'de-AT'],
  [['de@euro'], 'de', 'de'],
  [['pt-PT'], 'pt', 'pt-PT'],
  [['pt_BR'], 'pt', 'pt-BR'],
  [['zh-CN', 'en'], 'zh', 'zh-CN'],
  [['zh_CN'], 'zh', 'zh-Hans'],
  [['id-ID', 'en-US'], 'id', 'id-ID'],
] as const)('readers of %o get %s, written as in %s', (preferred, language, locale) => {
  expect(preferredLanguage(preferred)).toBe(language)
  expect(localeFor(preferredLanguage(preferred), preferred)).toBe(locale)
})

const CODES = Object.keys(LANGUAGES) as LanguageCode[]
const catalogues = new Map<LanguageCode, AllTexts>()
for (const code of CODES) catalogues.set(code, await loadAllTexts(code))

const PLACE = /\{(\w+)\}/g

/** Lists every text by its path in the catalogue, each plural form by itself. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, child]) => textsOf(child, `${path}.${key}`))
}

const textsIn = (code: LanguageCode) => new Map(textsOf(catalogues.get(code)))

/** Lists the names of a text's places. */
const placesIn = (text: string) => [...new Set([...text.matchAll(PLACE)].map(([, name]) => name))].sort()

const ENGLISH = textsIn('en')
const GERMAN = textsIn('de')
const OTHERS = CODES.filter((code) => code !== 'en')

/** The paths of texts that go with a count. */
const COUNTED = [...ENGLISH.keys()].filter((path) => path.endsWith('.one')).map((path) => path.slice(0, -4))

/** A path without the plural form that it ends with. */
function pathOf(path: string): string {
  const parent = path.slice(0, path.lastIndexOf('.'))
  return COUNTED.includes(parent) ? parent : path
}

const pathsIn = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(pathOf))].sort()

/** Returns the names that the server's sentence for an error is made of. */
function namesOf(code: keyof typeof ERROR_CATALOGUE): string[] {
  const read = new Set<string>()
  const context = new Proxy({}, { get: (_, name: string) => read.add(name) && name })
  const sentence: (context: object) => string = ERROR_CATALOGUE[code].sentence as never
  sentence(context)
  return [...read].sort()
}

/** Returns the names of the places that the text at a path must have. */
function placesAt(path: string): (string | undefined)[] {
  const english = ENGLISH.get(path) ?? ENGLISH.get(`${pathOf(path)}.other`)
  if (english !== undefined) return placesIn(english)
  const code = path.replace('.errors.', '')
  return code.endsWith('_plain') ? [] : namesOf(code as keyof typeof ERROR_CATALOGUE)
}

/** What a language may say as English does: terms, names and words that it has taken over. */
const SHARED = [
  '({count} decimal)',
  '.',
  'Final',
  'Notifications ({hotkey})',
  'Status',
  'System',
  'Test',
  'Wallet',
  'transaction',
]

test.each(OTHERS)('%s says all that English says, in its own words and with the same places', (code) => {
  const texts = textsIn(code)
  const paths = pathsIn(texts)
  expect(pathsIn(ENGLISH).filter((path) => !paths.includes(path))).toEqual([])
  // The server's errors are in English already; German is the first that translates them.
  expect(paths).toEqual(pathsIn(GERMAN))
  const alike = [...ENGLISH].filter(([path, text]) => texts.get(path) === text).map(([, text]) => text)
  expect(alike.filter((text) => !SHARED.includes(text))).toEqual([])
  for (const [path, text] of texts) {
    expect(text.trim(), path).not.toBe('')
    expect(placesIn(text), path).toEqual(placesAt(path))
    expect(text.replaceAll(PLACE, ''), path).not.toMatch(/[{}]/)
  }
})

test('the errors that are translated are those of the server and of the page', () => {
  const codes = [...GERMAN.keys()].filter((path) => path.startsWith('.errors.') && !ENGLISH.has(path))
  const unknown = codes.map((path) => path.slice('.errors.'.length).replace(/_plain$/, ''))
  expect(unknown.filter((code) => !Object.hasOwn(ERROR_CATALOGUE, code))).toEqual([])
})

test.each(CODES)('%s has the plural forms of its rules', (code) => {
  const rules = new Intl.PluralRules(code)
  const forms = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count))).add('other')
  const texts = [...textsIn(code).keys()]
  for (const path of COUNTED) {
    expect(texts.filter((each) => pathOf(each) === path).sort()).toEqual(
      [...forms].map((form) => `${path}.${form}`).sort(),
    )
  }
})

test('every file of texts is a language that can be chosen', () => {
  const files = globSync('*.json', { cwd: import.meta.dirname }).map((name) => name.replace('.json', ''))
  expect(files.sort()).toEqual([...OTHERS].sort())
})

test.each(OTHERS)('%s is no copy of another language', (code) => {
  const texts = [...textsIn(code)]
  for (const other of OTHERS.filter((each) => each !== code)) {
    const same = texts.filter(([path, text]) => textsIn(other).get(path) === text)
    expect(same.length / texts.length, other).toBeLessThan(0.5)
  }
})

test.each(OTHERS)('%s has no English words left in its sentences', (code) => {
  const english = /\b(?:the|your|you|this|that|is|are|with|from|have|and|try|again|please|claim|address)\b/i
  const left = [...textsIn(code)].filter(([, text]) => english.test(text.replaceAll(PLACE, '')))
  expect(left).toEqual([])
})

/** Texts on buttons and in columns, and how many columns of Latin letters they have room for on a phone. */
const ROOM: [path: RegExp, letters: number][] = [
  [/^\.progress\.steps\./, 22],
  [/^\.connect\.(?:connect|connecting)$/, 20],
  [/^\.network\.(?:add|switch)$/, 22],
  [/^\.network\.(?:current|wrong)$/, 20],
  [/^\.claim\.badges\./, 26],
  [/^\.claim\.(?:saveReceipt|copyReceipt|viewTransaction|changeAddress|claimAgain)$/, 32],
  [/^\.form\.(?:submit|submitting)$/, 25],
  [/^\.form\.reset$/, 12],
  [/^\.allocation\.(?:proceed|otherWallet)$/, 28],
  [/^\.page\.(?:tryAgain|tryingAgain)$/, 22],
  [/^\.page\.themes\./, 14],
]

test.each(CODES)('%s fits where there is little room', (code) => {
  const tooLong = [...textsIn(code)].filter(([path, text]) =>
    ROOM.some(([place, letters]) => place.test(path) && text.length > letters),
  )
  expect(tooLong).toEqual([])
})

test.each([
  ['en', [0, 1, 2], ['decimals', 'decimal', 'decimals']],
  ['de', [1, 9], ['Dezimalstelle', 'Dezimalstellen']],
  ['es', [1, 9], ['decimal', 'decimales']],
  ['fr', [0, 1, 2], ['décimale', 'décimale', 'décimales']],
  ['pt', [1, 9], ['casa decimal', 'casas decimais']],
  ['ru', [1, 3, 9, 11, 18, 21], ['знак', 'знака', 'знаков', 'знаков', 'знаков', 'знак']],
] as const)('%s counts %o as %o', (code, counts, words) => {
  const { decimals } = (catalogues.get(code) ?? en).amount
  for (const [index, count] of counts.entries()) {
    expect(fillCount(decimals, { count }, code)).toMatch(new RegExp(`^\\(${count} ${words[index]}[ )]`))
  }
})

test('the first view has its English texts without those of the screens that come later', async () => {
  expect(await loadTexts('en')).toBe(en)
  expect(Object.keys(en)).not.toContain('elsewhere')
  expect(await loadTexts('de')).toBe(await loadAllTexts('de'))
})
