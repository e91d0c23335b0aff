import { en, type Texts } from './en.ts'
import type { AllTexts } from './later-english.ts'

interface LanguageFacts {
  /** In the language itself. */
  name: string
  /** For the `lang` of the document: what these texts are written in. */
  tag: string
  dir: 'ltr' | 'rtl'
}

/** The available languages. One from right to left needs no more than its `dir`. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en', dir: 'ltr' },
  de: { name: 'Deutsch', tag: 'de', dir: 'ltr' },
  es: { name: 'Español', tag: 'es', dir: 'ltr' },
  fr: { name: 'Français', tag: 'fr', dir: 'ltr' },
  id: { name: 'Bahasa Indonesia', tag: 'id', dir: 'ltr' },
  pt: { name: 'Português', tag: 'pt-BR', dir: 'ltr' },
  ru: { name: 'Русский', tag: 'ru', dir: 'ltr' },
  tr: { name: 'Türkçe', tag: 'tr', dir: 'ltr' },
  vi: { name: 'Tiếng Việt', tag: 'vi', dir: 'ltr' },
  zh: { name: '简体中文', tag: 'zh-Hans', dir: 'ltr' },
} as const satisfies Record<string, LanguageFacts>
export type LanguageCode = keyof typeof LANGUAGES

/** The files that translators write. `languages.test.ts` checks them against the English texts, whose type they are given here. */
const LOAD: Record<Exclude<LanguageCode, 'en'>, () => Promise<{ default: unknown }>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  id: () => import('./id.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
  ru: () => import('./ru.json', { with: { type: 'json' } }),
  tr: () => import('./tr.json', { with: { type: 'json' } }),
  vi: () => import('./vi.json', { with: { type: 'json' } }),
  zh: () => import('./zh.json', { with: { type: 'json' } }),
}

/** Loads every text of a language. */
export async function loadAllTexts(language: LanguageCode): Promise<AllTexts> {
  if (language === 'en') return { ...en, ...(await import('./later-english.ts')).laterEnglish }
  return (await LOAD[language]()).default as AllTexts
}

/** Loads the texts of the first view at least: English has these with the page, another language is fetched when it is wanted. */
export async function loadTexts(language: LanguageCode): Promise<Texts> {
  return language === 'en' ? en : loadAllTexts(language)
}

export function isLanguage(text: string | null): text is LanguageCode {
  return text !== null && Object.hasOwn(LANGUAGES, text)
}

/** Returns the first available language of the reader's, else English. `preferred` is `navigator.languages`. */
export function preferredLanguage(preferred: readonly string[]): LanguageCode {
  return preferred.map(languageOf).find(isLanguage) ?? 'en'
}

/** Returns the reader's locale for numbers and dates in a language: with their country, when they named one. */
export function localeFor(language: LanguageCode, preferred: readonly string[]): string {
  return (
    preferred.find((locale) => languageOf(locale) === language && isLanguageTag(locale)) ??
    LANGUAGES[language].tag
  )
}

/** True for a BCP 47 tag: under a POSIX locale Chromium reports "en-US@posix", on which Intl throws. */
function isLanguageTag(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length > 0
  } catch {
    return false
  }
}

function languageOf(locale: string): string {
  return locale.toLowerCase().split(/[^a-z]/)[0] ?? ''
}
