import { useSyncExternalStore } from 'react'
import { chooseTheme, getThemeChoice, subscribeToTheme } from '#web/lib/theme.ts'
import { SmallSelect } from '#web/ui/SmallSelect.tsx'

const THEMES = [
  { value: 'system', name: 'System' },
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
] as const

/** Selects the theme: light, dark, or the system's. */
export function ThemeSelect() {
  const choice = useSyncExternalStore(subscribeToTheme, getThemeChoice)
  return <SmallSelect label="Appearance" value={choice} options={THEMES} onSelect={chooseTheme} />
}
