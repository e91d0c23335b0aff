import { useAllTexts } from '#web/claim/language/Language.tsx'
import { Icon } from '#web/ui/Icon.tsx'

/** What everybody has to know who enters an address, in as few words as that takes. */
export function ImportantNotice() {
  const { form: words, trust } = useAllTexts()
  return (
    <section aria-label={words.noticeHeading} className="flex gap-2 text-13 text-muted">
      <Icon name="info" className="mt-[3px] size-[14px]" />
      <p>
        <span className="font-semibold text-ink">{words.noticeHeading}:</span> {words.notices.join(' ')}{' '}
        {trust.recoveryPhrase}
      </p>
    </section>
  )
}
