import { useSyncExternalStore } from 'react'
import { chooseTheme, getThemeChoice, subscribeToTheme, THEME_CHOICES } from '#web/lib/theme.ts'
import { SmallSelect } from '#web/ui/SmallSelect.tsx'
import { useTexts } from './language/Language.tsx'

export function ThemeSelect() {
  const choice = useSyncExternalStore(subscribeToTheme, getThemeChoice, () => 'system')
  const { theme, themes } = useTexts().page
  return (
    <SmallSelect
      label={theme}
      value={choice}
      options={THEME_CHOICES.map((value) => ({ value, name: themes[value] }))}
      onSelect={chooseTheme}
    />
  )
}
