import { useAllTexts } from '#web/claim/language/Language.tsx'
import { isSameAccount } from '#web/lib/wallet/eip1193.ts'
import { Badge } from '#web/ui/Badge.tsx'

interface OwnerListProps {
  owners: readonly string[]
  signed: ReadonlyMap<string, string>
  connected: string | null
}

/** The owners of a Safe, and which of them have signed. */
export function OwnerList({ owners, signed, connected }: OwnerListProps) {
  const { safe: words } = useAllTexts()
  return (
    <ul aria-label={words.owner} className="divide-y divide-line rounded-control border border-line">
      {owners.map((owner) => (
        <li key={owner} className="flex min-h-12 items-center gap-3 px-3 py-2">
          <span className="min-w-0 flex-1">
            <span className="block font-mono text-13 text-balance break-all">{owner}</span>
            {isSameAccount(owner, connected) && <span className="text-13 text-muted">{words.you}</span>}
          </span>
          {signed.has(owner) ? (
            <Badge tone="done" icon="check">
              {words.signed}
            </Badge>
          ) : (
            <Badge icon="clock">{words.missing}</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}
