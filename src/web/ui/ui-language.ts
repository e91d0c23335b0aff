import { createContext } from 'react'
import { defineTexts } from './fill.ts'

const ENGLISH = defineTexts({
  copied: 'Copied!',
  copyFailed: 'Copy failed',
  // The name of what was copied: "address".
  copiedWhat: 'The {what} is on your clipboard.',
  failedToCopy: 'Failed to copy {what}',
  copy: 'Copy {what}',
  address: 'address',
  close: 'Close',
  // The name of the toasts' region, with the key that focuses it.
  notifications: 'Notifications ({hotkey})',
})

/** The texts of the primitives. */
export type UiTexts = typeof ENGLISH

export interface UiLanguage {
  /** A locale for Intl, by which numbers are formatted. */
  locale: string
  texts: UiTexts
}

export const ENGLISH_UI: UiLanguage = { locale: 'en', texts: ENGLISH }

/** The language of the primitives: English unless a page provides another. */
export const UiLanguageContext = createContext(ENGLISH_UI)
