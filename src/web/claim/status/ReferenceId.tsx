import { useTexts } from '#web/claim/language/Language.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Fact } from '#web/ui/Facts.tsx'

/** The id by which claimant and operator refer to a claim. */
export function ReferenceId({ id }: { id: string }) {
  const words = useTexts().claim
  return (
    <Fact name={words.id}>
      <span className="font-mono break-all">{id}</span>
      <span className="-me-2">
        <CopyButton text={id} what={words.idName} />
      </span>
    </Fact>
  )
}
