import { readStored, store } from './browser-storage.ts'

export const THEME_CHOICES = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

const KEY = 'ferry-theme'

const listeners = new Set<() => void>()
let choice: ThemeChoice = 'system'

/** Applies the reader's theme, and follows changes of the system's. Call it once, before anything is drawn. */
export function startTheme(): void {
  const kept = readStored('browser', KEY)
  choice = THEME_CHOICES.find((known) => known === kept) ?? 'system'
  systemIsDark().addEventListener('change', apply)
  apply()
}

export function getThemeChoice(): ThemeChoice {
  return choice
}

export function chooseTheme(chosen: ThemeChoice): void {
  choice = chosen
  store('browser', KEY, chosen === 'system' ? null : chosen)
  apply()
  for (const listener of listeners) listener()
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function apply(): void {
  const dark = choice === 'system' ? systemIsDark().matches : choice === 'dark'
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

function systemIsDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}
