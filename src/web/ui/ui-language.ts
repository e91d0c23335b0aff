import { createContext } from 'react'

/** The texts of the primitives. */
export interface UiTexts {
  copied: string
  copyFailed: string
  /** The toast after a copy; `what` is what was copied: "address". */
  copiedWhat(what: string): string
  failedToCopy(what: string): string
  copy(what: string): string
  address: string
  close: string
  /** The name of the toasts' region; `{hotkey}` is replaced by the key that focuses it. */
  notifications: string
}

export interface UiLanguage {
  /** A locale for Intl, by which numbers are formatted. */
  locale: string
  texts: UiTexts
}

export const ENGLISH_UI: UiLanguage = {
  locale: 'en',
  texts: {
    copied: 'Copied!',
    copyFailed: 'Copy failed',
    copiedWhat: (what) => `The ${what} is on your clipboard.`,
    failedToCopy: (what) => `Failed to copy ${what}`,
    copy: (what) => `Copy ${what}`,
    address: 'address',
    close: 'Close',
    notifications: 'Notifications ({hotkey})',
  },
}

/** The language of the primitives: English unless a page provides another. */
export const UiLanguageContext = createContext(ENGLISH_UI)
