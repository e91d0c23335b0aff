import type { PendingClaim } from '#web/claim/form/pending-claim.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { safeLink } from './safe-link.ts'

interface HandOnProps {
  pending: PendingClaim
  /** It is what there is to do now. */
  isNext: boolean
}

/** The link by which the next owner finds the claim, with the signatures so far. */
export function HandOn({ pending, isNext }: HandOnProps) {
  const { safe: words, ui } = useAllTexts()
  return (
    <section aria-labelledby="safe-link" className="space-y-2 border-t border-line pt-4">
      <h2 id="safe-link" className="font-semibold">
        {words.handOn}
      </h2>
      <p className="text-13 text-muted">{words.handOnHelp}</p>
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        size={isNext ? 'large' : 'normal'}
        className={isNext ? 'w-full' : ''}
        onClick={() => copyText(safeLink(`${location.origin}/`, pending), words.link, ui)}
      >
        {words.copyLink}
      </Button>
    </section>
  )
}
