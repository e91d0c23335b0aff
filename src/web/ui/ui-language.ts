import { createContext } from 'react'

/** The few words that the primitives say by themselves. */
export interface UiTexts {
  copied: string
  copyFailed: string
  /** Told after a copy; `what` is what was copied: "address". */
  copiedWhat(what: string): string
  failedToCopy(what: string): string
  copy(what: string): string
  address: string
  close: string
  /** The region where toasts appear; `{hotkey}` stands for the key that focuses it. */
  notifications: string
}

export interface UiLanguage {
  /** As Intl takes it: numbers are written by it. */
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

/** What the primitives speak. English unless a page says otherwise. */
export const UiLanguageContext = createContext(ENGLISH_UI)
