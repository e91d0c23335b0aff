import { expect, test } from 'vitest'
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
import { pluralOf } from './plural-of.ts'

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

/** What a text may have put into it: each under a name that shows where it ended up. */
const CONTEXT = {
  publicUrl: '‹url›',
  chainName: '‹chain›',
  otherChainName: '‹other›',
  was: '‹was›',
  is: '‹became›',
}
const PUT_IN = /‹\w+›|\b17\b|\{hotkey\}/g

/** Lists every text by its path in the catalogue, functions by what they make of marked arguments. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, value(...argumentsOf(path))]]
  return Object.entries(value as object).flatMap(([key, child]) => textsOf(child, `${path}.${key}`))
}

function argumentsOf(path: string): unknown[] {
  if (path.startsWith('.errors.')) return [CONTEXT]
  return path.startsWith('.amount.') ? [17] : ['‹first›', '‹second›']
}

const textsIn = (code: LanguageCode) => new Map(textsOf(catalogues.get(code)))
const putInto = (text: string) => [...new Set(text.match(PUT_IN))].sort()

const ENGLISH = textsIn('en')
const GERMAN = textsIn('de')
const OTHERS = CODES.filter((code) => code !== 'en')

/** What a language may say as English does: terms, names and words that it has taken over. */
const SHARED = ['.', 'Final', 'Notifications ({hotkey})', 'Status', 'System', 'Test', 'Wallet', 'transaction']

test.each(OTHERS)('%s says all that English says, in its own words and with the same put in', (code) => {
  const texts = textsIn(code)
  expect([...ENGLISH.keys()].filter((path) => !texts.has(path))).toEqual([])
  // The server's errors are in English already; German is the first that translates them.
  expect([...texts.keys()].sort()).toEqual([...GERMAN.keys()].sort())
  const alike = [...ENGLISH].filter(([path, text]) => texts.get(path) === text).map(([, text]) => text)
  expect(alike.filter((text) => !SHARED.includes(text))).toEqual([])
  for (const [path, text] of texts) {
    expect(text.trim(), path).not.toBe('')
    expect(putInto(text), path).toEqual(putInto(ENGLISH.get(path) ?? GERMAN.get(path) ?? ''))
  }
})

test.each(OTHERS)('%s has no English words left in its sentences', (code) => {
  const english = /\b(?:the|your|you|this|that|is|are|with|from|have|and|try|again|please|claim|address)\b/i
  const left = [...textsIn(code)].filter(([, text]) => english.test(text))
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
    expect(decimals(count)).toMatch(new RegExp(`^\\(${count} ${words[index]}[ )]`))
  }
})

test('a form that a language does not tell apart is the general one', () => {
  expect(pluralOf('vi')(1, { one: 'a', other: 'b' })).toBe('b')
  expect(pluralOf('ru')(3, { other: 'b' })).toBe('b')
})

test('the first view has its English texts without those of the screens that come later', async () => {
  expect(await loadTexts('en')).toBe(en)
  expect(Object.keys(en)).not.toContain('elsewhere')
  expect(await loadTexts('de')).toBe(await loadAllTexts('de'))
})
