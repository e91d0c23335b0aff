import { fillCount } from '#web/ui/fill.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useLanguage } from './language/Language.tsx'

/** Tells, before anything is signed, that the amount is less than the token's smallest unit. */
export function NothingArrives({ decimals, quiet }: { decimals: number; quiet?: boolean }) {
  const { code, texts } = useLanguage()
  return (
    <Notice tone="warn" title={texts.amount.nothing} quiet={quiet ?? false}>
      <p>{fillCount(texts.amount.nothingHelp, { count: decimals }, code)}</p>
    </Notice>
  )
}
