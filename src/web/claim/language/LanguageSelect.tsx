import { SmallSelect } from '#web/ui/SmallSelect.tsx'
import { useLanguage } from './Language.tsx'
import { LANGUAGES, type LanguageCode } from './languages.ts'

const OPTIONS = (Object.keys(LANGUAGES) as LanguageCode[]).map((value) => {
  const { name, tag } = LANGUAGES[value]
  return { value, name, lang: tag }
})

export function LanguageSelect() {
  const { code, choose, texts } = useLanguage()
  return <SmallSelect label={texts.page.language} value={code} options={OPTIONS} onSelect={choose} />
}
