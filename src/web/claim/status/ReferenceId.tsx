import { useAllTexts } from '#web/claim/language/Language.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** The id by which claimant and operator refer to a claim. On the brand's colour muted ink is not read. */
export function ReferenceId({ id, onBrand = false }: { id: string; onBrand?: boolean }) {
  const words = useAllTexts().claim
  return (
    <p className="flex items-center text-13">
      <span className={classNames('me-2', !onBrand && 'text-muted')}>{words.id}</span>
      <span className="font-mono break-all">{id}</span>
      <CopyButton text={id} what={words.idName} />
    </p>
  )
}
