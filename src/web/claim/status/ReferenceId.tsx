import { useAllTexts } from '#web/claim/language/Language.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'

/** The id by which claimant and operator refer to a claim. */
export function ReferenceId({ id }: { id: string }) {
  const words = useAllTexts().claim
  return (
    <p className="flex items-center text-13">
      <span className="me-2 text-muted">{words.id}</span>
      <span className="font-mono break-all">{id}</span>
      <CopyButton text={id} what={words.idName} />
    </p>
  )
}
