import { en, type Texts } from './en.ts'

/** The available languages, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type LanguageCode = keyof typeof LANGUAGES

/** Loads the texts of a language: English comes with the page, another is fetched when it is chosen. */
export async function loadTexts(language: LanguageCode): Promise<Texts> {
  if (language === 'en') return en
  return (await import('./de.ts')).de
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
  return preferred.find((locale) => languageOf(locale) === language && isLanguageTag(locale)) ?? language
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
