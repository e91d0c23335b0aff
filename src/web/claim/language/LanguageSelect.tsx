import { SmallSelect } from '#web/ui/SmallSelect.tsx'
import { useLanguage } from './Language.tsx'
import { LANGUAGES, type LanguageCode } from './languages.ts'

const CODES = Object.keys(LANGUAGES) as LanguageCode[]

export function LanguageSelect() {
  const { code, choose, texts } = useLanguage()
  return (
    <SmallSelect
      label={texts.page.language}
      value={code}
      options={CODES.map((value) => ({ value, name: LANGUAGES[value].name }))}
      onSelect={choose}
    />
  )
}
