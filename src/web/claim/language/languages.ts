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

const LOAD: Record<LanguageCode, () => Promise<AllTexts>> = {
  en: async () => ({ ...en, ...(await import('./later-english.ts')).laterEnglish }),
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  id: async () => (await import('./id.ts')).id,
  pt: async () => (await import('./pt.ts')).pt,
  ru: async () => (await import('./ru.ts')).ru,
  tr: async () => (await import('./tr.ts')).tr,
  vi: async () => (await import('./vi.ts')).vi,
  zh: async () => (await import('./zh.ts')).zh,
}

/** Loads every text of a language. */
export function loadAllTexts(language: LanguageCode): Promise<AllTexts> {
  return LOAD[language]()
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
