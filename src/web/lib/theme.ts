import { readStored, store } from './browser-storage.ts'
import { createExternalStore } from './external-store.ts'

const THEME_CHOICES = ['system', 'light', 'dark'] as const
type ThemeChoice = (typeof THEME_CHOICES)[number]

const KEY = 'ferry-theme'

const choice = createExternalStore<ThemeChoice>('system')

export const { get: getThemeChoice, subscribe: subscribeToTheme } = choice

/** Applies the reader's theme, and follows changes of the system's. Call it once, before anything is drawn. */
export function startTheme(): void {
  const kept = readStored('browser', KEY)
  choice.set(THEME_CHOICES.find((known) => known === kept) ?? 'system')
  systemIsDark().addEventListener('change', apply)
  apply()
}

export function chooseTheme(chosen: ThemeChoice): void {
  choice.set(chosen)
  store('browser', KEY, chosen === 'system' ? null : chosen)
  apply()
}

function apply(): void {
  const chosen = getThemeChoice()
  const dark = chosen === 'system' ? systemIsDark().matches : chosen === 'dark'
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

function systemIsDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}
