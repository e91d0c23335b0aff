import { createContext, type ReactNode, startTransition, use, useContext, useEffect, useState } from 'react'
import { useIsLive, usePageData } from '#web/claim/page-data.ts'
import { readStored, store, tellServer } from '#web/lib/browser-storage.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { type UiLanguage, UiLanguageContext } from '#web/ui/ui-language.ts'
import { en, type Texts } from './en.ts'
import {
  isLanguage,
  LANGUAGES,
  type LanguageCode,
  loadAllTexts,
  loadTexts,
  localeFor,
  preferredLanguage,
} from './languages.ts'
import type { AllTexts } from './later-english.ts'

const KEY = 'ferry-language'

interface Language extends Spoken {
  /** For numbers and dates. */
  locale: string
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
    const loaded = await loadTexts(chosen).catch(() => null)
    if (loaded === null) {
      showToast({ tone: 'error', title: texts.page.incomplete })
      return
    }
    // A transition: the screen stays while the rest of the language is fetched.
    startTransition(() => setSpoken({ code: chosen, texts: loaded }))
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

/** `use` wants the same promise each time. */
const loading = new Map<LanguageCode, Promise<AllTexts>>()

/** Returns every text, also of screens that come later than the first view. Suspends until they are there. */
export function useAllTexts(): AllTexts {
  const { code } = useContext(LanguageContext)
  const texts = loading.get(code) ?? loadAllTexts(code)
  loading.set(code, texts)
  return use(texts)
}
