import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useIsLive, usePageData } from '#web/claim/page-data.ts'
import { readStored, store, tellServer } from '#web/lib/browser-storage.ts'
import { type UiLanguage, UiLanguageContext } from '#web/ui/ui-language.ts'
import { en, type Texts } from './en.ts'
import {
  isLanguage,
  LANGUAGES,
  type LanguageCode,
  loadTexts,
  localeFor,
  preferredLanguage,
} from './languages.ts'

const KEY = 'ferry-language'

interface Language {
  code: LanguageCode
  /** For numbers and dates. */
  locale: string
  texts: Texts
  /** Takes effect once the texts are there, and is remembered. */
  choose(language: LanguageCode): void
}

export interface Spoken {
  code: LanguageCode
  texts: Texts
}

const LanguageContext = createContext<Language>({ code: 'en', locale: 'en', texts: en, choose() {} })

/** Returns the language that the reader chose before, or prefers. */
export function firstLanguage(): LanguageCode {
  const kept = readStored('browser', KEY)
  return isLanguage(kept) ? kept : preferredLanguage(navigator.languages)
}

/** Provides the language to its children, `first` to begin with. */
export function LanguageProvider({ first, children }: { first: Spoken; children: ReactNode }) {
  const [{ code, texts }, setSpoken] = useState(first)
  const rendered = usePageData()
  const isLive = useIsLive()
  const locale = isLive || !rendered ? localeFor(code, navigator.languages) : rendered.locale
  const ui: UiLanguage = { locale, texts: texts.ui }

  useEffect(() => {
    const { documentElement: root } = document
    root.lang = LANGUAGES[code].tag
    root.dir = LANGUAGES[code].dir
  }, [code])

  async function choose(chosen: LanguageCode) {
    setSpoken({ code: chosen, texts: await loadTexts(chosen) })
    store('browser', KEY, chosen)
    tellServer(KEY, chosen)
  }

  return (
    <LanguageContext value={{ code, locale, texts, choose }}>
      <UiLanguageContext value={ui}>{children}</UiLanguageContext>
    </LanguageContext>
  )
}

export function useLanguage(): Language {
  return useContext(LanguageContext)
}

export function useTexts(): Texts {
  return useContext(LanguageContext).texts
}
