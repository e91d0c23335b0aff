import { Notice } from '#web/ui/Notice.tsx'
import { useTexts } from './language/Language.tsx'

/** Tells, before anything is signed, that the amount is less than the token's smallest unit. */
export function NothingArrives({ decimals, quiet }: { decimals: number; quiet?: boolean }) {
  const { nothing, nothingHelp } = useTexts().amount
  return (
    <Notice tone="warn" title={nothing} quiet={quiet ?? false}>
      <p>{nothingHelp(decimals)}</p>
    </Notice>
  )
}
