import { en, type Texts } from './en.ts'

/** The languages there are, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type LanguageCode = keyof typeof LANGUAGES

/** English comes with the page; another language is fetched when it is wanted. */
export async function loadTexts(language: LanguageCode): Promise<Texts> {
  if (language === 'en') return en
  return (await import('./de.ts')).de
}

export function isLanguage(text: string | null): text is LanguageCode {
  return text !== null && Object.hasOwn(LANGUAGES, text)
}

/** The first language of the reader's that there is; English when there is none. `preferred` is as `navigator.languages` has it. */
export function preferredLanguage(preferred: readonly string[]): LanguageCode {
  return preferred.map(languageOf).find(isLanguage) ?? 'en'
}

/** How the reader writes numbers and dates in a language: as their own country does, when they named one. */
export function localeFor(language: LanguageCode, preferred: readonly string[]): string {
  return preferred.find((locale) => languageOf(locale) === language && isLanguageTag(locale)) ?? language
}

/** Not all that browsers prefer is one (BCP 47): under a POSIX locale Chromium says "en-US@posix", which Intl throws at. */
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
